/** What is packed for: the names that Node and Electron use for systems and processors. */

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

/** This machine, or null where Electron has no build for it. */
export function ownTarget(platform: string = process.platform, arch: string = process.arch): Target | null {
  return isTargetPlatform(platform) && isTargetArch(arch) ? { platform, arch } : null
}
