/** Turns what the driver throws into the failures people can act on. */
import { succeed, type Failure, type FailureCode, type Result } from '../../../shared/failure.ts'

/** Primary result codes of SQLite; extended codes begin with these names. */
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

/** The failure behind an error of the driver or the file system; null for anything else, which is a bug. */
export function failureOfStorage(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const thrown = error.code
  const found = CODES.find(([prefix]) => thrown.startsWith(prefix))
  // The code alone: the driver's text may name a path.
  return found === undefined ? null : { code: found[1], detail: thrown }
}

/** Runs `work`; a failure of the disk or the file comes back as data, a bug stays thrown. */
export function tryStorage<T>(work: () => T): Result<T> {
  try {
    return succeed(work())
  } catch (error) {
    return failedOrThrow(error)
  }
}

/** The same of work that goes on for a while, with a transaction here and there. */
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
