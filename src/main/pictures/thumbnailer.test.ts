/** With the real decoder in a real process, and with one that is played for what a real one does only by bad luck. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { forkTestDecoder, type TestDecoder } from '../../../test/helpers/decoder-process.ts'
import type { DecodeAnswer, DecodeJob } from './decode-message.ts'
import type { DecoderProcess } from './decoder-lane.ts'
import { sniffRaster } from './sniff.ts'
import { createThumbnailer, type Thumbnailer } from './thumbnailer.ts'
import { eventually } from '../../../drivers/eventually.ts'

const open: Thumbnailer[] = []
afterEach(() => {
  for (const thumbnailer of open.splice(0)) thumbnailer.close()
})

function thumbnailerOf(fork: () => DecoderProcess, limits: { limitMs?: number; idleMs?: number; lanes?: number } = {}) {
  const made = createThumbnailer({ fork, lanes: 1, limitMs: 10_000, idleMs: 60_000, ...limits })
  open.push(made)
  return made
}

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } })

test('shrinks to WebP, never enlarges, keeps the shape', async () => {
  const thumbnailer = thumbnailerOf(forkTestDecoder)
  const sizes = [
    [1024, 1024, 192, 192, 192],
    [1024, 512, 384, 384, 192],
    [100, 50, 384, 100, 50]
  ] as const
  for (const [width, height, size, newWidth, newHeight] of sizes) {
    const bytes = await thumbnailer.make(await drawn(width, height).png().toBuffer(), size)
    expect(bytes && sniffRaster(bytes)).toBe('webp')
    expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({ width: newWidth, height: newHeight })
  }
})

test('reads each kind that is let through', async () => {
  const thumbnailer = thumbnailerOf(forkTestDecoder)
  const kinds = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const
  const files = await Promise.all(kinds.map((kind) => drawn(64, 64).toFormat(kind).toBuffer()))
  const made = await Promise.all(files.map((bytes) => thumbnailer.make(bytes, 32)))
  expect(made.map((bytes) => bytes && sniffRaster(bytes))).toEqual(kinds.map(() => 'webp'))
})

test('broken, giant and foreign files are no picture, and the next one is', async () => {
  const thumbnailer = thumbnailerOf(forkTestDecoder)
  const good = await drawn(64, 64).png().toBuffer()
  const bad = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.alloc(0),
    good.subarray(0, good.length - 30),
    Buffer.concat([good.subarray(0, 8), Buffer.alloc(200, 0xff)]),
    claimingSize(good, 60_000)
  ]
  for (const bytes of bad) expect(await thumbnailer.make(bytes, 32)).toBeNull()
  expect(await thumbnailer.make(good, 32)).not.toBeNull()
})

/** The same PNG with another width and height in its header, and a checksum that agrees. */
function claimingSize(png: Buffer, edge: number): Buffer {
  const claiming = Buffer.from(png)
  claiming.writeUInt32BE(edge, 16)
  claiming.writeUInt32BE(edge, 20)
  claiming.writeUInt32BE(crc32(claiming.subarray(12, 29)), 29)
  return claiming
}

/** A decoder that answers as it is told. */
function playDecoder(
  react: (job: DecodeJob, decoder: { answer(bytes: Uint8Array | null): void; exit(): void }) => void
) {
  const state = { forked: 0, killed: 0 }
  const fork = (): DecoderProcess => {
    state.forked += 1
    const listeners: { message?: (answer: DecodeAnswer) => void; exit?: () => void } = {}
    const exit = (): void => queueMicrotask(() => listeners.exit?.())
    return {
      postMessage: (job) => react(job, { answer: (bytes) => listeners.message?.({ id: job.id, bytes }), exit }),
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

test('a decoder that dies costs one picture; the next job gets a new one', async () => {
  const { state, fork } = playDecoder((job, decoder) =>
    job.size === 13 ? decoder.exit() : decoder.answer(Uint8Array.of(job.size))
  )
  const thumbnailer = thumbnailerOf(fork)
  const bytes = Uint8Array.of(1)
  const answers = [thumbnailer.make(bytes, 1), thumbnailer.make(bytes, 13), thumbnailer.make(bytes, 2)]
  expect(await Promise.all(answers)).toEqual([Uint8Array.of(1), null, Uint8Array.of(2)])
  expect(state.forked).toBe(2)
})

test('a decoder that takes too long is killed', async () => {
  const { state, fork } = playDecoder((job, decoder) => {
    if (job.size !== 13) decoder.answer(Uint8Array.of(job.size))
  })
  const thumbnailer = thumbnailerOf(fork, { limitMs: 20 })
  const answers = [thumbnailer.make(Uint8Array.of(1), 13), thumbnailer.make(Uint8Array.of(1), 2)]
  expect(await Promise.all(answers)).toEqual([null, Uint8Array.of(2)])
  expect(state).toEqual({ forked: 2, killed: 1 })
})

test('a decoder without work is let go, closing answers what waits', async () => {
  const decoders: TestDecoder[] = []
  const thumbnailer = thumbnailerOf(() => {
    const decoder = forkTestDecoder()
    decoders.push(decoder)
    return decoder
  })
  const waiting = thumbnailer.make(await drawn(900, 900).png().toBuffer(), 32)
  const behind = thumbnailer.make(Uint8Array.of(1), 32)
  thumbnailer.close()
  expect(await Promise.all([waiting, behind])).toEqual([null, null])

  const { state, fork } = playDecoder((_job, decoder) => decoder.answer(null))
  await thumbnailerOf(fork, { idleMs: 1 }).make(Uint8Array.of(1), 1)
  await eventually(() => state.killed).toBe(1)
})
