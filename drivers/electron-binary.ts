/** Where a real Electron is, if this machine has one. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Absolute path, or null: the package brings types only until its binary has been fetched. */
export function findElectron(env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env['ELECTRON_EXEC_PATH']
  if (named !== undefined && existsSync(named)) return named
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  const nameFile = join(folder, 'path.txt')
  const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8') : 'electron'
  const binary = join(dist, name)
  return existsSync(binary) ? binary : null
}

/** A sentence when the environment names a binary that is not there; null also when it names none. */
export function misnamedElectron(env: NodeJS.ProcessEnv): string | null {
  const named = env['ELECTRON_EXEC_PATH']
  if (named === undefined || named === '' || existsSync(named)) return null
  return `ELECTRON_EXEC_PATH names ${named}, and nothing is there.`
}
