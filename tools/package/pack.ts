/** Packs the built program into a folder or into installers, with electron-builder and electron-builder.yml. */
import { Arch, build, Platform, type Configuration } from 'electron-builder'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { electronVersion } from '../start/electron-fetch.ts'
import { afterForeignPack } from './hooks.ts'
import { makeStubElectron } from './stub-electron.ts'
import { ownTarget, type Target, type TargetPlatform } from './target.ts'

export interface PackOptions {
  readonly target: Target
  /** The unpacked folder of Electron for that system: its own, or a stand-in. */
  readonly electron: string
  /** Absolute folder for what is made. */
  readonly output: string
  /** The builder's names of what is made besides the folder: `deb`, `nsis` and so on. None: the folder alone. */
  readonly kinds?: readonly string[]
  /** The folder of a packed program to make installers from; without it, the program is packed first. */
  readonly packed?: string
  /** Sees what the builder hands to the program that makes an installer; true: do not run that program. */
  readonly beforeInstaller?: (prepared: unknown) => Promise<boolean>
}

/** The builder's platform, and the name that its folders begin with. */
const PLATFORMS: Readonly<Record<TargetPlatform, readonly [platform: Platform, folder: string]>> = {
  linux: [Platform.LINUX, 'linux'],
  darwin: [Platform.MAC, 'mac'],
  win32: [Platform.WINDOWS, 'win']
}

/** The folder that holds the packed program. Rejects with the builder's own words when it refuses. */
export async function pack(options: PackOptions): Promise<string> {
  const { target, kinds = ['dir'], packed, beforeInstaller } = options
  const [platform] = PLATFORMS[target.platform]
  await build({
    projectDir: PROJECT_ROOT,
    targets: platform.createTarget([...kinds], Arch[target.arch]),
    publish: 'never',
    config: overrides(options),
    ...(packed === undefined ? {} : { prepackaged: packed }),
    ...(beforeInstaller === undefined ? {} : { effectiveOptionComputed: beforeInstaller })
  })
  return packed ?? packedFolder(options.output, target)
}

/** Packs onto a stand-in for Electron, which is gone again when it is done. */
export async function packOnStub(options: Omit<PackOptions, 'electron'>): Promise<string> {
  const electron = mkdtempSync(join(tmpdir(), 'proofsheet-electron-'))
  try {
    makeStubElectron(electron, options.target.platform, ownElectronVersion())
    return await pack({ ...options, electron })
  } finally {
    rmSync(electron, { recursive: true, force: true })
  }
}

/** The version that the project is written for. */
const ownElectronVersion = (): string => electronVersion(join(PROJECT_ROOT, 'node_modules/electron'))

function overrides({ target, electron, output }: PackOptions): Configuration {
  const own = ownTarget()
  const isOwn = own?.platform === target.platform && own.arch === target.arch
  return {
    electronDist: electron,
    electronVersion: ownElectronVersion(),
    directories: { output },
    ...(isOwn ? {} : { afterPack: afterForeignPack })
  }
}

function packedFolder(output: string, { platform, arch }: Target): string {
  const name = `${PLATFORMS[platform][1]}${arch === 'x64' ? '' : `-${arch}`}`
  return join(output, platform === 'darwin' ? name : `${name}-unpacked`)
}
