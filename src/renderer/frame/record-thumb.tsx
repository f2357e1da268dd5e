import { useState } from 'react'
import type { RecordNumber } from '../../shared/image.ts'
import { pictureAddress, pictureEdge } from './picture-address.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './record-thumb.module.css'

interface RecordThumbProps {
  readonly record: RecordNumber
  /** null = no picture known. */
  readonly stamp: string | null
  /** Edge in CSS px. */
  readonly edge: number
  readonly isProject?: boolean
}

/** A record's picture in small, or a mark where there is none. Decoration: its name stands beside it. */
export function RecordThumb({ record, stamp, edge, isProject = false }: RecordThumbProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const address = stamp === null ? null : pictureAddress(record, stamp, pictureEdge(edge, window.devicePixelRatio))
  return (
    <span className={styles.thumb}>
      {address === null || failed === address ? (
        <Icon name={isProject ? 'folder' : 'picture'} />
      ) : (
        <img key={address} src={address} alt="" decoding="async" draggable={false} onError={() => setFailed(address)} />
      )}
    </span>
  )
}
