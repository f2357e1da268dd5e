import { useState } from 'react'
import { pictureAddress } from './picture-address.ts'
import styles from './tile-picture.module.css'

export interface TilePictureProps {
  readonly record: number
  /** null = no picture known. */
  readonly stamp: string | null
  /** Stands in for a picture that is not there. */
  readonly prompt: string | null
  /** Edge to ask for, device px. */
  readonly edge: number
}

/** A record's picture, or the words it is made from. Never a broken-image mark. */
export function TilePicture({ record, stamp, prompt, edge }: TilePictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const address = stamp === null ? null : pictureAddress(record, stamp, edge)
  if (address === null || address === failed) {
    return <div className={styles.blank}>{prompt !== null && <p>{prompt}</p>}</div>
  }
  return (
    <img
      key={address}
      className={styles.picture}
      src={address}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  )
}
