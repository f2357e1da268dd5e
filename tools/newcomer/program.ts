/** One command in a terminal, with a limit for everything that is waited for. */
import { setTimeout as pause } from 'node:timers/promises'
import { openTerminal } from '../../drivers/terminal.ts'

export interface Program {
  /** Everything it printed so far, as a user would see it. */
  readonly output: () => string
  /** Polls until the look resolves to a value; rejects with its output when it ended or `timeoutMs` passed before. */
  readonly until: <T>(look: () => Promise<T | null>, what: string, timeoutMs: number) => Promise<T>
  /** The same until it printed this. */
  readonly says: (wanted: RegExp, timeoutMs: number) => Promise<void>
  /** Its exit code, null after a signal; rejects when it takes longer. */
  readonly ends: (timeoutMs: number) => Promise<number | null>
  /** Ctrl+C, which a terminal sends to everything in it; settles when the command is gone. */
  readonly interrupt: (timeoutMs: number) => Promise<void>
  /** Ends it and everything in its group at once. */
  readonly kill: () => void
}

const POLL_MS = 200
const SHOWN_LENGTH = 3_000

/** Runs a line as a shell would. */
export function runProgram(line: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Program {
  const { said, ended, hasEnded, toAll, child } = openTerminal(line, [], { ...options, shell: true })
  const failure = (what: string): Error => new Error(`“${line}” ${what}\n${said().slice(-SHOWN_LENGTH)}`)
  const until: Program['until'] = async (look, what, timeoutMs) => {
    const end = Date.now() + timeoutMs
    for (;;) {
      // Asked first: its last words may be what is looked for.
      const isOver = hasEnded()
      if (isOver) await ended
      const found = await look()
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
    output: said,
    until,
    ends,
    says: async (wanted, timeoutMs) =>
      void (await until(() => Promise.resolve(wanted.test(said()) ? true : null), `it said ${wanted}`, timeoutMs)),
    interrupt: async (timeoutMs) => {
      toAll('SIGINT')
      await ends(timeoutMs)
    },
    kill: () => toAll('SIGKILL')
  }
}
