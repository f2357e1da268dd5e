/**
 * Entry of the decoder process: the one place where bytes of strangers meet a decoder. It has no key, asks
 * nothing of the network, and may die at any time: main counts that as one broken picture.
 */
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import type Sharp from 'sharp'
import type { DecodeAnswer, DecodeJob } from './decode-message.ts'

/** 8,000 x 8,000: far above what the service makes, far below what fills the memory. */
const MAX_PIXELS = 64_000_000
/** Of all frames together: 91 of 512 x 512. With more of them a picture does not move. */
const MAX_MOVING_PIXELS = 24_000_000
/** The memory of WebAssembly grows and never shrinks: a process above the first limit ends after its job. */
const RESIDENT_BYTES = { last: 512 * 1024 * 1024, most: 1024 * 1024 * 1024 }
const MEMORY_LOOK_MS = 50
/** Of WebP, 1 to 100. What may be looked at pixel by pixel is kept finer than a thumbnail. */
const QUALITY = { thumbnail: 82, large: 92 }
const LARGE_FROM_PX = 1024

/** Only the loaders of the kinds that main lets through (sniff.ts); no SVG, no PDF, no TIFF. */
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

/** Loaded with the first job, after the listener is there: Electron hands over no message that came before it. */
function loadSharp(): typeof Sharp {
  // Not by `import`: the ES module of the WebAssembly build gave no answer in Electron's utility process.
  const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp
  sharp.cache(false)
  sharp.concurrency(1)
  allowRasterLoadersOnly(sharp)
  return sharp
}

const loaded: { sharp: typeof Sharp | null } = { sharp: null }

const encoding = (size: number) => ({
  quality: size > LARGE_FROM_PX ? QUALITY.large : QUALITY.thumbnail,
  effort: 2
})
const within = (size: number) => ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

/** Turned upright, converted to sRGB, without metadata, never enlarged. Throws on a broken file or one with too many pixels. */
async function shrink(sharp: typeof Sharp, { bytes, sizes }: DecodeJob): Promise<Uint8Array[]> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(within(Math.max(...sizes)))
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const made: Uint8Array[] = []
  for (const size of sizes)
    made.push(await sharp(data, { raw: info }).resize(within(size)).webp(encoding(size)).toBuffer())
  return made
}

/** null when it has one frame, or more than can be kept. */
async function shrinkMoving(sharp: typeof Sharp, { bytes, sizes }: DecodeJob): Promise<Uint8Array[] | null> {
  const { width, pages = 1, pageHeight = 0 } = await sharp(bytes, { pages: -1 }).metadata()
  if (pages === 1 || width * pageHeight * pages > MAX_MOVING_PIXELS) return null
  const made = sizes.map((size) =>
    sharp(bytes, { failOn: 'error', pages: -1 }).resize(within(size)).webp(encoding(size)).toBuffer()
  )
  return Promise.all(made)
}

async function answerJob(job: DecodeJob): Promise<DecodeAnswer> {
  const answer = { id: job.id, isLast: false }
  try {
    const sharp = (loaded.sharp ??= loadSharp())
    const moving = job.isMoving ? await shrinkMoving(sharp, job) : null
    const pictures = moving ?? (await shrink(sharp, job))
    return { ...answer, pictures, isLast: process.memoryUsage.rss() > RESIDENT_BYTES.last }
  } catch {
    // Whatever is wrong with the file, the answer is the same: no picture.
    return { ...answer, pictures: null }
  }
}

function dieAboveMemoryLimit(): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > RESIDENT_BYTES.most) process.exit(1)
  }, MEMORY_LOOK_MS).unref()
}

// Pictures give way to the window and to the library. Set first: threads of the decoder inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
dieAboveMemoryLimit()
process.parentPort.on('message', (message) => {
  // Only main writes to this port, and only jobs.
  void answerJob(message.data as DecodeJob).then((answer) => process.parentPort.postMessage(answer))
})
