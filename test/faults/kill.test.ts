/**
 * SIGKILL at random moments of a drain, in a real process over a real file and a real port: nothing is lost, every
 * star arrives, the receipt adds up, no run ends stuck. KILLS sets how many; a failing run prints its seed (KILL_SEED).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { readReceipt } from '../../src/main/engine/storage/batches.ts'
import { close, openForReading } from '../../src/main/engine/storage/database.ts'
import { type RunningService, startReferenceService } from '../../src/reference-service/server.ts'
import { seededRandom } from '../helpers/seeded-random.ts'

const KILLS = Number(process.env['KILLS'] ?? 5)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 100_000)
/** More stars for more kills, so that every kill finds something under way. */
const IMAGES = 150 + KILLS * 25
const CHILD = join(import.meta.dirname, 'writer-child.ts')

interface Line {
  readonly waiting: number
  readonly state: string
  readonly pickedUp: object | null
}

/** Starts a child and settles with the first of its lines that is as wanted. */
function startChild(args: readonly string[], isWanted: (line: Line) => boolean) {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { promise, resolve, reject } = Promise.withResolvers<Line>()
  createInterface({ input: child.stdout }).on('line', (text) => {
    // Written by the child in this shape.
    const line = JSON.parse(text) as Line
    if (isWanted(line)) resolve(line)
  })
  child.on('exit', () => reject(new Error('the child ended before it said so')))
  return { child, line: promise }
}

async function killChild(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Settles when that many more updates have arrived. */
function untilUpdates(service: RunningService, more: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = more
  const count = ({ method }: { readonly method: string }): null => {
    if (method === 'PUT') left -= 1
    if (left <= 0) resolve()
    return null
  }
  service.change({ faults: count })
  return promise
}

describe('kill', { timeout: 60_000 + KILLS * 20_000 }, () => {
  it(`loses nothing in ${KILLS} kills (KILL_SEED=${SEED})`, async () => {
    const random = seededRandom(SEED)
    const folder = mkdtempSync(join(tmpdir(), 'proofsheet-kill-'))
    const file = join(folder, 'library.db')
    const service = await startReferenceService({ images: IMAGES, projects: 3, perMinute: 0, answerDelayMs: 15 })
    const args = [file, service.url]
    const arriving = [...service.truth.images.values()].filter((image) => !image.favorite).length
    try {
      const first = startChild([...args, 'star'], ({ waiting }) => waiting > 0)
      await first.line
      let { child } = first
      for (let kill = 0; kill < KILLS; kill += 1) {
        await untilUpdates(service, 1 + Math.floor(random() * 20))
        await killChild(child)
        const next = startChild(args, ({ pickedUp }) => pickedUp !== null)
        await next.line
        child = next.child
      }
      await killChild(child)
      const last = startChild(args, ({ waiting, state }) => waiting === 0 && state === 'up-to-date')
      await last.line
      await killChild(last.child)
      expect([...service.truth.images.values()].every((image) => image.favorite)).toBe(true)
      const updates = service.log.filter((entry) => entry.method === 'PUT').length
      // Read before sent again: only what was still on its way when it was looked up is sent twice.
      expect(updates).toBeLessThanOrEqual(arriving + (KILLS + 2) * 6)
      const db = openForReading(file)
      if (!db.ok) throw new Error(db.failure.code)
      const receipt = readReceipt(db.value, 1)
      close(db.value)
      expect(receipt).toMatchObject({ size: IMAGES, waiting: 0, needsYou: 0, takenBack: 0, done: arriving })
    } finally {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
