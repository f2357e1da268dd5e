/** `npm start` with a library that is not there at once: another start has it, a later Proofsheet wrote it, or it is slow. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { copySources, type SourceCopy } from './source-copy.ts'
import { eventually } from '../../drivers/eventually.ts'

const LIMIT_MS = 600_000
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS })

interface Started {
  readonly child: ChildProcess
  readonly said: () => string
  readonly ended: Promise<unknown>
}

let copy: SourceCopy
let temporary: string
const running: Started[] = []

beforeAll(() => (copy = copySources()))
afterAll(() => copy[Symbol.dispose]())
beforeEach(() => (temporary = mkdtempSync(join(tmpdir(), 'proofsheet-start-test-'))))
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
})

function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [join(copy.folder, 'tools/start/start.ts'), '--host', '--headless', ...args], {
    cwd: copy.folder,
    env: { ...process.env, INIT_CWD: undefined, NODE_ENV: undefined, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  const started = { child, said: () => parts.join(''), ended: once(child, 'close').then(([code]) => code as unknown) }
  running.push(started)
  return started
}

/** As a later Proofsheet would have left it. */
function makeNewer(libraries: string): void {
  for (const name of readdirSync(libraries).filter((file) => file.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(libraries, name))
    database.exec('PRAGMA user_version = 9999')
    database.close()
  }
}

it('one that is open already is told; one whose library cannot be opened is shown', async () => {
  const profile = join(temporary, 'one')
  const first = start('--images', '30', '--projects', '3', '--profile', profile)
  await eventually(first.said).toContain('Proofsheet is open')

  const second = start('--no-service', '--profile', profile)
  expect(await second.ended).toBe(2)
  expect(second.said()).toContain(`Proofsheet is open on ${profile} already.`)
  expect(second.said()).not.toContain('    at ')

  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  makeNewer(join(profile, 'libraries'))
  const third = start('--profile', profile)
  await eventually(third.said).toContain('The library of this profile is not connected (library-newer).')
})

it('a library that takes long to read is photographed as far as it is there', async () => {
  const started = start('--images', '400', '--projects', '3', '--per-minute', '2')
  await eventually(started.said).toMatch(/A picture of the main screen|No picture/)
  expect(started.said()).not.toContain('No picture')
})
