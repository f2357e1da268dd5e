/**
 * Entry of the decoder process: the one place where bytes of strangers meet a decoder. It has no key, asks
 * nothing of the network, and may die at any time: main counts that as one broken picture.
 */
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { DecodeAnswer, DecodeJob } from './decode-message.ts'

/** 8,000 x 8,000: far above what the service makes, far below what fills the memory. */
const MAX_PIXELS = 64_000_000
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024
const MEMORY_LOOK_MS = 50
/** Of WebP, 1 to 100. What may be looked at pixel by pixel is kept finer than a thumbnail. */
const QUALITY = { thumbnail: 82, large: 92 }
const LARGE_FROM_PX = 1024

/** Only the loaders of the kinds that main lets through (sniff.ts); no SVG, no PDF, no TIFF. */
function allowRasterLoadersOnly(): void {
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

/** First frame only, turned upright, converted to sRGB, without metadata, never enlarged. Throws on a broken file. */
async function shrink({ bytes, size }: DecodeJob): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: size > LARGE_FROM_PX ? QUALITY.large : QUALITY.thumbnail, effort: 2 })
    .toBuffer()
}

async function answerJob(job: DecodeJob): Promise<DecodeAnswer> {
  try {
    return { id: job.id, bytes: await shrink(job) }
  } catch {
    // Whatever is wrong with the file, the answer is the same: no picture.
    return { id: job.id, bytes: null }
  }
}

/** libvips allocates outside the JavaScript heap, where no flag of the engine limits it. */
function dieAboveMemoryLimit(): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.exit(1)
  }, MEMORY_LOOK_MS).unref()
}

// Pictures give way to the window and to the library. Set first: threads of the decoder inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.cache(false)
sharp.concurrency(1)
allowRasterLoadersOnly()
dieAboveMemoryLimit()
process.parentPort.on('message', (message) => {
  // Only main writes to this port, and only jobs.
  void answerJob(message.data as DecodeJob).then((answer) => process.parentPort.postMessage(answer))
})
