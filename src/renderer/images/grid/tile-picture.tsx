import { useState } from 'react'
import { refusedText } from '../../copy/full-view.ts'
import { usePictureHosts } from '../../stores/picture-hosts-store.ts'
import { canFetch } from '../../stores/reach.ts'
import { useSync } from '../../stores/sync-store.ts'
import { pictureAddress } from '../../frame/picture-address.ts'
import { usePictureRefusal } from '../use-picture-refusal.ts'
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

interface Failed {
  readonly address: string
  /** Whether the service answered when it failed. */
  readonly isReachable: boolean
  /** The private hosts that were allowed then. */
  readonly hosts: readonly string[]
}

/** A record's picture; else why it is refused, or the words it is made from. Never a broken-image mark. */
export function TilePicture({ record, stamp, prompt, edge }: TilePictureProps) {
  const [failed, setFailed] = useState<Failed | null>(null)
  // A picture that failed is asked for again once the service answers, or a host is allowed.
  const isReachable = useSync(({ status }) => canFetch(status))
  const hosts = usePictureHosts((state) => state.hosts)
  const address = stamp === null ? null : pictureAddress(record, stamp, edge)
  const isOfNow = failed?.isReachable === isReachable && failed.hosts === hosts
  const hasFailed = failed?.address === address && isOfNow
  const refusedHost = usePictureRefusal(record, stamp, hasFailed)
  if (address === null || hasFailed) {
    const text = refusedHost === null ? prompt : refusedText(refusedHost)
    return <div className={styles.blank}>{text !== null && <p>{text}</p>}</div>
  }
  return (
    <img
      key={address}
      className={styles.picture}
      src={address}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setFailed({ address, isReachable, hosts })}
    />
  )
}
