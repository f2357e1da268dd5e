/** Who still runs of all that a command started: by a marker in the environment, which every child inherits. Linux only. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** "pid command line" of the processes whose environment holds `marker`, the asking one left out; none without a /proc. */
export function markedProcesses(marker: string): readonly string[] {
  if (!existsSync('/proc/self/environ')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids
    .filter((pid) => read(pid, 'environ').includes(marker))
    .map((pid) => `${pid} ${read(pid, 'cmdline').trim()}`)
    .filter((line) => !line.endsWith(' '))
}

/** Ends them by force; each may have ended in this very moment. */
export function killMarked(marker: string): void {
  for (const line of markedProcesses(marker))
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

/** '' when the process has gone meanwhile, or is another user's; a dead one that nobody has collected has no text. */
function read(pid: string, what: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
