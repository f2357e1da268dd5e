/** What electron-builder calls on its way (electron-builder.yml names this file). */
import type { AfterPackContext } from 'electron-builder'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fusedFile, setFuses } from './fuses.ts'
import { nativeFaults } from './native-files.ts'
import { writeNotices } from './notices.ts'
import { readPackedProgram } from './packed-program.ts'
import { isTargetArch, isTargetPlatform, type Target } from './target.ts'

/** `Arch` of the builder is a list of numbers; these are the two that we pack for. */
const ARCH_NAMES: Readonly<Record<number, string>> = { 1: 'x64', 3: 'arm64' }

type PackedPlace = Pick<AfterPackContext, 'appOutDir' | 'electronPlatformName'>

/**
 * Electron lies in the folder, and the program does not yet. The builder takes Electron's own program out of what it
 * downloads, but not out of a folder that it is given.
 */
export function afterExtract({ appOutDir, electronPlatformName }: PackedPlace): void {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources'
  rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true })
  rmSync(join(appOutDir, 'version'), { force: true })
}

/**
 * The program is packed and not yet signed. Throws with a sentence when a notice or a native file is missing, or when a
 * native file was made for another system.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  await afterForeignPack(context)
  const target = targetOf(context)
  const { unpacked } = readPackedProgram(context.appOutDir, target.platform)
  const faults = nativeFaults(unpacked, target)
  if (faults.length === 0) return
  const advice = `Pack for ${target.platform}-${target.arch} on such a machine, where npm installs its files.`
  throw new Error([...faults, advice].join('\n'))
}

/** For a stand-in of another system: its native files cannot be here, its fuses and notices can. */
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

/** Linux alone has a name of its own for the executable, since a command is written in small letters. */
function executableOf({ packager }: AfterPackContext): string {
  const name: unknown = Reflect.get(packager, 'executableName')
  return typeof name === 'string' ? name : packager.appInfo.productFilename
}
