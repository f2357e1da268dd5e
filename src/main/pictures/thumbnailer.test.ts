/** Uses the real decoder in a real process, and a fake one for failures that a real one rarely has. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../drivers/eventually.ts'
import { forkTestDecoder, type TestDecoder } from '../../../test/helpers/decoder-process.ts'
import type { DecoderProcess, DecodeResponse, DecodeJob } from './decoder-lane.ts'
import { sniffRaster } from './sniff.ts'
import { createThumbnailer, type Thumbnailer } from './thumbnailer.ts'

const open: Thumbnailer[] = []
const crashes: string[] = []
afterEach(() => {
  crashes.length = 0
  for (const thumbnailer of open.splice(0)) thumbnailer.close()
})

const jobOf = (bytes: Uint8Array, size = 32) => ({ bytes, sizes: [size], isMoving: false })

function thumbnailerOf(fork: () => DecoderProcess, limits: { limitMs?: number; idleMs?: number; lanes?: number } = {}) {
  const made = createThumbnailer({
    fork,
    lanes: 1,
    limitMs: 20_000,
    idleMs: 60_000,
    onDeath: (reason) => crashes.push(reason),
    ...limits
  })
  open.push(made)
  return made
}

/** Shared real process for tests that only decode, because its start takes longer than they do. */
const decoding = createThumbnailer({
  fork: () => forkTestDecoder(),
  lanes: 1,
  limitMs: 20_000,
  idleMs: 60_000,
  onDeath: (reason) => crashes.push(reason)
})
afterAll(() => decoding.close())

/** Decodes a picture; returns no files if it cannot be shown. */
async function filesOf(job: Parameters<Thumbnailer['make']>[0]): Promise<readonly Uint8Array[]> {
  const made = await decoding.make(job)
  return made === null || typeof made === 'string' ? [] : made
}

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } })

test('resizes to WebP, never enlarges, keeps the aspect ratio', async () => {
  const cases = [
    [1024, 1024, [192, 192], [384, 384]],
    [1024, 512, [192, 96], [384, 192]],
    [300, 150, [192, 96], [300, 150]]
  ] as const
  for (const [width, height, ...sizes] of cases) {
    const bytes = await drawn(width, height).png().toBuffer()
    const made = await filesOf({ bytes, sizes: [192, 384], isMoving: false })
    expect(made.map(sniffRaster)).toEqual(['webp', 'webp'])
    const found = await Promise.all(made.map((file) => sharp(file).metadata()))
    expect(found.map((file) => [file.width, file.height])).toEqual(sizes)
  }
})

/** Red and green above blue and yellow, 48 x 32 px when upright. */
const QUARTERS = [
  [220, 30, 30],
  [30, 170, 60],
  [40, 60, 210],
  [240, 220, 60]
]
const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/pictures')

/** Returns the colors in the middle of the quarters of the first frame. */
async function quartersOf(file: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(file, { pages: 1 }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([48, 32])
  const offsets = [8, 24].flatMap((y) => [12, 36].map((x) => (y * info.width + x) * info.channels))
  return offsets.map((at) => [...data.subarray(at, at + 3)])
}

test('decodes every accepted format upright and in its colors', async () => {
  for (const name of readdirSync(FIXTURES)) {
    const [file] = await filesOf({ bytes: readFileSync(join(FIXTURES, name)), sizes: [384], isMoving: false })
    const quarters = file === undefined ? [] : await quartersOf(file)
    const differences = quarters.flatMap((color, at) =>
      color.map((value, n) => Math.abs(value - (QUARTERS[at]?.[n] ?? 0)))
    )
    // CMYK has no blue as saturated as that.
    const most = name === 'cmyk.jpg' ? 70 : 40
    expect([name, differences.length, Math.max(...differences) < most]).toEqual([name, 12, true])
  }
})

test('keeps the colors of half-transparent pixels', async () => {
  const background = { r: 100, g: 60, b: 20, alpha: 0.5 }
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 4, background } })
    .png()
    .toBuffer()
  for (const file of await filesOf({ bytes, sizes: [192, 384], isMoving: false })) {
    const pixels = await sharp(file).raw().toBuffer()
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels
    expect([red - 100, green - 60, blue - 20, alpha - 128].every((off) => Math.abs(off) < 8)).toBe(true)
  }
})

test('an animated picture is animated only in the full view', async () => {
  for (const name of ['moving.gif', 'moving.webp', 'still.gif']) {
    const bytes = readFileSync(join(FIXTURES, name))
    const frames = async (isMoving: boolean): Promise<number> => {
      const [file] = await filesOf({ bytes, sizes: [4096], isMoving })
      return (await sharp(file, { pages: -1 }).metadata()).pages ?? 1
    }
    expect([name, await frames(true), await frames(false)]).toEqual([name, name === 'still.gif' ? 1 : 3, 1])
  }
})

