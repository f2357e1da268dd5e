/** Pictures of records by their addresses in the app's own scheme. The page knows no other. */
import { useState } from 'react'
import type { RecordNumber } from '../../shared/image.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './app-frame.module.css'

/** Edges in device px that main keeps thumbnails at. Asking for these alone lets a moved slider change few addresses. */
const LARGEST = 1536
const EDGES: readonly number[] = [192, 384, 768, LARGEST]
/** The whole picture, as large as main keeps any. */
export const FULL_EDGE = 4096

/** Edge to ask for so that a picture is sharp at `edge` CSS px on a screen of this pixel ratio. */
export function pictureEdge(edge: number, pixelRatio: number): number {
  const wanted = edge * pixelRatio
  return EDGES.find((kept) => kept >= wanted) ?? LARGEST
}

/**
 * Address of a record's picture. The stamp is part of it, so a new result is a new picture and an old one may be kept
 * for ever.
 */
export function pictureAddress(record: RecordNumber, stamp: string, edge: number): string {
  return `app://img/${record}/${encodeURIComponent(stamp)}?size=${edge}`
}

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
