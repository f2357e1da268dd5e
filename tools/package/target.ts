import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

export type ElectronFolder =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly sentence: string }

export interface ElectronSearch {
  readonly platform: TargetPlatform
  /** The project's version of Electron, without a "v". */
  readonly version: string
  /** The folder of Electron's installer. */
  readonly usual: string
  readonly env: NodeJS.ProcessEnv
}

const BINARIES: Readonly<Record<TargetPlatform, string>> = {
  linux: 'electron',
  darwin: 'Electron.app',
  win32: 'electron.exe'
}

const ABSENT =
  'There is no Electron on this computer. Install it with `npx install-electron` and ' +
  'try again, or pack without it to see the result: `npm run package -- --stub`.'

/** Refuses other versions than the project's, because fuses and native modules depend on the version. */
export function findElectronFolder({ platform, version, usual, env }: ElectronSearch): ElectronFolder {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? usual
  if (!existsSync(join(folder, BINARIES[platform]))) return { ok: false, sentence: ABSENT }
  const found = versionIn(folder)
  if (found === version) return { ok: true, folder }
  const sentence = `Electron in ${folder} is version ${found ?? 'unknown'}, and Proofsheet requires ${version}.`
  return { ok: false, sentence }
}

function versionIn(folder: string): string | null {
  const file = join(folder, 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null
}
