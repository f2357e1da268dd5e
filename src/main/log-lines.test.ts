import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportLogTo, listLogLines } from './log-lines.ts'
import { createLog } from './log.ts'

const ALL = { search: '', filter: null, limit: 100 } as const
const folder = { path: '' }
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-log-lines-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

async function writeLog(maxBytes = 100_000): Promise<void> {
  const clock = { now: 0 }
  const log = createLog({ folder: folder.path, profile: '/p', maxBytes, now: () => (clock.now += 1_000) })
  log('info', 'started')
  log('warn', 'key-refused', { group: 'images' })
  log('error', 'library-not-opened', { code: 'disk-full' })
  await log.flush()
}

test('lines of both files are listed newest first', async () => {
  await writeLog(230)
  const lines = await listLogLines(folder.path, ALL)
  expect(lines.map(({ at, level, event }) => [at, level, event])).toEqual([
    [3_000, 'error', 'library-not-opened'],
    [2_000, 'warn', 'key-refused'],
    [1_000, 'info', 'started']
  ])
})

test('filter, search and limit apply', async () => {
  await writeLog()
  const events = async (more: object) =>
    (await listLogLines(folder.path, { ...ALL, ...more })).map(({ event }) => event)
  expect(await events({ filter: 'problems' })).toEqual(['library-not-opened', 'key-refused'])
  expect(await events({ filter: 'connection' })).toEqual(['key-refused'])
  expect(await events({ filter: 'app' })).toEqual(['library-not-opened', 'started'])
  expect(await events({ search: 'didn’t accept' })).toEqual(['key-refused'])
  expect(await events({ search: ' DISK-full ' })).toEqual(['library-not-opened'])
  expect(await events({ limit: 1 })).toEqual(['library-not-opened'])
})

test('a long log is searched in chunks, and only as far as needed', async () => {
  const line = (at: number): string =>
    JSON.stringify({ at: new Date(at).toISOString(), level: 'info', event: `event-${at}`, detail: '' })
  const count = 5_000
  await writeFile(join(folder.path, 'proofsheet.log'), Array.from({ length: count }, (_, at) => line(at)).join('\n'))
  const turns = { count: 0, isOver: false }
  const turn = (): void => {
    turns.count += 1
    if (!turns.isOver) setImmediate(turn)
  }
  setImmediate(turn)
  expect(await listLogLines(folder.path, { ...ALL, search: 'no such text' })).toEqual([])
  expect(turns.count).toBeGreaterThan(20)
  const newest = await listLogLines(folder.path, { ...ALL, limit: 250 })
  turns.isOver = true
  expect([newest.length, newest[0]?.at, newest.at(-1)?.at]).toEqual([250, count - 1, count - 250])
})

test('invalid lines are skipped, and a missing log has no lines', async () => {
  expect(await listLogLines(folder.path, ALL)).toEqual([])
  await writeLog()
  await appendFile(join(folder.path, 'proofsheet.log'), '{"at":"yesterday","level":"info"}\n{"at":"1970-0')
  expect(await listLogLines(folder.path, ALL)).toHaveLength(3)
})

test('the exported file is the whole log with keys masked', async () => {
  await writeLog()
  await appendFile(join(folder.path, 'proofsheet.log'), 'upstream said sk-canary-0123456789abcdef\n')
  const file = join(folder.path, 'out.log')
  expect(await exportLogTo(folder.path, async () => file)).toEqual({ ok: true, value: { file } })
  const text = await readFile(file, 'utf8')
  expect(text).toContain('library-not-opened')
  expect(text).not.toContain('canary')
})

test('a canceled export returns null, and an unwritable path is a failure', async () => {
  await writeLog()
  expect(await exportLogTo(folder.path, async () => null)).toEqual({ ok: true, value: null })
  const inFile = join(folder.path, 'proofsheet.log', 'x.log')
  expect((await exportLogTo(folder.path, async () => inFile)).ok).toBe(false)
})
