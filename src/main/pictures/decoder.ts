/**
 * Entry of the decoder process, the only place where untrusted bytes are decoded. It has no key and no network access
 * and may crash at any time, which main treats as one broken picture.
 */
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import type Sharp from 'sharp'
import type { DecodeResponse, DecodeJob } from '../../shared/decode-message.ts'
import { MAX_PIXELS, shrink, sourceSizeOf } from './shrink.ts'
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

// Pictures have less priority than the window and the library. Set first, because decoder threads inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
exitAboveMemoryLimit()
process.parentPort.on('message', (message) => {
  // Only main sends to this port, and only jobs.
  void runJob(message.data as DecodeJob).then((result) => process.parentPort.postMessage(result))
})
