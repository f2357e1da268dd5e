/** Runs commands as a terminal does, and finds processes in /proc, which only Linux has. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Time for the last output of an ended command, whose children may keep its streams open. */
const DRAIN_MS = 1_000

export type Terminal = ReturnType<typeof openTerminal>

/** Starts a command in a process group of its own, which Ctrl+C reaches as a whole. */
export function openTerminal(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly shell?: boolean }
) {
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
    /** The output so far, of both streams. */
    output: () => parts.join(''),
    /** Resolves to the exit code; `null` after a signal. */
    ended,
    hasEnded,
    /** Sends a signal to the process group, unless the command has ended. */
    signalAll: (signal: NodeJS.Signals) => {
      if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, signal)
    }
  }
}

const hasProc = process.platform === 'linux'

/** IDs of all processes; none on other systems than Linux. */
export const processIds = (): readonly number[] =>
  hasProc
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

/** ENOENT and ESRCH: the process has ended. EACCES: it belongs to another user or has Chromium's sandbox. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ESRCH', 'EACCES'])

/** Reads a file; empty if it is missing or not readable. */
export function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))) return Buffer.alloc(0)
    throw error
  }
}

export const readProc = (pid: number, name: 'cmdline' | 'environ' | 'stat' | 'status'): Buffer =>
  readIfThere(`/proc/${pid}/${name}`)

/** Returns a process with its descendants; none on other systems than Linux. */
export function family(pid: number): readonly number[] {
  const pids = processIds()
  const parents = new Map(pids.map((member) => [member, parentOf(member)]))
  const members = new Set(hasProc ? [pid] : [])
  const isChild = (member: number): boolean => members.has(parents.get(member) ?? 0) && !members.has(member)
  for (let found = pids.filter(isChild); found.length > 0; found = pids.filter(isChild)) {
    for (const member of found) members.add(member)
  }
  return [...members]
}

function parentOf(pid: number): number {
  // "pid (name with any characters) state ppid"
  const stat = readProc(pid, 'stat').toString('utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/**
 * Returns "pid command line" of other processes whose environment contains `marker`, which children inherit. Ended
 * processes have no command line.
 */
export function markedProcesses(marker: string): readonly string[] {
  const textOf = (pid: number, name: 'environ' | 'cmdline') => readProc(pid, name).toString().replaceAll('\0', ' ')
  return processIds()
    .filter((pid) => pid !== process.pid && textOf(pid, 'environ').includes(marker))
    .map((pid) => `${pid} ${textOf(pid, 'cmdline').trim()}`)
    .filter((line) => !line.endsWith(' '))
}

/** Ends them by force. */
export function killMarked(marker: string): void {
  for (const line of markedProcesses(marker))
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL')
    } catch (error) {
      // It has just ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}
