/** The folder for temporary files, which nearly every step needs: told before the first of them fails on it. */
import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { CliError } from './cli-error.mjs'

/** Throws `CliError` when nothing can be written there. */
export function checkTemporaryFolder(folder = tmpdir()) {
  const problem = problemOf(folder)
  if (problem === null) return
  const name = process.platform === 'win32' ? 'TEMP' : 'TMPDIR'
  throw new CliError(
    `The folder for temporary files, ${folder}, ${problem}. Set ${name} to a folder that you can write to and try again.`
  )
}

function problemOf(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return 'is not there'
  if (!stat.isDirectory()) return 'is not a folder'
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return 'may not be written by this user'
  }
}
