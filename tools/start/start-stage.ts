/** Tests of `npm start`: a copy of the sources, and starts in process groups of their own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, cpSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, vi } from 'vitest'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { eventually } from '../../drivers/eventually.ts'
import { openTerminal, type Terminal, markedProcesses } from '../../drivers/processes.ts'
import { arePackagesThere } from '../setup/npm-packages.mjs'
import { noteBuilt, stampOf } from './build.ts'

const LIMIT_MS = 300_000
const SETUP = ['tools/setup/setup.mjs', 'run', 'tools/start/start.ts']

/** Matches the command line of the host. */
export const HOST = /chromium-host\/cli\.ts/

export const small = ['--images', '30', '--projects', '3', '--per-minute', '0']

/** Adds hooks to a test file that copy the project once, and end processes that a test leaves. */
export function startStage() {
  vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS })
  const state = { count: 0, temporary: '', marker: '' }
  const copies: SourceCopy[] = []
  const running: Terminal[] = []
  const folder = () => copies[0]?.folder ?? ''
  const left = () => markedProcesses(state.marker)
  const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Terminal => {
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
    for (const { output, signalAll, ended } of running.splice(0)) {
      if (task.result?.state === 'fail') console.error(`Output:\n${output().slice(-4_000)}`)
      signalAll('SIGTERM')
      await ended
    }
    await eventually(left).toEqual([])
    rmSync(state.temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  })

  return {
    /** Folder of the sources. */
    folder,
    /** Temporary folder of this test's starts. */
    temporary: () => state.temporary,
    /** Running processes of this test, as lines that begin with the process ID. */
    left,
    /** ID of the process whose command line matches. */
    pidOf: (command: RegExp) => Number.parseInt(left().find((line) => command.test(line)) ?? '', 10),
    /** Temporary profiles. */
    profiles: () => readdirSync(state.temporary).filter((name) => name.startsWith('proofsheet-start-')),
    run,
    /** `npm start` without npm, which takes half a second; `startHost` always opens the host. */
    start: (args: readonly string[], env?: NodeJS.ProcessEnv) => run(process.execPath, [...SETUP, ...args], env),
    startHost: (args: readonly string[], env?: NodeJS.ProcessEnv) =>
      run(process.execPath, [...SETUP, '--host', ...args], env),
    /** Marks out/ as outdated until the end of this test. */
    unbuild: () => {
      const stamp = join(folder(), '.setup/build.json')
      const built = readFileSync(stamp)
      rmSync(stamp)
      onTestFinished(() => writeFileSync(stamp, built))
    }
  }
}

/** Hides the variables of the test runner and npm, the display, the keyring and the message bus from a command. */
export const BARE: NodeJS.ProcessEnv = {
  INIT_CWD: undefined,
  NODE_ENV: undefined,
  DISPLAY: undefined,
  WAYLAND_DISPLAY: undefined,
  DBUS_SESSION_BUS_ADDRESS: undefined,
  XDG_RUNTIME_DIR: undefined
}

/** Connects to the window of a start with a port for developer tools, once it is open. */
export async function openPage(started: Terminal): Promise<{ browser: Browser; page: Page }> {
  await eventually(started.output).toContain('Developer tools can connect to')
  const address = /connect to (http:\S+?)\.\n/.exec(started.output())?.[1] ?? ''
  await eventually(started.output).toContain('Proofsheet is open')
  const browser = await chromium.connectOverCDP(address)
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('There is no window.')
  return { browser, page }
}

const FOLDERS = ['src', 'tools', 'drivers', 'resources']

export type SourceCopy = ReturnType<typeof copySources>

/** Copies the sources. Throws if the packages are outdated, because a setup in the copy would replace the originals. */
export function copySources() {
  if (!arePackagesThere(PROJECT_ROOT))
    throw new Error('The packages are not up to date. Run "node tools/setup/setup.mjs" before these tests.')
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-sources-'))
  for (const name of FOLDERS) cpSync(join(PROJECT_ROOT, name), join(folder, name), { recursive: true })
  for (const name of readdirSync(PROJECT_ROOT).filter((one) => /\.(json|ts|yml)$/.test(one)))
    cpSync(join(PROJECT_ROOT, name), join(folder, name))
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    folder,
    /** Replaces a text that must exist. */
    edit: (file: string, text: string, by: string) => {
      const path = join(folder, file)
      const before = readFileSync(path, 'utf8')
      if (!before.includes(text)) throw new Error(`${file} has no "${text}"`)
      writeFileSync(path, before.replace(text, by))
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** Also copies out/, marked as built from the copy. */
function copyBuilt(): SourceCopy {
  const copy = copySources()
  cpSync(builtFolder(), join(copy.folder, 'out'), { recursive: true })
  noteBuilt(copy.folder, stampOf(copy.folder))
  return copy
}
