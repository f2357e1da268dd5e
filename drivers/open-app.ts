/** Opens the built app in Electron or in the Chromium host, and returns its page. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { ControlResponse, ControlCommands, ControlName } from '../tools/chromium-host/control.ts'
import { PROJECT_ROOT } from './built-app.ts'
import { chosenShell, findElectron, type Shell } from './chosen-shell.ts'

interface WindowSize {
  readonly width: number
  readonly height: number
}

export interface OpenAppOptions {
  readonly shell?: Shell
  /** The folder of package.json; the project's by default. */
  readonly root?: string
  /** Folder of the app's data. */
  readonly profile: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly size?: WindowSize
  readonly colorScheme?: 'light' | 'dark'
  /** Whether to reduce motion; without transitions frames take half as long, and tests need not wait. */
  readonly reducesMotion?: boolean
  /** Defaults to 0, which selects a free port. */
  readonly debuggingPort?: number
  /** Time limit for loading the page. */
  readonly loadLimitMs?: number
  /** Gets output immediately. */
  readonly onOutput?: (part: string) => void
  /** Aborting it while the app opens ends the app, and `openApp` rejects. */
  readonly signal?: AbortSignal
}

export interface OpenedApp {
  readonly shell: Shell
  readonly page: Page
  /** ID of the main process. */
  readonly pid: number
  /** Output so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Controls menus, dialogs and more; `null` in real Electron, which offers none of this. */
  readonly host: HostControl | null
  /** Sends SIGKILL to the main process; resolves when it has ended. */
  readonly kill: () => Promise<void>
  /** Quits in order; resolves to the exit code. */
  readonly close: () => Promise<number | null>
  readonly screenshot: (file: string) => Promise<void>
  /** Size of the content in px. */
  readonly resize: (size: WindowSize) => Promise<void>
  /** Resolves to the exit code; `null` after a signal. */
  readonly exited: Promise<number | null>
}

/** The app ended, or showed no window. */
export class AppDidNotOpen extends Error {
  /** `null` unless it ended on its own; 0 if the profile is already open. */
  readonly exitCode: number | null

  constructor(output: string, exitCode: number | null, cause: unknown) {
    super(`The app did not open:\n${output}`, { cause })
    this.exitCode = exitCode
  }
}

const HOST = join(PROJECT_ROOT, 'tools/chromium-host/cli.ts')
const START_LIMIT_MS = 30_000
/** Names in `.invalid` fail without a name server, as in the host. */
const NAME_RULES = '--host-resolver-rules=MAP *.invalid ~NOTFOUND'
/** The port may close shortly before the app ends. */
const EXIT_LIMIT_MS = 10_000
/** Addresses of the page in Electron, in the host, and on a dev server. */
const PAGE_ADDRESS = /^(app:\/\/bundle|https:\/\/bundle\.app\.invalid|http:\/\/127\.0\.0\.1:\d+)\//

/** Rejects with `AppDidNotOpen` if the app does not open within half a minute. */
export async function openApp(options: OpenAppOptions): Promise<OpenedApp> {
  options.signal?.throwIfAborted()
  const shell = options.shell ?? chosenShell()
  const child = start(shell, options)
  const output = collect(child, options.onOutput)
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  const host = shell === 'host' ? createHostControl(child) : null
  const giveUp = () => child.kill('SIGTERM')
  options.signal?.addEventListener('abort', giveUp)
  try {
    // If the app ends, such as a second instance, the connection may wait until its limit.
    const { browser, page } = await Promise.race([connect(child, options), endedEarly(exited)])
    if (options.colorScheme !== undefined) await page.emulateMedia({ colorScheme: options.colorScheme })
    if (options.reducesMotion === true) await page.emulateMedia({ reducedMotion: 'reduce' })
    if (options.size !== undefined) await applySize(page, host, options.size)
    return {
      shell,
      page,
      pid: child.pid ?? 0,
      host,
      exited,
      ...output,
      ...endings(child, browser, exited),
      screenshot: picture(page),
      resize: (size) => applySize(page, host, size)
    }
  } catch (error) {
    await Promise.race([exited, pause(EXIT_LIMIT_MS, undefined, { ref: false })])
    child.kill('SIGKILL')
    throw new AppDidNotOpen(`${output.stdout()}\n${output.stderr()}`, await exited, error)
  } finally {
    options.signal?.removeEventListener('abort', giveUp)
  }
}

