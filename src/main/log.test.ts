import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from './log.ts'

const profile = { path: '' }
beforeEach(async () => {
  profile.path = await mkdtemp(join(tmpdir(), 'proofsheet-log-'))
})
afterEach(() => rm(profile.path, { recursive: true, force: true }))

const logIn = (maxBytes = 100_000) =>
  createLog({ folder: join(profile.path, 'logs'), profile: profile.path, maxBytes, now: () => 0 })
const linesOf = async (name: string) =>
  (await readFile(join(profile.path, 'logs', name), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

test('each event is one line of JSON without keys and without the profile path', async () => {
  const log = logIn()
  log('info', 'started')
  log('error', 'bug', new Error(`cannot open ${profile.path}/libraries/x with Bearer sk-canary-0123456789abcdef`))
  await log.flush()
  const text = await readFile(join(profile.path, 'logs/proofsheet.log'), 'utf8')
  expect(text).not.toContain('canary')
  expect(text).not.toContain(profile.path)
  expect(await linesOf('proofsheet.log')).toMatchObject([
    { at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'started' },
    { level: 'error', event: 'bug', detail: expect.stringContaining('<profile>/libraries/x') }
  ])
})

test('a truncated line contains no part of a key', async () => {
  const log = logIn()
  for (let words = 990; words < 1_000; words += 1)
    log('error', 'bug', new Error(`${'abc '.repeat(words)} sk-canary-0123456789abcdef0123456789abcdef`))
  await log.flush()
  expect(await readFile(join(profile.path, 'logs/proofsheet.log'), 'utf8')).not.toMatch(/can|345/)
})

test('the log has two files of limited size', async () => {
  const log = logIn(300)
  for (let count = 0; count < 50; count++) log('info', `event-${count}`, { count })
  await log.flush()
  expect((await readdir(join(profile.path, 'logs'))).toSorted()).toEqual(['proofsheet.1.log', 'proofsheet.log'])
  expect((await linesOf('proofsheet.log')).at(-1)).toMatchObject({ event: 'event-49' })
})

test('repeats of an event are dropped and counted, so other events are kept', async () => {
  const log = logIn()
  log('warn', 'rare')
  for (let count = 0; count < 500; count += 1) log('error', 'unknown-channel', `channel ${count}`)
  for (let count = 0; count < 30; count += 1) log('info', 'batch-started')
  await log.flush()
  const lines = await linesOf('proofsheet.log')
  expect(lines).toHaveLength(1 + 20 + 30 + 1)
  expect(lines.at(-1)).toMatchObject({ event: 'left-out', detail: "{ event: 'unknown-channel', times: 480 }" })
})

test('a repeated error does not hide another error of the same event', async () => {
  const log = logIn()
  for (let count = 0; count < 500; count += 1) log('error', 'unhandled-rejection', new Error(`record ${count}`))
  log('error', 'unhandled-rejection', new Error('another error'))
  await log.flush()
  const lines = await linesOf('proofsheet.log')
  expect(lines).toHaveLength(20 + 1 + 1)
  expect(lines.at(-2)).toMatchObject({ event: 'left-out', detail: "{ event: 'unhandled-rejection', times: 480 }" })
  expect(lines.at(-1)).toMatchObject({ detail: expect.stringContaining('another error') })
})

test('a value without a JSON form is logged', async () => {
  const log = logIn()
  const circle: { self?: unknown } = {}
  circle.self = circle
  log('warn', 'odd', circle)
  log('warn', 'odd', 1n)
  await log.flush()
  expect(await linesOf('proofsheet.log')).toHaveLength(2)
})
