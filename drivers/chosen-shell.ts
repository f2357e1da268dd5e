/** Chooses the shell in which tests open the app, and finds Electron. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Shell = 'electron' | 'host'

/** Name of the variable: `electron` or `host`. */
export const SHELL_VARIABLE = 'E2E_SHELL'

/** Returns the shell of the variable, otherwise Electron if available. Throws for other values. */
export function chosenShell(env: NodeJS.ProcessEnv = process.env): Shell {
  const named = env[SHELL_VARIABLE]
  if (named === undefined || named === '') return findElectron(env) === null ? 'host' : 'electron'
  if (named === 'electron' || named === 'host') return named
  throw new Error(`${SHELL_VARIABLE} is electron or host, not "${named}"`)
}

/**
 * Defines tests that require the Chromium host: its recorders, native menus, the loss of the network. In Electron they
 * are not defined, and `npm run smoke` lists them.
 */
export function hostOnly(define: () => void): void {
  if (chosenShell() === 'host') define()
}

/** Returns the absolute path of Electron, or `null` if it is not downloaded. */
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

/** Returns a sentence if the environment names a missing binary, otherwise `null`. */
export function misnamedElectron(env: NodeJS.ProcessEnv): string | null {
  const named = env['ELECTRON_EXEC_PATH']
  if (named === undefined || named === '' || existsSync(named)) return null
  return `ELECTRON_EXEC_PATH names ${named}, which does not exist.`
}
