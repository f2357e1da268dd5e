/** Opens the built app in Electron or in the Chromium host (chosen-shell.ts), and hands out its page. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { PROJECT_ROOT } from './built-app.ts'
import { chosenShell } from './chosen-shell.ts'
import { findElectron } from './electron-binary.ts'
import { createHostControl, type HostControl } from './host-control.ts'

export type Shell = 'electron' | 'host'

interface WindowSize {
  readonly width: number
  readonly height: number
}

export interface OpenAppOptions {
  readonly shell?: Shell
  /** The folder of package.json; the project's own when it is left out. */
  readonly root?: string
  /** Folder for everything the app keeps. */
  readonly profile: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly size?: WindowSize
  readonly colorScheme?: 'light' | 'dark'
  /** As a user who wants less motion: without transitions a frame costs half, and nothing has to be waited for. */
  readonly reducesMotion?: boolean
  /** 0, which is the default, takes any free one. */
  readonly debuggingPort?: number
  /** How long the page may take to load. */
  readonly loadLimitMs?: number
  /** Gets what it writes as it comes. */
  readonly onOutput?: (part: string) => void
  /** Once aborted while it opens, it is ended and `openApp` rejects. */
  readonly signal?: AbortSignal
}

export interface OpenedApp {
  readonly shell: Shell
  readonly page: Page
  /** Of the main process. */
  readonly pid: number
  /** What it wrote so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Menus, dialogs, power and the like; null in real Electron, which offers no way from outside. */
  readonly host: HostControl | null
  /** SIGKILL of the main process; settles when it is gone. */
  readonly kill: () => Promise<void>
  /** Quits as the user would; its exit code. */
  readonly close: () => Promise<number | null>
  readonly screenshot: (file: string) => Promise<void>
  /** The window's inside, in px. */
  readonly resize: (size: WindowSize) => Promise<void>
  /** The exit code, null after a signal. */
  readonly exited: Promise<number | null>
}

/** It ended, or showed no window. */
export class AppDidNotOpen extends Error {
  /** null unless it ended by itself; 0 where another one has this profile. */
  readonly exitCode: number | null

  constructor(said: string, exitCode: number | null, cause: unknown) {
    super(`The app did not open:\n${said}`, { cause })
    this.exitCode = exitCode
  }
}

const HOST = join(PROJECT_ROOT, 'tools/chromium-host/cli.ts')
const START_LIMIT_MS = 30_000
/** Names below `.invalid` fail without a name server, as they do in the host. */
const NAMES = '--host-resolver-rules=MAP *.invalid ~NOTFOUND'
/** Its port may be closed a moment before it ends. */
const LAST_MOMENT_MS = 10_000
/** The page in Electron, in the host, and of a dev server. */
const PAGE_ADDRESS = /^(app:\/\/bundle|https:\/\/bundle\.app\.invalid|http:\/\/127\.0\.0\.1:\d+)\//

/** Rejects with the app's own output when it does not come up within half a minute: `AppDidNotOpen`. */
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
    // A program that ends meanwhile, as a second start on a profile does, may leave the connection waiting for its limit.
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
    await Promise.race([exited, pause(LAST_MOMENT_MS, undefined, { ref: false })])
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
  if (binary === null) throw new Error('There is no Electron binary here')
  const flags = process.getuid?.() === 0 ? [NAMES, '--no-sandbox'] : [NAMES]
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

/** Both shells print the same line. */
async function endpointOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const seen = { text: '' }
  const limit = setTimeout(() => reject(new Error('No debugging port was opened')), START_LIMIT_MS)
  child.once('exit', (code) => reject(new Error(`The app ended with ${String(code)}`)))
  child.stderr?.on('data', (part: string) => {
    seen.text += part
    const address = /DevTools listening on (ws:\S+)/.exec(seen.text)?.[1]
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
  // A connection made in the moment in which Electron creates its first page may never be answered.
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
  if (context === undefined) throw new Error('The browser has no context')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: START_LIMIT_MS }))
  await page.waitForURL(PAGE_ADDRESS, { timeout })
  return page
}

/** In the host the window itself is resized, so the app hears of it. */
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
