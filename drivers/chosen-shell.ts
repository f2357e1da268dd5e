/** Which shell the tests open the app in, and what they leave out where it cannot be shown. */
import { findElectron } from './electron-binary.ts'
import type { Shell } from './open-app.ts'

/** `electron` or `host`. */
export const SHELL_VARIABLE = 'E2E_SHELL'

/** As the variable says; else Electron where its binary is. Throws for any other word. */
export function chosenShell(env: NodeJS.ProcessEnv = process.env): Shell {
  const named = env[SHELL_VARIABLE]
  if (named === undefined || named === '') return findElectron(env) === null ? 'host' : 'electron'
  if (named === 'electron' || named === 'host') return named
  throw new Error(`${SHELL_VARIABLE} is electron or host, not "${named}"`)
}

/**
 * Tests of what the Chromium host alone can show from outside: its recorders, native menus, a network that is taken
 * away. In Electron they are no tests at all, neither passed nor skipped, and `npm run smoke` lists them.
 */
export function hostOnly(define: () => void): void {
  if (chosenShell() === 'host') define()
}