function start(
  shell: Shell,
  { root = PROJECT_ROOT, profile, args = [], env, colorScheme, debuggingPort = 0 }: OpenAppOptions
): ChildProcess {
  const dark = colorScheme === 'dark' ? ['--force-dark-mode'] : []
  const appArguments = [root, `--remote-debugging-port=${debuggingPort}`, '--profile', profile, ...dark, ...args]
  const environment = { ...process.env, ...env }
  if (shell === 'host') {
    return spawn(process.execPath, [HOST, ...appArguments], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })
  }
  const binary = findElectron()
  if (binary === null) throw new Error('There is no Electron on this computer.')
  const flags = process.getuid?.() === 0 ? [NAME_RULES, '--no-sandbox'] : [NAME_RULES]
  return spawn(binary, [...flags, ...appArguments], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
}

function collect(child: ChildProcess, onOutput?: (part: string) => void): Pick<OpenedApp, 'stdout' | 'stderr'> {
  const gather = (stream: Readable | null) => {
    const parts: string[] = []
    stream?.setEncoding('utf8').on('data', (part: string) => {
      parts.push(part)
      onOutput?.(part)
    })
    return () => parts.join('')
  }
  return { stdout: gather(child.stdout), stderr: gather(child.stderr) }
}

/** Waits for the line with the endpoint, which both shells print. */
async function endpointOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const output = { text: '' }
  const limit = setTimeout(() => reject(new Error('No debugging port was opened')), START_LIMIT_MS)
  child.once('exit', (code) => reject(new Error(`The app ended with ${String(code)}`)))
  child.stderr?.on('data', (part: string) => {
    output.text += part
    const address = /DevTools listening on (ws:\S+)/.exec(output.text)?.[1]
    if (address !== undefined) resolve(address)
  })
  try {
    return await promise
  } finally {
    clearTimeout(limit)
  }
}

async function connect(
  child: ChildProcess,
  { loadLimitMs = START_LIMIT_MS }: OpenAppOptions
): Promise<{ browser: Browser; page: Page }> {
  const endpoint = await endpointOf(child)
  // A connection while Electron creates its first page may never get a response.
  const browser = await chromium
    .connectOverCDP(endpoint, { timeout: START_LIMIT_MS / 2 })
    .catch(() => chromium.connectOverCDP(endpoint, { timeout: START_LIMIT_MS }))
  return { browser, page: await findPage(browser, loadLimitMs) }
}

async function endedEarly(exited: Promise<number | null>): Promise<never> {
  throw new Error(`The app ended with ${String(await exited)}`)
}

async function findPage(browser: Browser, timeout: number): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no context.')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: START_LIMIT_MS }))
  await page.waitForURL(PAGE_ADDRESS, { timeout })
  return page
}

/** In the host the window is resized, which the app notices. */
async function applySize(page: Page, host: HostControl | null, size: WindowSize): Promise<void> {
  if (host === null) await page.setViewportSize(size)
  else await host('setWindowSize', size)
}

function endings(child: ChildProcess, browser: Browser, exited: Promise<number | null>) {
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    const code = await exited
    await browser.close()
    return code
  }
  return { kill: async () => void (await end('SIGKILL')), close: () => end('SIGTERM') }
}

function picture(page: Page) {
  return async (file: string) => void (await page.screenshot({ path: file }))
}

type Args<N extends ControlName> = ControlCommands[N]['args']
type Value<N extends ControlName> = ControlCommands[N]['value']

/** Sends a command to the host. Rejects with the host's message, or if the host ends first. */
export type HostControl = <N extends ControlName>(control: N, args: Args<N>) => Promise<Value<N>>

function createHostControl(child: ChildProcess): HostControl {
  const waiting = new Map<number, (answer: ControlResponse) => void>()
  const numbers = { last: 0 }
  child.on('message', (message) => {
    // The host only sends results.
    const answer = message as ControlResponse
    waiting.get(answer.controlNumber)?.(answer)
    waiting.delete(answer.controlNumber)
  })
  child.on('exit', () => {
    for (const [controlNumber, settle] of waiting) settle({ controlNumber, error: 'The host has ended' })
    waiting.clear()
  })
  return async (control, args) => {
    const number = ++numbers.last
    const answered = new Promise<ControlResponse>((resolve) => waiting.set(number, resolve))
    child.send({ control, number, args })
    const answer = await answered
    if (answer.error !== undefined) throw new Error(answer.error)
    // The host uses the same types.
    return answer.value
  }
}
