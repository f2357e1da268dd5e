/** Who still runs of all that a test started: by a marker in the environment, which every child inherits. Linux only. */
import { readFileSync, readdirSync } from 'node:fs'

/** Command lines of the processes whose environment holds `marker`, the asking one left out. */
export function markedProcesses(marker: string): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.filter((pid) => read(pid, 'environ').includes(marker)).map((pid) => `${pid} ${read(pid, 'cmdline')}`)
}

/** '' when the process has gone meanwhile, or is another user's; a dead one that nobody has collected has no text. */
function read(pid: string, what: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
