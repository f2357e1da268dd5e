/** Chooses Electron if it is available or can be downloaded, otherwise the Chromium host. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findElectron, misnamedElectron, type Shell } from '../../drivers/chosen-shell.ts'
import { findBrowser } from '../setup/browser.mjs'
import { diskSentence, CliError } from '../setup/cli-error.mjs'
import { takeLock } from '../setup/lock.mjs'
import { readJson } from '../setup/npm-packages.mjs'
import { provide, provideIfPossible } from '../setup/system-packages.mjs'
import { findDisplay, startVirtualDisplay } from './display.ts'
import { electronVersion, fetchElectron, isPartialElectron, removePartialElectron, probeElectron } from './electron.ts'

export interface ShellRequest {
  /** `null` for Electron if available. */
  readonly shell: Shell | null
  readonly isHeadless: boolean
}

export interface ShellChoice {
  readonly shell: Shell
  /** Whether the window is visible. */
  readonly isVisible: boolean
  /** Additional environment of the app. */
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
}

type Say = (sentence: string) => void

/** Throws `CliError` if there is no shell. Reports what is not as expected. */
export async function chooseShell(root: string, request: ShellRequest, say: Say): Promise<ShellChoice> {
  const display = await findDisplay(process.env)
  if (display.problem !== null && !request.isHeadless) say(`${display.problem} Continuing without a window.`)
  const isVisible = display.isThere && !request.isHeadless
  if (request.shell !== 'host' && (await hasElectron(root, request.shell === 'electron', say))) {
    const choice = await onElectron(isVisible, say)
    if (choice !== null) return choice
    if (request.shell === 'electron') throw new CliError('Electron needs a display. See above.')
  }
  return onHost(root, isVisible, say)
}

/** Downloads Electron if it is missing, unless that failed within a day. */
async function hasElectron(root: string, isRequired: boolean, say: Say): Promise<boolean> {
  const folder = join(root, 'node_modules/electron')
  const missingBinary = misnamedElectron(process.env)
  if (missingBinary !== null && isRequired) throw new CliError(missingBinary)
  if (missingBinary !== null) say(missingBinary)
  const fetched = await fetchIfMissing(root, folder, isRequired, say).catch(refusalOfDisk)
  const problem = fetched ?? (await probe(findElectron()))
  if (problem === null) return true
  if (isRequired) throw new CliError(`${problem}\nWithout --electron, the Chromium host opens instead.`)
  if (problem !== '') say(problem)
  return false
}

/** The clone may belong to another user, and the host needs no write access. */
function refusalOfDisk(error: unknown): string {
  const sentence = diskSentence(error)
  if (sentence === null) throw error
  return `Couldn’t download Electron. ${sentence}`
}

const probe = async (binary: string | null): Promise<string | null> => (binary === null ? '' : probeElectron(binary))

/** Returns `null` if Electron is available, '' if a failure was reported before, otherwise the reason. */
async function fetchIfMissing(root: string, folder: string, isRequired: boolean, say: Say): Promise<string | null> {
  if (!isPartialElectron(folder) && findElectron() !== null) return null
  const hasFailed = (): boolean => !isRequired && createMemory(root).has('electron-failed', electronVersion(folder))
  if (hasFailed()) return ''
  // Two starts would treat each other's partial download as interrupted.
  const release = await takeLock(join(root, '.setup', 'electron.lock'), 'downloading Electron', say)
  try {
    // The previous owner of the lock may have downloaded it, or failed.
    removePartialElectron(folder)
    if (findElectron() !== null) return null
    return hasFailed() ? '' : await fetchNow(root, folder, isRequired, say)
  } finally {
    release()
  }
}

async function fetchNow(root: string, folder: string, isRequired: boolean, say: Say): Promise<string | null> {
  const memory = createMemory(root)
  say('Downloading Electron, for at most a minute…')
  const reason = await fetchElectron({ folder })
  if (reason === null) {
    memory.forget('electron-failed')
    return null
  }
  memory.keep('electron-failed', electronVersion(folder))
  const again = isRequired ? '' : ' The next attempt is tomorrow, or with "npm start -- --electron".'
  return `Couldn’t download Electron: ${reason}.${again}`
}

async function onElectron(isVisible: boolean, say: Say): Promise<ShellChoice | null> {
  if (isVisible) return { shell: 'electron', isVisible, env: {}, args: [] }
  const reason = 'Electron needs a display even without a visible window:'
  await provideIfPossible(['display'], reason, { say })
  const env = await startVirtualDisplay()
  return env === null ? null : { shell: 'electron', isVisible, env, args: ['--ozone-platform=x11'] }
}

/** The host looks right only with some fonts. */
async function onHost(root: string, isVisible: boolean, say: Say): Promise<ShellChoice> {
  await provide(['browser'], 'Electron is not available, and the Chromium host needs Chromium or Chrome.', { say })
  await offerFonts(root, say)
  const browser = findBrowser()
  const env = browser === null ? {} : { CHROMIUM_PATH: browser }
  return { shell: 'host', isVisible, env, args: isVisible ? ['--display'] : [] }
}

/** Reports or installs missing fonts once a day. */
async function offerFonts(root: string, say: Say): Promise<void> {
  const memory = createMemory(root)
  if (memory.has('fonts-missing', dirname(root))) return
  const isThere = await provideIfPossible(['fonts'], 'Proofsheet looks best with some more fonts:', { say })
  if (!isThere) memory.keep('fonts-missing', dirname(root))
}

const VALID_MS = 24 * 60 * 60 * 1000

/** Keeps results of the last starts for a day, in one file each. */
export function createMemory(root: string, now: () => number = Date.now) {
  const folder = join(root, '.setup')
  const fileOf = (name: string): string => join(folder, `${name}.json`)
  return {
    /** Whether `name` was kept with the same `detail` (a version) within a day. */
    has: (name: string, detail: string): boolean => {
      const { at, detail: kept } = (readJson(fileOf(name)) ?? {}) as { at?: unknown; detail?: unknown }
      return kept === detail && typeof at === 'number' && Math.abs(now() - at) < VALID_MS
    },
    keep: (name: string, detail: string): void =>
      ignoreDiskFailures(() => {
        mkdirSync(folder, { recursive: true })
        writeFileSync(fileOf(name), JSON.stringify({ at: now(), detail }))
      }),
    forget: (name: string): void => ignoreDiskFailures(() => rmSync(fileOf(name), { force: true }))
  }
}

/** Ignores failures of the disk, because the clone may belong to another user. */
function ignoreDiskFailures(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
