/** The address of a picture inside the window, `app://img/<record>/<stamp>?size=<px>`, read strictly. Pure. */
import type { RecordNumber } from '../../shared/image.ts'

/** The whole picture, for the full view: as its source has it, unless that is larger still. */
export const FULL_STEP = 4096
/** Longest edges that are kept, in px: a wanted size is rounded up, so that few files serve every tile width. */
export const PICTURE_STEPS = [192, 384, 768, 1536, FULL_STEP] as const
/** Those of the grid at its usual sizes, on plain and on dense screens. */
export const TILE_STEPS: readonly PictureStep[] = [192, 384]
export type PictureStep = (typeof PICTURE_STEPS)[number]

export interface PictureRequest {
  readonly record: RecordNumber
  /** Stamp of the picture's source, as the row carries it. */
  readonly stamp: string
  readonly step: PictureStep
}

const PATH = /^\/(\d{1,15})\/([\w-]{1,64})$/

/** null for anything that is not exactly such an address. */
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

/** The smallest step that is not smaller than the size; the largest for anything above. */
export function stepFor(size: number): PictureStep {
  return PICTURE_STEPS.find((step) => step >= size) ?? FULL_STEP
}
