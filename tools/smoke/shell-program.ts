/** Finds Electron and how to start it, and the tests that only run in the host. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findElectron } from '../../drivers/chosen-shell.ts'

export interface ShellProgram {
  readonly binary: string
  /** First arguments of its command line. */
  readonly flags: readonly string[]
  /** Additional environment. */
  readonly env: NodeJS.ProcessEnv
}

export const NO_ELECTRON = `There is no Electron on this computer, so nothing was tested. Install it with

  npx install-electron

(ELECTRON_MIRROR names another server), or use another one: ELECTRON_EXEC_PATH=/path/to/electron.`

/** Returns Electron for a display, or `null` without Electron. Root cannot use its sandbox. */
export function findShellProgram(display: string | null): ShellProgram | null {
  const binary = findElectron()
  if (binary === null) return null
  return {
    binary,
    flags: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    env: display === null ? {} : { DISPLAY: display, WAYLAND_DISPLAY: undefined }
  }
}

/** Returns the titles of the tests of the host, in the order of the files. `folder`: the end-to-end tests. */
export function hostOnlyTests(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))
  return files.toSorted().flatMap((name) => titlesIn(readFileSync(join(folder, name), 'utf8')))
}

/** Throws if a block has no readable title, because each must be reported. */
export function titlesIn(source: string): readonly string[] {
  const blocks = source.split(/^\s*hostOnly\(/m).slice(1)
  return blocks.map((block) => {
    const title = /^\(\) => \{\s*(?:it|test|describe)(?:\.each\([\s\S]*?\))?\('([^']*)'/.exec(block)?.[1]
    if (title === undefined) throw new Error(`This test of the host has no readable title: ${block.slice(0, 80)}`)
    return title
  })
}
