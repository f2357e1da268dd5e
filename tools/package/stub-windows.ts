/**
 * A Windows executable that can be read and edited: the packager writes the icon, the version and the hash of the
 * archive into it, and refuses one without exactly one version resource in exactly one language.
 */
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

const ENGLISH = { lang: 1033, codepage: 1200 }

/** `version` is that of Electron. `payload` follows behind the last section; editing keeps it. */
export function stubExecutable(version: string, payload: Buffer): Buffer {
  const executable = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(executable)
  const info = Resource.VersionInfo.createEmpty()
  info.lang = ENGLISH.lang
  info.setFileVersion(version, ENGLISH.lang)
  info.setProductVersion(version, ENGLISH.lang)
  info.setStringValues(ENGLISH, { FileDescription: 'Electron', ProductName: 'Electron' })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  return Buffer.concat([Buffer.from(executable.generate()), payload])
}