test('broken, huge and unsupported files are not pictures, and the next file is decoded', async () => {
  const good = await drawn(64, 64).png().toBuffer()
  const bad = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.alloc(0),
    good.subarray(0, good.length - 30),
    Buffer.concat([good.subarray(0, 8), Buffer.alloc(200, 0xff)])
  ]
  for (const bytes of bad) expect(await decoding.make(jobOf(bytes))).toBeNull()
  expect(await decoding.make(jobOf(claimingSize(good, 60_000)))).toBe('too-large')
  expect(await decoding.make(jobOf(good))).toHaveLength(1)
})

/** Returns the PNG with another width and height in its header and a matching checksum. */
function claimingSize(png: Buffer, edge: number): Buffer {
  const claiming = Buffer.from(png)
  claiming.writeUInt32BE(edge, 16)
  claiming.writeUInt32BE(edge, 20)
  claiming.writeUInt32BE(crc32(claiming.subarray(12, 29)), 29)
  return claiming
}

/** Creates a fake decoder that responds as `react` decides. */
function createFakeDecoder(
  react: (job: DecodeJob, decoder: { respond(...sizes: number[]): void; exit(): void }) => void
) {
  const state = { forked: 0, killed: 0 }
  const fork = (): DecoderProcess => {
    state.forked += 1
    const listeners: { message?: (result: DecodeResponse) => void; exit?: (reason: string) => void } = {}
    const exit = (): void => queueMicrotask(() => listeners.exit?.('exit code 1'))
    const respond = (id: number, sizes: number[]): void =>
      listeners.message?.({ id, pictures: sizes.map((size) => Uint8Array.of(size)), isLast: false })
    return {
      postMessage: (job) => react(job, { respond: (...sizes) => respond(job.id, sizes), exit }),
      onMessage: (listener) => void (listeners.message = listener),
      onExit: (listener) => void (listeners.exit = listener),
      kill: () => {
        state.killed += 1
        exit()
      }
    }
  }
  return { state, fork }
}

test('a crashed decoder loses one picture; the next job gets a new one', async () => {
  const { state, fork } = createFakeDecoder((job, decoder) =>
    job.sizes.includes(13) ? decoder.exit() : decoder.respond(...job.sizes)
  )
  const thumbnailer = thumbnailerOf(fork)
  const bytes = Uint8Array.of(1)
  const results = [1, 13, 2].map((size) => thumbnailer.make(jobOf(bytes, size)))
  expect(await Promise.all(results)).toEqual([[Uint8Array.of(1)], null, [Uint8Array.of(2)]])
  expect([state.forked, crashes]).toEqual([2, ['exit code 1']])
})

test('a decoder that takes too long is killed', async () => {
  const { state, fork } = createFakeDecoder((job, decoder) => {
    if (!job.sizes.includes(13)) decoder.respond(...job.sizes)
  })
  const thumbnailer = thumbnailerOf(fork, { limitMs: 20 })
  const results = [13, 2].map((size) => thumbnailer.make(jobOf(Uint8Array.of(1), size)))
  expect(await Promise.all(results)).toEqual(['too-slow', [Uint8Array.of(2)]])
  expect(state).toEqual({ forked: 2, killed: 1 })
  expect(crashes).toEqual(['no picture after 20 ms'])
})

test('an idle decoder is stopped, and closing resolves pending jobs with null', async () => {
  const decoders: TestDecoder[] = []
  const thumbnailer = thumbnailerOf(() => {
    const decoder = forkTestDecoder()
    decoders.push(decoder)
    return decoder
  })
  const waiting = thumbnailer.make(jobOf(await drawn(900, 900).png().toBuffer()))
  const behind = thumbnailer.make(jobOf(Uint8Array.of(1)))
  thumbnailer.close()
  expect(await Promise.all([waiting, behind])).toEqual([null, null])

  const { state, fork } = createFakeDecoder((_job, decoder) => decoder.respond())
  await thumbnailerOf(fork, { idleMs: 1 }).make(jobOf(Uint8Array.of(1)))
  await eventually(() => state.killed).toBe(1)
})

/** Makes exits hang as during a first job, when they wait for WebAssembly threads that wait for the main thread. */
const HANGING_EXIT = `data:text/javascript,process.on('exit', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

test('a decoder exits with its parent process even if an exit would hang', async () => {
  const decoder = forkTestDecoder(HANGING_EXIT)
  onTestFinished(() => decoder.kill())
  const made = Promise.withResolvers<DecodeResponse>()
  decoder.onMessage(made.resolve)
  const gone = Promise.withResolvers<string>()
  decoder.onExit(gone.resolve)
  decoder.postMessage({ id: 1, ...jobOf(await drawn(64, 64).png().toBuffer()) })
  expect((await made.promise).pictures).toHaveLength(1)
  decoder.disconnect()
  await gone.promise
})
