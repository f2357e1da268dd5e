/** Writes files atomically. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { succeed, type Result, fail } from '../../shared/failure.ts'

/**
 * Writes and flushes a temp file beside the target, then renames it, so that a reader, or a start after a power loss,
 * finds either the old or the new bytes. Failures: `disk-full`, `disk-read-only`, `internal`.
 */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<Result<null>> {
  const temp = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeAndFlush(temp, content)
    await rename(temp, file)
    return succeed(null)
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    return diskFailure(error)
  }
}

async function writeAndFlush(file: string, content: string | Uint8Array): Promise<void> {
  // Readable only by the owner, because other users of a shared computer must not read the profile.
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Maps a thrown file system error to a failure, without its message, which contains the path. */
export function diskFailure(error: unknown): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOSPC' || code === 'EDQUOT') return fail('disk-full')
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return fail('disk-read-only')
  return fail('internal', { detail: code })
}
