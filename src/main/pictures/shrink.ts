/**
 * Creates WebP files of several sizes from a picture. `sharp` is a parameter, because bench/pictures compares two
 * builds.
 */
import type Sharp from 'sharp'
import type { DecodeJob } from '../../shared/decode-message.ts'
import type { PictureSize } from '../../shared/picture-info.ts'

/** 8,000 x 8,000, far above the size of generated images and far below what exhausts memory. */
export const MAX_PIXELS = 64_000_000
/** Pixel limit of all frames together, as 91 of 512 x 512; a picture with more is not animated. */
const MAX_MOVING_PIXELS = 24_000_000
/** WebP quality from 1 to 100, higher for sizes that may be viewed at full scale. */
const QUALITY = { thumbnail: 82, large: 92 }
const LARGE_FROM_PX = 1024

type Job = Omit<DecodeJob, 'id'>

/** Returns the size of the first frame after rotation. Rejects on a broken file. */
export async function sourceSizeOf(sharp: typeof Sharp, bytes: Uint8Array): Promise<PictureSize> {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Creates files in the order of the sizes. Rejects on a broken file or one with too many pixels. */
export async function shrink(sharp: typeof Sharp, job: Job): Promise<Uint8Array[]> {
  const moving = job.isMoving ? await shrinkMoving(sharp, job) : null
  return moving ?? shrinkFirstFrame(sharp, job)
}

const encoding = (size: number) => ({
  quality: size > LARGE_FROM_PX ? QUALITY.large : QUALITY.thumbnail,
  effort: 2
})
const within = (size: number) => ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

/** Resizes the first frame: rotated upright, converted to sRGB, without metadata, never enlarged. */
async function shrinkFirstFrame(sharp: typeof Sharp, { bytes, sizes }: Job): Promise<Uint8Array[]> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(within(Math.max(...sizes)))
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Omits `premultiplied` of `info`, which is wrong for the raw data and would divide colors by alpha twice.
  const { width, height, channels } = info
  const raw = { width, height, channels }
  const made: Uint8Array[] = []
  for (const size of sizes) made.push(await sharp(data, { raw }).resize(within(size)).webp(encoding(size)).toBuffer())
  return made
}

/** Resizes all frames; `null` if there is only one, or too many to process. */
async function shrinkMoving(sharp: typeof Sharp, { bytes, sizes }: Job): Promise<Uint8Array[] | null> {
  const { width, pages = 1, pageHeight = 0 } = await sharp(bytes, { pages: -1, limitInputPixels: false }).metadata()
  if (pages === 1 || width * pageHeight * pages > MAX_MOVING_PIXELS) return null
  const made = sizes.map((size) =>
    sharp(bytes, { failOn: 'error', pages: -1 }).resize(within(size)).webp(encoding(size)).toBuffer()
  )
  return Promise.all(made)
}
