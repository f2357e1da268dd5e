/** Maps errors of the driver and the file system to failures that users can act on. */
import { succeed, type Failure, type FailureCode, type Result } from '../../../shared/failure.ts'

/** Prefixes of error codes; the extended codes of SQLite start with the primary ones. */
const CODES: readonly (readonly [prefix: string, code: FailureCode])[] = [
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_READONLY', 'disk-read-only'],
  ['SQLITE_CANTOPEN', 'disk-read-only'],
  ['SQLITE_PERM', 'disk-read-only'],
  ['SQLITE_NOTADB', 'library-damaged'],
  ['SQLITE_CORRUPT', 'library-damaged'],
  ['SQLITE_IOERR', 'library-damaged'],
  ['SQLITE_BUSY', 'library-locked'],
  ['SQLITE_LOCKED', 'library-locked'],
  ['ENOSPC', 'disk-full'],
  ['EROFS', 'disk-read-only'],
  ['EACCES', 'disk-read-only'],
  ['EPERM', 'disk-read-only'],
  ['ENOTDIR', 'disk-read-only'],
  ['EEXIST', 'disk-read-only']
]

/** Returns the failure of an error of the driver or the file system; `null` for anything else, which is a bug. */
export function failureOfStorage(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const thrown = error.code
  const found = CODES.find(([prefix]) => thrown.startsWith(prefix))
  // Only the code, because the message of the driver may contain a path.
  return found === undefined ? null : { code: found[1], detail: thrown }
}

/** Runs `work` and returns failures of the disk or the file as data; bugs are still thrown. */
export function tryStorage<T>(work: () => T): Result<T> {
  try {
    return succeed(work())
  } catch (error) {
    return failedOrThrow(error)
  }
}

/** Does the same for asynchronous work, with transactions in between. */
export async function tryStorageLater<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return succeed(await work())
  } catch (error) {
    return failedOrThrow(error)
  }
}

function failedOrThrow(error: unknown): Result<never> {
  const failure = failureOfStorage(error)
  if (failure === null) throw error
  return { ok: false, failure }
}
