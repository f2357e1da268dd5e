/** How the program is started in either shell. */
import { join } from 'node:path'

export interface ShellStart {
  /** Path of Electron's binary; null: the Chromium host. */
  readonly electron: string | null
  /** The folder of package.json, or of one that was written for the dev build. */
  readonly app: string
  readonly profile: string
  readonly debuggingPort: number
  /** What the shell needs for the display that there is. */
  readonly args: readonly string[]
  readonly isRoot: boolean
}

const HOST = join(import.meta.dirname, '../chromium-host/cli.ts')

/** Command and arguments. Electron as root needs its sandbox off, and says so itself when it is not. */
export function shellCommand(start: ShellStart): { readonly command: string; readonly args: readonly string[] } {
  const { electron, app, profile, debuggingPort, args, isRoot } = start
  const appArguments = [app, '--profile', profile, `--remote-debugging-port=${debuggingPort}`, ...args]
  if (electron === null) return { command: process.execPath, args: [HOST, ...appArguments] }
  return { command: electron, args: [...(isRoot ? ['--no-sandbox'] : []), ...appArguments] }
}
