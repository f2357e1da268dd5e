/** One command in a terminal of its own: what it prints, Ctrl+C, and its end. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

export interface Program {
  /** Everything it printed so far, as a person would see it. */
  readonly output: () => string
  /** Settles when it printed this; rejects with its output when it ended or `timeoutMs` passed before. */
  readonly says: (wanted: RegExp, timeoutMs: number) => Promise<void>
  /** Polls until the look is answered with a value; rejects as `says` does. */
  readonly until: <T>(look: () => Promise<T | null>, what: string, timeoutMs: number) => Promise<T>
  /** Its exit code, null after a signal; rejects when it takes longer. */
  readonly ends: (timeoutMs: number) => Promise<number | null>
  /** Ctrl+C, which a terminal sends to everything in it; settles when the command is gone. */
  readonly interrupt: (timeoutMs: number) => Promise<void>
  /** Ends it and everything in its group at once. */
  readonly kill: () => void
}

const POLL_MS = 200
/** For the last words of a command that has ended. */
const DRAIN_MS = 500
const SHOWN_LENGTH = 3_000

/** Runs a line as a shell would, in a process group of its own. */
export function runProgram(line: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Program {
  const child = spawn(line, { ...options, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  const ended: { code: number | null | undefined } = { code: undefined }
  const closed = once(child, 'close')
  const exited = once(child, 'exit').then(async ([code]) => {
    // What it left running may keep the pipe open for ever.
    await Promise.race([closed, pause(DRAIN_MS, undefined, { ref: false })])
    return (ended.code = typeof code === 'number' ? code : null)
  })
  const output = (): string => parts.join('')
  const failure = (what: string): Error => new Error(`${what}\n${output().slice(-SHOWN_LENGTH)}`)

  const until: Program['until'] = async (look, what, timeoutMs) => {
    const end = Date.now() + timeoutMs
    for (;;) {
      const found = await look()
      if (found !== null) return found
      if (ended.code !== undefined) throw failure(`“${line}” ended with ${ended.code} before ${what}.`)
      if (Date.now() > end) throw failure(`“${line}” took more than ${Math.round(timeoutMs / 1000)} s until ${what}.`)
      await pause(POLL_MS)
    }
  }
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && ended.code === undefined) process.kill(-child.pid, name)
  }
  const ends: Program['ends'] = async (timeoutMs) => {
    const code = await Promise.race([exited, pause(timeoutMs, undefined, { ref: false })])
    if (code === undefined) throw failure(`“${line}” had not ended after ${Math.round(timeoutMs / 1000)} s.`)
    return code
  }
  return {
    output,
    until,
    ends,
    says: async (wanted, timeoutMs) =>
      void (await until(() => Promise.resolve(wanted.test(output()) ? true : null), `it said ${wanted}`, timeoutMs)),
    interrupt: async (timeoutMs) => {
      signal('SIGINT')
      await ends(timeoutMs)
    },
    kill: () => signal('SIGKILL')
  }
}
