/** Opens the built app in Electron where there is one, else in the Chromium host, and hands out its page. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findElectron } from './electron-binary.ts'
import { createHostControl, type HostControl } from './host-control.ts'

export type Shell = 'electron' | 'host'

export interface OpenAppOptions {
  readonly shell?: Shell
  /** The folder of package.json; the project's own when it is left out. */
  readonly root?: string
  /** Folder for everything the app keeps. */
  readonly profile: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly size?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
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
  /** The exit code, null after a signal. */
  readonly exited: Promise<number | null>
}

const PROJECT_ROOT = join(import.meta.dirname, '../..')
const HOST = join(PROJECT_ROOT, 'tools/chromium-host/cli.ts')
const START_LIMIT_MS = 30_000
/** The page in Electron and in the host. */
const PAGE_ADDRESS = /^(app:\/\/bundle|https:\/\/bundle\.app\.invalid)\//

/** Rejects with the app's own output when it does not come up within half a minute. */
export async function openApp(options: OpenAppOptions): Promise<OpenedApp> {
  const shell = options.shell ?? (findElectron() === null ? 'host' : 'electron')
  const child = start(shell, options)
  const output = collect(child)
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  const host = shell === 'host' ? createHostControl(child) : null
  try {
    const browser = await chromium.connectOverCDP(await endpointOf(child), { timeout: START_LIMIT_MS })
    const page = await findPage(browser)
    if (options.colorScheme !== undefined) await page.emulateMedia({ colorScheme: options.colorScheme })
    await applySize(page, host, options.size)
    return {
      shell,
      page,
      pid: child.pid ?? 0,
      host,
      exited,
      ...output,
      ...endings(child, browser, exited),
      screenshot: picture(page)
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`The app did not open:\n${output.stdout()}\n${output.stderr()}`, { cause: error })
  }
}

function start(
  shell: Shell,
  { root = PROJECT_ROOT, profile, args = [], env, colorScheme }: OpenAppOptions
): ChildProcess {
  const dark = colorScheme === 'dark' ? ['--force-dark-mode'] : []
  const appArguments = [root, '--remote-debugging-port=0', '--profile', profile, ...dark, ...args]
  const environment = { ...process.env, ...env }
  if (shell === 'host') {
    return spawn(process.execPath, [HOST, ...appArguments], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })
  }
  const binary = findElectron()
  if (binary === null) throw new Error('There is no Electron binary here')
  const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return spawn(binary, [...rootFlags, ...appArguments], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
}

function collect(child: ChildProcess): Pick<OpenedApp, 'stdout' | 'stderr'> {
  const gather = (stream: Readable | null) => {
    const parts: string[] = []
    stream?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
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

async function findPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no context')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: START_LIMIT_MS }))
  await page.waitForURL(PAGE_ADDRESS, { timeout: START_LIMIT_MS })
  return page
}

/** In the host the window itself is resized, so the app hears of it. */
async function applySize(page: Page, host: HostControl | null, size: OpenAppOptions['size']): Promise<void> {
  if (size === undefined) return
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
