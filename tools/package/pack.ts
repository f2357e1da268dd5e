/** Packs the built app into a folder or installers with electron-builder. */
import { Arch, build, Platform, type Configuration } from 'electron-builder'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { electronVersion } from '../start/electron.ts'
import { afterForeignPack } from './hooks.ts'
import { makeStubElectron } from './stub-electron.ts'
import { ownTarget, type Target, type TargetPlatform } from './target.ts'

export interface PackOptions {
  readonly target: Target
  /** Folder of Electron for that system, or of a stub. */
  readonly electron: string
  /** Absolute folder of the result. */
  readonly output: string
  /** The builder's names of installers: `deb`, `nsis` and so on. */
  readonly kinds?: readonly string[]
  /** Folder of a packed app for installers; without it, the app is packed first. */
  readonly packed?: string
  /** Gets the builder's input of the program that makes an installer; returns true to skip that program. */
  readonly beforeInstaller?: (prepared: unknown) => Promise<boolean>
}

/** The builder's platform, and the prefix of its folders. */
const PLATFORMS: Readonly<Record<TargetPlatform, readonly [platform: Platform, folder: string]>> = {
  linux: [Platform.LINUX, 'linux'],
  darwin: [Platform.MAC, 'mac'],
  win32: [Platform.WINDOWS, 'win']
}

/** Returns the folder of the packed app. Rejects with the builder's message. */
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

/** Packs onto a temporary stub of Electron. */
export async function packOnStub(options: Omit<PackOptions, 'electron'>): Promise<string> {
  const electron = mkdtempSync(join(tmpdir(), 'proofsheet-electron-'))
  try {
    makeStubElectron(electron, options.target.platform, ownElectronVersion())
    return await pack({ ...options, electron })
  } finally {
    rmSync(electron, { recursive: true, force: true })
  }
}

/** Returns the project's version of Electron. */
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
