/**
 * Entry of the decoder process, the only place where untrusted bytes are decoded. It has no key and no network access
 * and may crash at any time, which main treats as one broken picture.
 */
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import type Sharp from 'sharp'
import type { PictureSize } from '../../shared/picture-info.ts'
import type { DecodeResponse, DecodeJob } from './decoder-lane.ts'
import { readSourceSize, withSourceSize } from './source-size.ts'

/** Memory limits. WebAssembly memory never shrinks, so main ends a process above the first limit after its job. */
const RESIDENT_BYTES = { last: 512 * 1024 * 1024, most: 1024 * 1024 * 1024 }
const MEMORY_CHECK_MS = 50

/** Allows only the loaders of the formats that main accepts (sniff.ts): no SVG, PDF or TIFF. */
function allowRasterLoadersOnly(sharp: typeof Sharp): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPng',
      'VipsForeignLoadJpeg',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif'
    ]
  })
}

/** Loads sharp with the first job, because Electron drops messages sent before the listener exists. */
function loadSharp(): typeof Sharp {
  // Uses `require`, because importing the ES module of the WebAssembly build never settles in Electron's utility
  // process.
  const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp
  sharp.cache(false)
  sharp.concurrency(1)
  allowRasterLoadersOnly(sharp)
  return sharp
}

const loaded: { sharp: typeof Sharp | null } = { sharp: null }

/** Node's types do not name WebAssembly's errors. */
const isFailureOfWasm = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'
const isTooLarge = (): boolean => process.memoryUsage.rss() > RESIDENT_BYTES.last

async function runJob(job: DecodeJob): Promise<DecodeResponse> {
  // A failure to load sharp ends the process and is logged, because it is not caused by the file.
  const sharp = (loaded.sharp ??= loadSharp())
  try {
    const size = readSourceSize(job.bytes) ?? (await sourceSizeOf(sharp, job.bytes))
    const isShown = size.width * size.height <= MAX_PIXELS
    // `withSourceSize` copies the files out of shared WebAssembly memory, which Electron cannot send.
    const pictures = isShown ? (await shrink(sharp, job)).map((bytes) => withSourceSize(bytes, size)) : 'too-large'
    return { id: job.id, pictures, isLast: isTooLarge() }
  } catch (error) {
    // Any error means that the file is not a picture. After a WebAssembly failure the process ends, as it may fail
    // again.
    return { id: job.id, pictures: null, isLast: isTooLarge() || isFailureOfWasm(error) }
  }
}

function exitAboveMemoryLimit(): void {
  setInterval(() => {
    // `exit` would wait forever for sleeping WebAssembly threads.
    if (process.memoryUsage.rss() > RESIDENT_BYTES.most) process.kill(process.pid, 'SIGKILL')
  }, MEMORY_CHECK_MS).unref()
}

/** 8,000 x 8,000, far above the size of generated images and far below what exhausts memory. */
const MAX_PIXELS = 64_000_000
/** Pixel limit of all frames together, as 91 of 512 x 512; a picture with more is not animated. */
const MAX_MOVING_PIXELS = 24_000_000
/** WebP quality from 1 to 100, higher for sizes that may be viewed at full scale. */
const QUALITY = { thumbnail: 82, large: 92 }
const LARGE_FROM_PX = 1024

type Job = Omit<DecodeJob, 'id'>

/** Returns the size of the first frame after rotation. Rejects on a broken file. */
async function sourceSizeOf(sharp: typeof Sharp, bytes: Uint8Array): Promise<PictureSize> {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Creates files in the order of the sizes. Rejects on a broken file or one with too many pixels. */
async function shrink(sharp: typeof Sharp, job: Job): Promise<Uint8Array[]> {
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

// Pictures have less priority than the window and the library. Set first, because decoder threads inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
exitAboveMemoryLimit()
process.parentPort.on('message', (message) => {
  // Only main sends to this port, and only jobs.
  void runJob(message.data as DecodeJob).then((result) => process.parentPort.postMessage(result))
})
