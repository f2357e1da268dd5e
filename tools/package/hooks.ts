/** Hooks of electron-builder, named in electron-builder.yml: fuses, notices, and checks of native files. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import type { AfterPackContext } from 'electron-builder'
import { nativeFaults } from './native-files.ts'
import { writeNotices } from './notices.ts'
import { readPackedProgram } from './packed-program.ts'
import { isTargetArch, isTargetPlatform, type Target, type TargetPlatform } from './target.ts'

/** The builder's numbers of the supported processors. */
const ARCH_NAMES: Readonly<Record<number, string>> = { 1: 'x64', 3: 'arm64' }

type PackedPlace = Pick<AfterPackContext, 'appOutDir' | 'electronPlatformName'>

/** Runs before the app is copied. The builder removes Electron's default app only from its own downloads. */
export function afterExtract({ appOutDir, electronPlatformName }: PackedPlace): void {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources'
  rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true })
  rmSync(join(appOutDir, 'version'), { force: true })
}

/**
 * Runs before the packed app is signed. Throws if a notice or a native file is missing, or if a native file is for
 * another system.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  await afterForeignPack(context)
  const target = targetOf(context)
  const { unpacked } = readPackedProgram(context.appOutDir, target.platform)
  const faults = nativeFaults(unpacked, target)
  if (faults.length === 0) return
  const advice = `Pack for ${target.platform}-${target.arch} on such a computer, where npm installs its files.`
  throw new Error([...faults, advice].join('\n'))
}

/** For a stub of another system, whose native files are not available here. */
export async function afterForeignPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, packager } = context
  const { platform } = targetOf(context)
  await setFuses(fusedFile(appOutDir, platform, executableOf(context)))
  const faults = writeNotices(readPackedProgram(appOutDir, platform), packager.projectDir)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function targetOf({ electronPlatformName: platform, arch: number }: AfterPackContext): Target {
  const arch = ARCH_NAMES[number] ?? `processor ${number}`
  if (isTargetPlatform(platform) && isTargetArch(arch)) return { platform, arch }
  throw new Error(`Proofsheet is not packed for ${platform} on ${arch}.`)
}

/** Only Linux has another name of the executable, in lower case. */
function executableOf({ packager }: AfterPackContext): string {
  const name: unknown = Reflect.get(packager, 'executableName')
  return typeof name === 'string' ? name : packager.appInfo.productFilename
}

/**
 * Electron's nine fuses, which cannot be changed in a signed app. `strictlyRequireAllFuses` rejects a later Electron
 * with another fuse.
 */
export const FUSES = {
  // Otherwise the app could run any script as Node with its permissions.
  [FuseV1Options.RunAsNode]: false,
  // The app stores no cookies, and encryption would access the keychain at start.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Effective on macOS and Windows.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window uses app:, never file:.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true
} as const

/** Returns the file with the fuses in a packed folder. `name`: the executable without extension. */
export function fusedFile(folder: string, platform: TargetPlatform, name: string): string {
  const ending = { linux: '', darwin: '.app', win32: '.exe' }[platform]
  return join(folder, `${name}${ending}`)
}

/**
 * Sets the fuses, before signing. Rejects if the binary has none or not these nine. On a Mac it renews the ad-hoc
 * signature, because macOS does not start an edited app with a broken one.
 */
export async function setFuses(file: string): Promise<void> {
  const resetAdHocDarwinSignature = process.platform === 'darwin'
  await flipFuses(file, { version: FuseVersion.V1, strictlyRequireAllFuses: true, resetAdHocDarwinSignature, ...FUSES })
}
