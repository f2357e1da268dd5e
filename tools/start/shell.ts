/** Chooses what the program runs in: Electron where it is or comes, else the Chromium host. */
import { dirname, join } from 'node:path'
import { findBrowser } from '../setup/browser.mjs'
import { takeLock } from '../setup/lock.mjs'
import { provide, provideIfPossible } from '../setup/system-packages.mjs'
import { diskSentence, CliError } from '../setup/cli-error.mjs'
import { findElectron, misnamedElectron } from '../../drivers/electron-binary.ts'
import type { Shell } from '../../drivers/open-app.ts'
import { findDisplay, startVirtualDisplay } from './display.ts'
import { electronVersion, fetchElectron, isPartialElectron, removePartialElectron } from './electron-fetch.ts'
import { probeElectron } from './electron-probe.ts'
import { createMemory } from './memory.ts'

export interface ShellWishes {
  /** null: Electron if it can be had without trouble. */
  readonly shell: Shell | null
  readonly isHeadless: boolean
}

export interface ShellChoice {
  readonly shell: Shell
  /** A person sees the window. */
  readonly isVisible: boolean
  /** What the program needs in its environment for that. */
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
}

type Say = (sentence: string) => void

/** Throws `CliError` when there is nothing to run it in. Says what is not as expected. */
export async function chooseShell(root: string, wishes: ShellWishes, say: Say): Promise<ShellChoice> {
  const display = await findDisplay(process.env)
  if (display.complaint !== null && !wishes.isHeadless) say(`${display.complaint} Going on without a window.`)
  const isVisible = display.isThere && !wishes.isHeadless
  if (wishes.shell !== 'host' && (await hasElectron(root, wishes.shell === 'electron', say))) {
    const choice = await onElectron(isVisible, say)
    if (choice !== null) return choice
    if (wishes.shell === 'electron') throw new CliError('Electron cannot be opened without a display. See above.')
  }
  return onHost(root, isVisible, say)
}

/** Fetches the binary when it is not here, unless that failed within a day. */
async function hasElectron(root: string, isWanted: boolean, say: Say): Promise<boolean> {
  const folder = join(root, 'node_modules/electron')
  const misnamed = misnamedElectron(process.env)
  if (misnamed !== null && isWanted) throw new CliError(misnamed)
  if (misnamed !== null) say(misnamed)
  const fetched = await fetchIfMissing(root, folder, isWanted, say).catch(refusalOfDisk)
  const problem = fetched ?? (await probe(findElectron()))
  if (problem === null) return true
  if (isWanted) throw new CliError(`${problem}\nWithout --electron the Chromium host is opened instead.`)
  if (problem !== '') say(problem)
  return false
}

/** The clone may be another user's, and the host opens without writing there. */
function refusalOfDisk(error: unknown): string {
  const sentence = diskSentence(error)
  if (sentence === null) throw error
  return `Electron's binary cannot be fetched. ${sentence}`
}

const probe = async (binary: string | null): Promise<string | null> => (binary === null ? '' : probeElectron(binary))

/** null when it is here; '' when that it is not was told before. */
async function fetchIfMissing(root: string, folder: string, isWanted: boolean, say: Say): Promise<string | null> {
  if (!isPartialElectron(folder) && findElectron() !== null) return null
  const hasFailed = (): boolean => !isWanted && createMemory(root).has('electron-failed', electronVersion(folder))
  if (hasFailed()) return ''
  // Two at once would take each other's half for one that was cut off.
  const release = await takeLock(join(root, '.setup', 'electron.lock'), "fetching Electron's binary", say)
  try {
    // Whoever held the lock may have it by now, or know that it cannot be had.
    removePartialElectron(folder)
    if (findElectron() !== null) return null
    return hasFailed() ? '' : await fetchNow(root, folder, isWanted, say)
  } finally {
    release()
  }
}

async function fetchNow(root: string, folder: string, isWanted: boolean, say: Say): Promise<string | null> {
  const memory = createMemory(root)
  say("Fetching Electron's binary, for at most a minute…")
  const reason = await fetchElectron({ folder })
  if (reason === null) {
    memory.forget('electron-failed')
    return null
  }
  memory.keep('electron-failed', electronVersion(folder))
  const again = isWanted ? '' : ' It is tried again tomorrow, or with "npm start -- --electron".'
  return `Electron's binary could not be fetched: ${reason}.${again}`
}

async function onElectron(isVisible: boolean, say: Say): Promise<ShellChoice | null> {
  if (isVisible) return { shell: 'electron', isVisible, env: {}, args: [] }
  const reason = 'Electron needs a display, also where nobody looks at it:'
  await provideIfPossible(['display'], reason, { say })
  const name = await startVirtualDisplay()
  if (name === null) return null
  return {
    shell: 'electron',
    isVisible,
    env: { DISPLAY: name, WAYLAND_DISPLAY: undefined },
    args: ['--ozone-platform=x11']
  }
}

/** Beside the shell itself: true pictures want fonts, and lacking ones are told once a day. */
async function onHost(root: string, isVisible: boolean, say: Say): Promise<ShellChoice> {
  await provide(['browser'], "Electron's binary is not here, and without it Chromium or Chrome is needed.", { say })
  await offerFonts(root, say)
  const browser = findBrowser()
  const env = browser === null ? {} : { CHROMIUM_PATH: browser }
  return { shell: 'host', isVisible, env, args: isVisible ? ['--display'] : [] }
}

/** Missing ones are told, or tried, once a day. */
async function offerFonts(root: string, say: Say): Promise<void> {
  const memory = createMemory(root)
  if (memory.has('fonts-missing', dirname(root))) return
  const isThere = await provideIfPossible(['fonts'], 'It looks best with some more fonts:', { say })
  if (!isThere) memory.keep('fonts-missing', dirname(root))
}
