import { useState } from 'react'
import { useMediaQuery } from '../../frame/use-media-query.ts'
import { pictureAddress } from './picture-address.ts'
import styles from './tile-picture.module.css'

export interface TilePictureProps {
  readonly record: number
  /** null = no picture known. */
  readonly stamp: string | null
  /** Stands in for a picture that is not there. */
  readonly prompt: string | null
  /** Edge in CSS px. */
  readonly edge: number
}

/** A record's picture, or the words it is made from. Never a broken-image mark. */
export function TilePicture({ record, stamp, prompt, edge }: TilePictureProps) {
  const isDense = useMediaQuery('(resolution > 1dppx)')
  const [failed, setFailed] = useState<string | null>(null)
  const address = stamp === null ? null : pictureAddress({ record, stamp }, edge, isDense ? window.devicePixelRatio : 1)
  if (address === null || address === failed) {
    return <div className={styles.blank}>{prompt !== null && edge >= PROMPT_FROM && <p>{prompt}</p>}</div>
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

/** Smaller tiles have no room for words. */
const PROMPT_FROM = 112
