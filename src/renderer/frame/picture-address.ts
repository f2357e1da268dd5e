/** Addresses of pictures in the app's own scheme. The page knows no other. */
import type { RecordNumber } from '../../shared/image.ts'

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
