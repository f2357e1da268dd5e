/** Parses the address of a picture in the window, `app://img/<record>/<stamp>?size=<px>`. Pure. */
import type { RecordNumber } from '../../shared/image.ts'

/** Step of the full view: the size of the source up to this limit. */
export const FULL_STEP = 4096
/** Cached longest edges in px; a requested size is rounded up, so that few files serve every tile width. */
export const PICTURE_STEPS = [192, 384, 768, 1536, FULL_STEP] as const
/** Steps of the grid at its usual sizes, on standard and high-density screens. */
export const TILE_STEPS: readonly PictureStep[] = [192, 384]
export type PictureStep = (typeof PICTURE_STEPS)[number]

export interface PictureRequest {
  readonly record: RecordNumber
  /** Stamp of the picture's source from its row. */
  readonly stamp: string
  readonly step: PictureStep
}

const PATH = /^\/(\d{1,15})\/([\w-]{1,64})$/

/** Parses an address; `null` if it does not match exactly. */
export function readPictureAddress(address: string): PictureRequest | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const path = PATH.exec(url.pathname)
  const size = Number(url.searchParams.get('size') ?? Number.NaN)
  if (url.protocol !== 'app:' || url.host !== 'img' || path === null || !(size >= 1)) return null
  const [, record, stamp] = path
  if (record === undefined || stamp === undefined) return null
  return { record: Number(record), stamp, step: stepFor(size) }
}

/** Returns the smallest step that is not smaller than the size, or the largest step for a larger size. */
export function stepFor(size: number): PictureStep {
  return PICTURE_STEPS.find((step) => step >= size) ?? FULL_STEP
}
