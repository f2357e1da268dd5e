/** One `npm run dev` as a terminal holds it: its words, its window, and Ctrl+C. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { markedProcesses } from '../../drivers/marked-processes.ts'
import { hasEnded } from '../setup/children.mjs'

export interface DevRun {
  /** What it said so far. */
  readonly output: () => string
  /** Where the window of each run of the program is debugged, in order. */
  readonly endpoints: () => readonly string[]
  readonly hasEnded: () => boolean
  /** The window that is debugged there. */
  readonly attach: (endpoint: string) => Promise<Page>
  /** Ctrl+C: a signal to everything in the terminal's foreground; settles when npm has ended. */
  readonly interrupt: () => Promise<void>
  /** SIGKILL of the one process that holds it all together. */
  readonly killHolder: () => void
  /** Command lines of what it started and what still runs. */
  readonly running: () => readonly string[]
  /** Temporary folders it has left. */
  readonly leftFolders: () => readonly string[]
  readonly close: () => Promise<void>
}

const counter = { runs: 0 }

/** `folder`: of the sources. */
export function startDev(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): DevRun {
  const temporary = mkdtempSync(join(tmpdir(), 'proofsheet-dev-test-'))
  const marker = `proofsheet-dev-test-${process.pid}-${++counter.runs}.`
  // What a test runner says of itself is not for a program that is developed.
  const cleared = { INIT_CWD: undefined, NODE_ENV: undefined, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }
  const child = spawn('npm', ['run', 'dev', '--', ...args], {
    cwd: folder,
    env: { ...process.env, ...cleared, TMPDIR: temporary, PROOFSHEET_MARKER: marker, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which gets Ctrl+C as that of a terminal does.
    detached: true
  })
  const exited = once(child, 'exit')
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => said.push(part))
  const output = () => said.join('')
  const attached: Browser[] = []
  const interrupt = async () => {
    if (!hasEnded(child) && child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    await exited
  }
  return {
    output,
    endpoints: () => [...output().matchAll(/Debugging: (http:\S+)/g)].map(([, address = '']) => address),
    hasEnded: () => hasEnded(child),
    attach: async (endpoint) => {
      const browser = await chromium.connectOverCDP(endpoint)
      attached.push(browser)
      const [page] = browser.contexts()[0]?.pages() ?? []
      if (page === undefined) throw new Error(`There is no window:\n${output()}`)
      return page
    },
    interrupt,
    killHolder: () => {
      const holder = markedProcesses(marker).find((line) => / \S*node \S*tools\/dev\/cli\.ts/.test(line))
      process.kill(Number.parseInt(holder ?? '', 10), 'SIGKILL')
    },
    running: () => markedProcesses(marker),
    leftFolders: () => readdirSync(temporary).filter((name) => name.startsWith('proofsheet-dev-')),
    close: async () => {
      for (const browser of attached) await browser.close()
      await interrupt()
      // After a kill somebody may be left; each of them is this run's own.
      for (const line of markedProcesses(marker)) process.kill(Number.parseInt(line, 10), 'SIGKILL')
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    }
  }
}
