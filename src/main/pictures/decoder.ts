/**
 * Entry of the decoder process: the one place where bytes of strangers meet a decoder. It has no key, asks
 * nothing of the network, and may die at any time: main counts that as one broken picture.
 */
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import type Sharp from 'sharp'
import type { DecodeAnswer, DecodeJob } from '../../shared/decode-message.ts'
import { MAX_PIXELS, shrink, sourceSizeOf } from './shrink.ts'
import { readSourceSize, withSourceSize } from './source-size.ts'

/** The memory of WebAssembly never shrinks, so main ends a process above the first limit after its job. */
const RESIDENT_BYTES = { last: 512 * 1024 * 1024, most: 1024 * 1024 * 1024 }
const MEMORY_LOOK_MS = 50

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

/** Called with the first job, because Electron delivers no message that came before the listener. */
function loadSharp(): typeof Sharp {
  // Not by `import`, because the ES module of the WebAssembly build never answered in Electron's utility process.
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

async function answerJob(job: DecodeJob): Promise<DecodeAnswer> {
  // A sharp that cannot be loaded ends the process, which is logged; it is no fault of the file.
  const sharp = (loaded.sharp ??= loadSharp())
  try {
    const size = readSourceSize(job.bytes) ?? (await sourceSizeOf(sharp, job.bytes))
    const isShown = size.width * size.height <= MAX_PIXELS
    // Copied by that, because they are in memory that WebAssembly's threads share, which Electron does not send.
    const pictures = isShown ? (await shrink(sharp, job)).map((bytes) => withSourceSize(bytes, size)) : 'too-large'
    return { id: job.id, pictures, isLast: isTooLarge() }
  } catch (error) {
    // Whatever is wrong with the file, the answer is the same: no picture. WebAssembly that has failed may fail again.
    return { id: job.id, pictures: null, isLast: isTooLarge() || isFailureOfWasm(error) }
  }
}

function dieAboveMemoryLimit(): void {
  setInterval(() => {
    // Not by `exit`, which waits for ever for threads of WebAssembly that sleep.
    if (process.memoryUsage.rss() > RESIDENT_BYTES.most) process.kill(process.pid, 'SIGKILL')
  }, MEMORY_LOOK_MS).unref()
}

// Pictures give way to the window and to the library. Set first: threads of the decoder inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
dieAboveMemoryLimit()
process.parentPort.on('message', (message) => {
  // Only main writes to this port, and only jobs.
  void answerJob(message.data as DecodeJob).then((answer) => process.parentPort.postMessage(answer))
})
