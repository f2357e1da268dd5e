/** The stage of the tests of `npm start`: a copy of the sources, and a start in a terminal's process group of its own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, vi } from 'vitest'
import { markedProcesses } from '../../drivers/marked-processes.ts'
import { openTerminal, type Terminal } from '../../drivers/terminal.ts'
import { copyBuilt, type SourceCopy } from './source-copy.ts'
import { eventually } from '../../drivers/eventually.ts'

const LIMIT_MS = 300_000
const SETUP = ['tools/setup/setup.mjs', 'run', 'tools/start/start.ts']

/** Of the command lines of what a start begins. */
export const HOST = /chromium-host\/cli\.ts/

export const small = ['--images', '30', '--projects', '3', '--per-minute', '0']

export interface StartStage {
  /** Of the sources. */
  readonly folder: () => string
  /** Where this test's starts keep what is not to stay. */
  readonly temporary: () => string
  /** What this test began and is not gone, a line each that begins with the process id. */
  readonly left: () => readonly string[]
  /** The process id of the one of them whose command line matches. */
  readonly pidOf: (command: RegExp) => number
  /** The throw-away profiles that lie there. */
  readonly profiles: () => readonly string[]
  readonly run: (command: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Terminal
  /** `npm start`, without npm before it, which takes half a second; `startHost` opens the host on every machine. */
  readonly start: (args: readonly string[], env?: NodeJS.ProcessEnv) => Terminal
  readonly startHost: (args: readonly string[], env?: NodeJS.ProcessEnv) => Terminal
  /** What lies in out/ counts as old for this test, and is as good as it was afterwards. */
  readonly unbuild: () => void
}

/** For the top of a test file: its hooks copy the project once, and end what a test leaves. */
export function startStage(): StartStage {
  vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS })
  const state = { count: 0, temporary: '', marker: '' }
  const copies: SourceCopy[] = []
  const running: Terminal[] = []
  const folder = () => copies[0]?.folder ?? ''
  const left = () => markedProcesses(state.marker)
  const run: StartStage['run'] = (command, args, env = {}) => {
    const started = openTerminal(command, args, {
      cwd: folder(),
      env: { ...process.env, ...BARE, TMPDIR: state.temporary, PROOFSHEET_MARKER: state.marker, ...env }
    })
    running.push(started)
    return started
  }

  beforeAll(() => void copies.push(copyBuilt()))
  afterAll(() => copies.pop()?.[Symbol.dispose]())
  beforeEach(() => {
    state.temporary = mkdtempSync(join(tmpdir(), 'start-test-'))
    state.count += 1
    state.marker = `proofsheet-start-test-${process.pid}-${state.count};`
  })
  afterEach(async ({ task }) => {
    for (const { said, toAll, ended } of running.splice(0)) {
      if (task.result?.state === 'fail') console.error(`It said:\n${said().slice(-4_000)}`)
      toAll('SIGTERM')
      await ended
    }
    await eventually(left).toEqual([])
    rmSync(state.temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  })

  return {
    folder,
    temporary: () => state.temporary,
    left,
    pidOf: (command) => Number.parseInt(left().find((line) => command.test(line)) ?? '', 10),
    profiles: () => readdirSync(state.temporary).filter((name) => name.startsWith('proofsheet-start-')),
    run,
    start: (args, env) => run(process.execPath, [...SETUP, ...args], env),
    startHost: (args, env) => run(process.execPath, [...SETUP, '--host', ...args], env),
    unbuild: () => {
      const stamp = join(folder(), '.setup/build.json')
      const built = readFileSync(stamp)
      rmSync(stamp)
      onTestFinished(() => writeFileSync(stamp, built))
    }
  }
}

/** What a test runner and npm say of themselves is not for a command to find; no display, no keyring and no bus either. */
export const BARE: NodeJS.ProcessEnv = {
  INIT_CWD: undefined,
  NODE_ENV: undefined,
  DISPLAY: undefined,
  WAYLAND_DISPLAY: undefined,
  DBUS_SESSION_BUS_ADDRESS: undefined,
  XDG_RUNTIME_DIR: undefined
}

/** The window of one that was started with a port for developer tools, when it is open. */
export async function openPage(started: Terminal): Promise<{ browser: Browser; page: Page }> {
  await eventually(started.said).toContain('Developer tools can connect to')
  const address = /connect to (http:\S+?)\.\n/.exec(started.said())?.[1] ?? ''
  await eventually(started.said).toContain('Proofsheet is open')
  const browser = await chromium.connectOverCDP(address)
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('There is no window')
  return { browser, page }
}
