/** Removes temporary folders of killed processes. Names consist of a prefix, the process ID, and a random suffix. */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Location {
  readonly folder: string
  /** `undefined` on systems without owners of files. */
  readonly user: number | undefined
}

/** Removes this user's folders whose process has ended. */
export function removeAbandonedFolders(prefix: string, location: Partial<Location> = {}): void {
  const { folder = tmpdir(), user = process.getuid?.() } = location
  for (const name of readdirSync(folder)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    const path = join(folder, name)
    if (!Number.isNaN(owner) && !isRunning(owner) && isOwnedBy(path, user))
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** Returns false also if another process has just removed the folder. */
function isOwnedBy(path: string, user: number | undefined): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (user === undefined || stat.uid === user)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
