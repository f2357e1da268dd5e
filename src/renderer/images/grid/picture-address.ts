/** Addresses of pictures in the app's own scheme. The page knows no other. */
import type { RecordNumber } from '../../../shared/image.ts'

/** Edges in device px that thumbnails are kept at: few, so that a moved slider finds most of them made. */
const EDGES = [128, 256, 384, 512, 768, 1024] as const

/**
 * Address of a record's picture, sharp at `edge` CSS px on this screen. The stamp is part of it, so a new result is a
 * new picture and an old one may be kept for ever.
 */
export function pictureAddress(
  picture: { readonly record: RecordNumber; readonly stamp: string },
  edge: number,
  pixelRatio: number
): string {
  const wanted = edge * pixelRatio
  const size = EDGES.find((kept) => kept >= wanted) ?? EDGES[EDGES.length - 1]
  return `app://img/${picture.record}/${encodeURIComponent(picture.stamp)}?size=${size}`
}
