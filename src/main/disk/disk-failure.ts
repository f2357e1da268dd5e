import { fail, type Result } from '../../shared/failure.ts'

/** Maps a thrown file system error to a failure, without its message, which contains the path. */
export function diskFailure(error: unknown): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOSPC' || code === 'EDQUOT') return fail('disk-full')
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return fail('disk-read-only')
  return fail('internal', { detail: code })
}
