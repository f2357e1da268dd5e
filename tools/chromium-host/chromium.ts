/** Finds, starts and ends the one Chromium of this host, with a throw-away user-data folder. */
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
  // The window has no network of its own; only a dev server on this computer is let through.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

export interface ChromiumOptions {
  /** A real window on the display instead of headless. */
  readonly isVisible: boolean
  /** null: no port is opened; 0: any free one. */
  readonly debuggingPort: number | null
  readonly locale: string
  readonly executable?: string
}

export interface Chromium {
  readonly cdp: Cdp
  readonly pid: number
  readonly userDataFolder: string
  /** Settles when the process has ended without being asked to by this host. */
  readonly died: Promise<void>
  /** Asks it to leave, ends it by force after two seconds, removes its folder. */
  readonly close: () => Promise<void>
  /** For the exit handler, where nothing may be awaited. */
  readonly killNow: () => void
}

/** Throws when no Chromium is installed, naming how to get one. */
function findChromium(isVisible: boolean): string {
  const found = isVisible ? findBrowser() : findHeadlessBrowser()
  if (found === null) throw new Error('No Chromium found: apt-get install chromium, or set CHROMIUM_PATH')
  return found
}

/** A socket's path has 107 bytes at most, and Chromium puts "org.chromium.Chromium.XXXXXX/SingletonSocket" behind it. */
const MOST_OF_SOCKET_FOLDER = 107 - 48

/** Where Chromium keeps its socket when the temporary folder has too long a path for one: it would not start there. */
const socketFolder = (folder: string): { readonly TMPDIR?: string } =>
  process.platform !== 'win32' && Buffer.byteLength(folder) > MOST_OF_SOCKET_FOLDER ? { TMPDIR: '/tmp' } : {}

export function launchChromium(options: ChromiumOptions): Chromium {
  // A host that was killed could not remove its own.
  removeAbandonedFolders(FOLDER_PREFIX)
  const userDataFolder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  const child = spawn(options.executable ?? findChromium(options.isVisible), flagsFor(options, userDataFolder), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // The desktop's buses are not its business; one that a test has for its keyring least of all.
    env: { ...process.env, ...socketFolder(tmpdir()), DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  })
  const [, , stderr, write, read] = child.stdio
  // 'pipe' in these places makes them streams of these kinds.
  const cdp = new Cdp(write as Writable, read as Readable)
  forwardLog(stderr as Readable)
  const state = { isAsked: false }
  const died = new Promise<void>((resolve, reject) => {
    child.once('exit', () => state.isAsked || resolve())
    child.once('error', reject)
  })
  const killNow = () => {
    state.isAsked = true
    child.kill('SIGKILL')
    removeFolder(userDataFolder)
  }
  const closeCalmly = () => {
    state.isAsked = true
    return close(child, cdp, userDataFolder)
  }
  return { cdp, pid: child.pid ?? 0, userDataFolder, died, killNow, close: closeCalmly }
}

function flagsFor(options: ChromiumOptions, userDataFolder: string): string[] {
  const flags = [...FLAGS, `--user-data-dir=${userDataFolder}`, `--lang=${options.locale}`, '--remote-debugging-pipe']
  if (!options.isVisible) flags.push('--headless', '--hide-scrollbars=false')
  // The second keeps a bar that warns of the first out of the window.
  if (process.getuid?.() === 0) flags.push('--no-sandbox', '--test-type')
  if (options.debuggingPort !== null) flags.push(`--remote-debugging-port=${options.debuggingPort}`)
  flags.push(options.isVisible ? '--app=about:blank' : 'about:blank')
  return flags
}

/** Chromium's log is noise without a desktop; only the address of the port is for others to read. */
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
    // Refused only when it is already going.
    void cdp.send('Browser.close').catch(() => child.kill('SIGKILL'))
    await ended
    clearTimeout(limit)
  }
  removeFolder(userDataFolder)
}

/** Helper processes of Chromium may still write for a moment, hence the retries. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
