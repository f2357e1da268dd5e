/** Processes that came of this run and are still there, by what stands in their environment. */
import { readFileSync, readdirSync } from 'node:fs'
import { MARKER } from './bare-environment.ts'

export interface LeftProcess {
  readonly pid: number
  /** Its command line. */
  readonly command: string
}

/** Empty where there is no /proc. */
export function leftRunning(marker: string): readonly LeftProcess[] {
  if (process.platform !== 'linux') return []
  const wanted = Buffer.from(`${MARKER}=${marker}\0`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(pid, 'environ').includes(wanted))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').toString('utf8').replaceAll('\0', ' ').trim() }))
    .filter(({ command }) => command !== '')
}

/** Ends it by force; it may have ended in this very moment. */
export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Empty when it has ended meanwhile or belongs to somebody else. */
function read(pid: string, name: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${name}`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code)))
      return Buffer.alloc(0)
    throw error
  }
}
