/** Runs a command with time limits, and reads the window of an app with a debugging port. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { openTerminal } from '../../drivers/processes.ts'

export interface Program {
  /** The output so far. */
  readonly output: () => string
  /** Polls until `read` returns a value; rejects with the output if the command ends or `timeoutMs` passes first. */
  readonly until: <T>(read: () => Promise<T | null>, what: string, timeoutMs: number) => Promise<T>
  /** Waits until the output matches. */
  readonly prints: (wanted: RegExp, timeoutMs: number) => Promise<void>
  /** Resolves to the exit code, `null` after a signal; rejects after the limit. */
  readonly ends: (timeoutMs: number) => Promise<number | null>
  /** Sends Ctrl+C to the process group; resolves when the command has ended. */
  readonly interrupt: (timeoutMs: number) => Promise<void>
  /** Ends the process group by force. */
  readonly kill: () => void
}

const POLL_MS = 200
const MAX_OUTPUT = 3_000

/** Runs a line in a shell. */
export function runProgram(line: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Program {
  const { output, ended, hasEnded, signalAll, child } = openTerminal(line, [], { ...options, shell: true })
  const failure = (what: string): Error => new Error(`“${line}” ${what}\n${output().slice(-MAX_OUTPUT)}`)
  const until: Program['until'] = async (read, what, timeoutMs) => {
    const end = Date.now() + timeoutMs
    for (;;) {
      // Checked first, because the last output may be the expected one.
      const isOver = hasEnded()
      if (isOver) await ended
      const found = await read()
      if (found !== null) return found
      if (isOver) throw failure(`ended with ${child.exitCode} before ${what}.`)
      if (Date.now() > end) throw failure(`took more than ${Math.round(timeoutMs / 1000)} s until ${what}.`)
      await pause(POLL_MS)
    }
  }
  const ends: Program['ends'] = async (timeoutMs) => {
    const code = await Promise.race([ended, pause(timeoutMs, undefined, { ref: false })])
    if (code === undefined) throw failure(`had not ended after ${Math.round(timeoutMs / 1000)} s.`)
    return code
  }
  return {
    output,
    until,
    ends,
    prints: async (wanted, timeoutMs) =>
      void (await until(() => Promise.resolve(wanted.test(output()) ? true : null), `it printed ${wanted}`, timeoutMs)),
    interrupt: async (timeoutMs) => {
      signalAll('SIGINT')
      await ends(timeoutMs)
    },
    kill: () => signalAll('SIGKILL')
  }
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free on this machine.')
  return address.port
}

/** Reads from the window of a debugging port; `null` without a window or a result. */
export async function readWindow<T>(port: number, read: (page: Page) => Promise<T | null>): Promise<T | null> {
  const address = `http://127.0.0.1:${port}`
  const isOpen = await fetch(`${address}/json/version`).then(
    ({ ok }) => ok,
    () => false
  )
  if (!isOpen) return null
  const browser = await chromium.connectOverCDP(address)
  try {
    const page = browser.contexts()[0]?.pages()[0]
    // A page that is loading cannot be read; the next poll will.
    return page === undefined ? null : await read(page).catch(() => null)
  } finally {
    await browser.close()
  }
}

/** Counts the drawn pictures of tiles; `null` until all are drawn. */
export async function drawnTiles(page: Page): Promise<number | null> {
  const [drawn, all] = await page.evaluate(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')]
    return [pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length, pictures.length]
  })
  return drawn > 0 && drawn === all ? drawn : null
}

/** Returns the text of the window; `null` until it contains all words. */
export function textWith(...wanted: readonly string[]): (page: Page) => Promise<string | null> {
  return async (page) => {
    const shown = await page.locator('body').innerText()
    return wanted.every((words) => shown.includes(words)) ? shown : null
  }
}
