/** Temporary folders whose owner was killed. Their name is a prefix, the owner's process number, and what makes it unique. */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Place {
  readonly folder: string
  /** undefined where files belong to nobody. */
  readonly user: number | undefined
}

/** Removes what nobody uses any more. What another user of this computer left is that user's to remove. */
export function removeAbandonedFolders(prefix: string, place: Partial<Place> = {}): void {
  const { folder = tmpdir(), user = process.getuid?.() } = place
  for (const name of readdirSync(folder)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    const path = join(folder, name)
    if (!Number.isNaN(owner) && !isRunning(owner) && isOf(path, user))
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** Another start may have removed it in this moment. */
function isOf(path: string, user: number | undefined): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (user === undefined || stat.uid === user)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
