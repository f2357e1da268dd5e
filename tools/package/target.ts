import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BAD_INPUT } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'

/** Systems to pack for, by the names of Node and Electron, and the folder of Electron to pack onto. */

export type TargetPlatform = 'linux' | 'darwin' | 'win32'
export type TargetArch = 'x64' | 'arm64'

export interface Target {
  readonly platform: TargetPlatform
  readonly arch: TargetArch
}

const PLATFORMS: readonly string[] = ['linux', 'darwin', 'win32'] satisfies TargetPlatform[]
const ARCHS: readonly string[] = ['x64', 'arm64'] satisfies TargetArch[]

export const isTargetPlatform = (name: string): name is TargetPlatform => PLATFORMS.includes(name)
export const isTargetArch = (name: string): name is TargetArch => ARCHS.includes(name)

/** Returns the target of this computer, or `null` if Electron has no build for it. */
export function ownTarget(platform: string = process.platform, arch: string = process.arch): Target | null {
  return isTargetPlatform(platform) && isTargetArch(arch) ? { platform, arch } : null
}

/** RFC 2606 reserves this ending for examples. */
const PLACEHOLDER = '.example'

/** Returns a sentence if `config`, the text of electron-builder.yml, has placeholder addresses, otherwise `null`. */
export function placeholderAddresses(config: string): string | null {
  if (!config.includes(PLACEHOLDER)) return null
  return (
    'The homepage and the maintainer’s address in electron-builder.yml are placeholders (they end in .example). ' +
    'Set both to make installers.'
  )
}

const BINARIES: Readonly<Record<TargetPlatform, string>> = {
  linux: 'electron',
  darwin: 'Electron.app',
  win32: 'electron.exe'
}

const ABSENT =
  'There is no Electron on this computer. Install it with `npx install-electron` and ' +
  'try again, or pack without it to see the result: `npm run package -- --stub`.'

/**
 * Returns a folder of Electron. Throws CliError if it lacks the project's version, on which fuses and natives depend.
 */
export function requireElectron(folder: string, platform: TargetPlatform, version: string): string {
  if (!existsSync(join(folder, BINARIES[platform]))) throw new CliError(ABSENT, BAD_INPUT)
  const file = join(folder, 'version')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : 'unknown'
  if (found === version) return folder
  throw new CliError(`Electron in ${folder} is version ${found}, and Proofsheet requires ${version}.`, BAD_INPUT)
}
