/** Where the program keeps everything during a start: the person's folder, or one that is removed at the end. */
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '../setup/cli-error.mjs'
import { removeAbandonedFolders } from '../chromium-host/abandoned-folders.ts'

const PREFIX = 'proofsheet-start-'

/** Makes it. Throws `CliError` when the given one cannot be used. */
export function openProfile(given: string | null): { readonly folder: string; readonly remove: () => void } {
  if (given !== null) return { folder: preparedFolder(given), remove: () => undefined }
  // A start that was killed could not remove its own.
  removeAbandonedFolders(PREFIX)
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  // Also when nothing may be awaited any more.
  process.once('exit', remove)
  return { folder, remove }
}

function preparedFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a folder' : 'it may not be written there'
    throw new CliError(`The profile ${folder} cannot be used: ${reason}. Choose another one with --profile.`, 2)
  }
}
