/** Finds, starts and ends the host's Chromium, with a temporary user-data folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import { findBrowser, findHeadlessBrowser } from '../setup/browser.mjs'
import { removeAbandonedFolders } from './abandoned-folders.ts'
import { Cdp } from './cdp.ts'

const FOLDER_PREFIX = 'chromium-host-'
const CLOSE_LIMIT_MS = 2_000

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--no-first-run',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  // The window must not use the network, except for a dev server on this computer.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

export interface ChromiumOptions {
  /** Whether to open a real window on the display. */
  readonly isVisible: boolean
  /** `null` for none, 0 for any free port. */
  readonly debuggingPort: number | null
  readonly locale: string
}

/** Throws if no Chromium is installed. */
function findChromium(isVisible: boolean): string {
  const found = isVisible ? findBrowser() : findHeadlessBrowser()
  if (found === null) throw new Error('No Chromium found: apt-get install chromium, or set CHROMIUM_PATH')
  return found
}

/** A socket path has at most 107 bytes, and Chromium appends "org.chromium.Chromium.XXXXXX/SingletonSocket". */
const MAX_SOCKET_FOLDER = 107 - 48

/** Moves Chromium's socket if the path of the temporary folder is too long for it, where Chromium would not start. */
const socketFolder = (folder: string): { readonly TMPDIR?: string } =>
  process.platform !== 'win32' && Buffer.byteLength(folder) > MAX_SOCKET_FOLDER ? { TMPDIR: '/tmp' } : {}

export type Chromium = ReturnType<typeof launchChromium>

export function launchChromium(options: ChromiumOptions) {
  // A killed host could not remove its folder.
  removeAbandonedFolders(FOLDER_PREFIX)
  const userDataFolder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  const child = spawn(findChromium(options.isVisible), flagsFor(options, userDataFolder), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Chromium must not use the desktop's message bus, nor that of a test's keyring.
    env: { ...process.env, ...socketFolder(tmpdir()), DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  })
  const [, , stderr, write, read] = child.stdio
  // 'pipe' makes them streams of these types.
  const cdp = new Cdp(write as Writable, read as Readable)
  forwardLog(stderr as Readable)
  const state = { isClosing: false }
  const died = new Promise<void>((resolve, reject) => {
    child.once('exit', () => state.isClosing || resolve())
    child.once('error', reject)
  })
  const killNow = () => {
    state.isClosing = true
    child.kill('SIGKILL')
    removeFolder(userDataFolder)
  }
  const closeOrderly = () => {
    state.isClosing = true
    return close(child, cdp, userDataFolder)
  }
  return {
    cdp,
    /** Resolves if the process ends without a request of this host. */
    died,
    /** Closes Chromium, by force after two seconds, and removes its folder. */
    close: closeOrderly,
    /** Ends Chromium in the exit handler, where nothing can be awaited. */
    killNow
  }
}

function flagsFor(options: ChromiumOptions, userDataFolder: string): string[] {
  const flags = [...FLAGS, `--user-data-dir=${userDataFolder}`, `--lang=${options.locale}`, '--remote-debugging-pipe']
  if (!options.isVisible) flags.push('--headless', '--hide-scrollbars=false')
  // The second flag hides a warning about the first.
  if (process.getuid?.() === 0) flags.push('--no-sandbox', '--test-type')
  if (options.debuggingPort !== null) flags.push(`--remote-debugging-port=${options.debuggingPort}`)
  flags.push(options.isVisible ? '--app=about:blank' : 'about:blank')
  return flags
}

/** Passes on only the address of the debugging port, because Chromium's log is noise without a desktop. */
function forwardLog(stderr: Readable): void {
  const showsAll = process.env['CHROMIUM_HOST_DEBUG'] !== undefined
  createInterface({ input: stderr }).on('line', (line) => {
    if (showsAll || line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`)
  })
}

async function close(child: ChildProcess, cdp: Cdp, userDataFolder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const limit = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS)
    // Rejected only if Chromium is already ending.
    void cdp.send('Browser.close').catch(() => child.kill('SIGKILL'))
    await ended
    clearTimeout(limit)
  }
  removeFolder(userDataFolder)
}

/** Retries, because Chromium's helper processes may still be writing. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
