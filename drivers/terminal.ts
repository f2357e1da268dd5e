/** A command as a terminal holds it: in a process group of its own, which Ctrl+C reaches as a whole. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

export interface Terminal {
  readonly child: ChildProcess
  /** Everything it printed so far, on both streams. */
  readonly said: () => string
  /** Its exit code, null after a signal. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
  /** To everything in the foreground; nothing happens once it has ended. */
  readonly toAll: (signal: NodeJS.Signals) => void
}

/** For the last words of a command that has ended: what it left running may keep its output open for ever. */
const DRAIN_MS = 1_000

export function openTerminal(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly shell?: boolean }
): Terminal {
  const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  const closed = once(child, 'close')
  const ended = once(child, 'exit').then(async ([code]) => {
    await Promise.race([closed, pause(DRAIN_MS, undefined, { ref: false })])
    return typeof code === 'number' ? code : null
  })
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    said: () => parts.join(''),
    ended,
    hasEnded,
    toAll: (signal) => {
      if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, signal)
    }
  }
}
