/** Runs a command with time limits. */
import { setTimeout as pause } from 'node:timers/promises'
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
