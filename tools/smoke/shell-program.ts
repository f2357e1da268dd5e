/** The shell that is tried: how it is started, and what it needs around it. */
import { findElectron } from '../../drivers/electron-binary.ts'

export interface ShellProgram {
  readonly binary: string
  /** Before everything else on its command line. */
  readonly flags: readonly string[]
  /** Beside the environment of this process. */
  readonly env: NodeJS.ProcessEnv
}

export const NO_ELECTRON = `There is no Electron binary on this machine, so nothing was tried. Get it with

  npx install-electron

(ELECTRON_MIRROR names another place to fetch it from), or name one that is there: ELECTRON_EXEC_PATH=/path/to/electron.`

/** Electron as it is found, for a display with this name; null: there is none. As root it cannot have its sandbox. */
export function findShellProgram(display: string | null): ShellProgram | null {
  const binary = findElectron()
  if (binary === null) return null
  return {
    binary,
    flags: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    env: display === null ? {} : { DISPLAY: display, WAYLAND_DISPLAY: undefined }
  }
}
