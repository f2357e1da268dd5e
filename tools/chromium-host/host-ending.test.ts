/** However a host ends, nothing of it is left: no Chromium, no folder, no lock. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { eventually } from '../../drivers/eventually.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')
const CLI = join(import.meta.dirname, 'cli.ts')
const OPEN_APP = join(import.meta.dirname, '../../drivers/open-app.ts')

let profile: string
beforeAll(async () => (profile = await mkdtemp(join(tmpdir(), 'host-ending-'))))
afterAll(() => rm(profile, { recursive: true, force: true }))

const open = (): Promise<OpenedApp> => openApp({ shell: 'host', root: FIXTURE, profile })

/** Processes whose command line names the folder that only this host's Chromium uses. */
function chromiumOf(pid: number): number[] {
  const mark = `chromium-host-${pid}-`
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((name) => commandLine(name).includes(mark)).map(Number)
}

function commandLine(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // It ended between the listing and the reading.
    if (existsSync(file)) throw error
    return ''
  }
}

const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`chromium-host-${pid}-`))

// Each starts Chromium anew, which takes seconds on a busy machine.
describe('ending', { timeout: 60_000 }, () => {
  it('by SIGKILL leaves no Chromium; the next start clears the folder, is told of a second one, and ends by its menu', async () => {
    const killed = await open()
    expect(chromiumOf(killed.pid).length).toBeGreaterThan(0)
    await killed.kill()
    await eventually(() => chromiumOf(killed.pid)).toEqual([])
    const app = await open()
    expect(foldersOf(killed.pid)).toEqual([])
    const second = spawn(process.execPath, [CLI, FIXTURE, '--profile', profile], { stdio: 'ignore' })
    const [code] = await once(second, 'exit')
    expect(code).toBe(0)
    const starts = () => app.page.evaluate<number>('bridge.seen().then((seen) => seen.secondStarts)')
    await eventually(starts).toBe(1)
    await app.host?.('clickMenu', ['File', 'quit'])
    expect(await app.exited).toBe(0)
    expect(foldersOf(app.pid)).toEqual([])
  })

  it('by SIGTERM quits the app; its page may have died before, its temporary folder have too long a path for a socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'long-'.repeat(16)))
    const app = await openApp({ shell: 'host', root: FIXTURE, profile, env: { TMPDIR: folder } })
    await app.page.goto('chrome://crash').catch(() => null)
    // The app loads its page again; the test's own page object is lost with the old one.
    const lines = () => app.stdout().trim().split('\n')
    await eventually(lines).toEqual(['page loaded', 'page crashed', 'page loaded'])
    expect(await app.close()).toBe(0)
    await eventually(() => chromiumOf(app.pid)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('follows the death of the test that opened it', async () => {
    const script = `import { openApp } from ${JSON.stringify(OPEN_APP)}
      const app = await openApp(${JSON.stringify({ shell: 'host', root: FIXTURE, profile })})
      console.log(app.pid)
      process.kill(process.pid, 'SIGKILL')`
    const test = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const pid = Number(await text(test.stdout))
    expect(pid).toBeGreaterThan(0)
    await eventually(() => commandLine(String(pid))).toBe('')
    await eventually(() => chromiumOf(pid)).toEqual([])
  })

  it('follows the death of Chromium', async () => {
    const app = await open()
    process.kill(Math.min(...chromiumOf(app.pid)), 'SIGKILL')
    await app.exited
    expect(app.stderr()).toContain('Chromium is gone')
    expect(foldersOf(app.pid)).toEqual([])
  })
})
