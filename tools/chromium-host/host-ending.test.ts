/** A host leaves no Chromium, no folder and no lock, however it ends. */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { processIds, readProc } from '../../drivers/processes.ts'
import { eventually } from '../../drivers/eventually.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')
const CLI = join(import.meta.dirname, 'cli.ts')
const OPEN_APP = join(import.meta.dirname, '../../drivers/open-app.ts')

let profile: string
beforeAll(async () => (profile = await mkdtemp(join(tmpdir(), 'host-ending-'))))
afterAll(() => rm(profile, { recursive: true, force: true }))

const open = (): Promise<OpenedApp> => openApp({ shell: 'host', root: FIXTURE, profile })

/** Processes of this host's Chromium, by the folder in their command line. */
function chromiumOf(pid: number): readonly number[] {
  return processIds().filter((one) => readProc(one, 'cmdline').includes(`chromium-host-${pid}-`))
}

const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`chromium-host-${pid}-`))

// Each test starts Chromium, which takes seconds on a busy machine.
describe('ending', { timeout: 60_000 }, () => {
  it('by SIGKILL leaves no Chromium; the next start removes the folder, is notified of a second one, and ends by its menu', async () => {
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

  it('by SIGTERM quits the app, also after a crash of its page and with a temporary folder whose path is too long for a socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'long-'.repeat(16)))
    const app = await openApp({ shell: 'host', root: FIXTURE, profile, env: { TMPDIR: folder } })
    await app.page.goto('chrome://crash').catch(() => null)
    // The app loads its page again; the test’s page object is lost with the old page.
    const lines = () => app.stdout().trim().split('\n')
    await eventually(lines).toEqual(['page loaded', 'page crashed', 'page loaded'])
    expect(await app.close()).toBe(0)
    await eventually(() => chromiumOf(app.pid)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('follows the end of the test that opened it', async () => {
    const script = `import { openApp } from ${JSON.stringify(OPEN_APP)}
      const app = await openApp(${JSON.stringify({ shell: 'host', root: FIXTURE, profile })})
      console.log(app.pid)
      process.kill(process.pid, 'SIGKILL')`
    const test = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const pid = Number(await text(test.stdout))
    expect(pid).toBeGreaterThan(0)
    await eventually(() => readProc(pid, 'cmdline').toString()).toBe('')
    await eventually(() => chromiumOf(pid)).toEqual([])
  })

  it('follows the end of Chromium', async () => {
    const app = await open()
    process.kill(Math.min(...chromiumOf(app.pid)), 'SIGKILL')
    await app.exited
    expect(app.stderr()).toContain('Chromium is gone')
    expect(foldersOf(app.pid)).toEqual([])
  })
})
