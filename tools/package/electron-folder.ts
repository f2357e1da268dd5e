/** The unpacked folder of the real Electron, if this machine has it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetPlatform } from './target.ts'

export type ElectronFolder =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly sentence: string }

export interface ElectronSearch {
  readonly platform: TargetPlatform
  /** What the project is written for, without a "v". */
  readonly version: string
  /** Where Electron's own installer puts it. */
  readonly usual: string
  readonly env: NodeJS.ProcessEnv
}

const BINARIES: Readonly<Record<TargetPlatform, string>> = {
  linux: 'electron',
  darwin: 'Electron.app',
  win32: 'electron.exe'
}

const ABSENT =
  "Electron's binary is not on this machine, so there is nothing to pack onto. Fetch it with `npx install-electron` and " +
  'try again, or see what would be packed, without it: `npm run package -- --stub`.'

/** A version other than the project's is refused: the fuses and the native modules belong to one. */
export function findElectronFolder({ platform, version, usual, env }: ElectronSearch): ElectronFolder {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? usual
  if (!existsSync(join(folder, BINARIES[platform]))) return { ok: false, sentence: ABSENT }
  const found = versionIn(folder)
  if (found === version) return { ok: true, folder }
  const sentence = `Electron in ${folder} is version ${found ?? 'unknown'}, and Proofsheet is written for ${version}.`
  return { ok: false, sentence }
}

function versionIn(folder: string): string | null {
  const file = join(folder, 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null
}
