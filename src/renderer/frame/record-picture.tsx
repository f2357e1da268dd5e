/** Pictures of records by addresses in the app’s own scheme, the only ones the page uses. */
import { useState } from 'react'
import type { RecordNumber } from '../../shared/image.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './app-frame.module.css'

/**
 * Edges of stored thumbnails in device px. Requests use only these, so that moving the slider changes few addresses.
 */
const MAX_EDGE = 1536
const EDGES: readonly number[] = [192, 384, 768, MAX_EDGE]
/** Edge of the full picture, the largest that main keeps. */
export const FULL_EDGE = 4096

/** Returns the edge to request so that a picture is sharp at `edge` CSS px on a screen of this pixel ratio. */
export function pictureEdge(edge: number, pixelRatio: number): number {
  const needed = edge * pixelRatio
  return EDGES.find((kept) => kept >= needed) ?? MAX_EDGE
}

/**
 * Returns the address of a record’s picture. It contains the stamp, so a new result has a new address and an old
 * picture never expires.
 */
export function pictureAddress(record: RecordNumber, stamp: string, edge: number): string {
  return `app://img/${record}/${encodeURIComponent(stamp)}?size=${edge}`
}

interface RecordThumbProps {
  readonly record: RecordNumber
  /** `null` if no picture is known. */
  readonly stamp: string | null
  /** Edge in CSS px. */
  readonly edge: number
  readonly isProject?: boolean
}

/** A record’s picture in small, or an icon if there is none. Decorative, because the name is beside it. */
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
