/**
 * The nine fuses of Electron, each said explicitly: switches in the binary that nobody can turn from outside once the
 * program is signed. `strictlyRequireAllFuses` makes a tenth, in a later Electron, an error here and not a default.
 */
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { join } from 'node:path'
import type { TargetPlatform } from './target.ts'

export const FUSES = {
  // The program must not become a Node that runs any script with the rights a person gave to Proofsheet.
  [FuseV1Options.RunAsNode]: false,
  // No cookie is kept, and on it would ask for the key store at start.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Enforced on macOS and Windows.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window is served by app:, never by file:.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true
} as const

/** Where the switches lie in a packed folder. `name` is that of the executable, without an ending. */
export function fusedFile(folder: string, platform: TargetPlatform, name: string): string {
  const ending = { linux: '', darwin: '.app', win32: '.exe' }[platform]
  return join(folder, `${name}${ending}`)
}

/**
 * Rejects when the binary has other fuses than these nine, or none. The last step before signing. A Mac does not start
 * a program whose signature was broken by an edit: there it is renewed without an author, so that a program that is
 * not signed afterwards starts at least where it was packed.
 */
export async function setFuses(file: string): Promise<void> {
  const resetAdHocDarwinSignature = process.platform === 'darwin'
  await flipFuses(file, { version: FuseVersion.V1, strictlyRequireAllFuses: true, resetAdHocDarwinSignature, ...FUSES })
}
