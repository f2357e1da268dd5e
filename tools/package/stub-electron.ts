/**
 * Creates a stub of Electron that can be packed but not run: the files that electron-builder renames and edits, and the
 * bytes of the fuses. With it, packing can be tested without Electron.
 */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FuseState } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import type { TargetPlatform } from './target.ts'

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const WIRE_VERSION = 1
/** Electron's defaults, in the order of its wire. */
const SHIPPED = [true, false, true, true, false, false, false, true, true]

/** Padding, because the fuses are in the middle of a real binary. */
const PADDING = 5000

/** Files of Electron for Linux and Windows that the packager only copies. */
const COMMON = [
  'LICENSE',
  'LICENSES.chromium.html',
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'icudtl.dat',
  'locales/de.pak',
  'locales/en-US.pak',
  'resources.pak',
  'resources/default_app.asar',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin'
]
const LINUX = ['chrome-sandbox', 'chrome_crashpad_handler', 'libffmpeg.so', 'libvk_swiftshader.so']
const WINDOWS = ['d3dcompiler_47.dll', 'ffmpeg.dll', 'vk_swiftshader.dll']
const MAC_HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)']

/** Returns the wire of fuses within other bytes. */
export function fuseBytes(states: readonly boolean[] = SHIPPED): Buffer {
  const wire = states.map((isOn) => (isOn ? FuseState.ENABLE : FuseState.DISABLE))
  const bytes = [Buffer.from(SENTINEL), Buffer.from([WIRE_VERSION, wire.length, ...wire])]
  return Buffer.concat([Buffer.alloc(PADDING), ...bytes, Buffer.alloc(PADDING)])
}

/** Writes the stub into an empty folder. `version`: Electron's, without a "v". */
export function makeStubElectron(folder: string, platform: TargetPlatform, version: string): void {
  write(join(folder, 'version'), version)
  const make = { linux: makeLinux, darwin: makeMac, win32: makeWindows }[platform]
  make(folder, version)
}

function makeLinux(folder: string): void {
  for (const name of [...COMMON, ...LINUX]) write(join(folder, name), `stub of ${name}\n`)
  const script = '#!/bin/sh\necho "This is a stub of Electron that can be packed, not run." >&2\nexit 1\n'
  write(join(folder, 'electron'), Buffer.concat([Buffer.from(script), fuseBytes()]))
  for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']) chmodSync(join(folder, name), 0o755)
}

function makeWindows(folder: string, version: string): void {
  for (const name of [...COMMON, ...WINDOWS]) write(join(folder, name), `stub of ${name}\n`)
  write(join(folder, 'electron.exe'), stubExecutable(version, fuseBytes()))
}

function makeMac(folder: string, version: string): void {
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) write(join(folder, name), `stub of ${name}\n`)
  const contents = join(folder, 'Electron.app/Contents')
  makeBundle(contents, 'Electron', version)
  for (const name of ['default_app.asar', 'electron.icns', 'en.lproj/locale.pak']) {
    write(join(contents, 'Resources', name), `stub of ${name}\n`)
  }
  for (const kind of MAC_HELPERS) {
    const name = `Electron Helper${kind}`
    makeBundle(join(contents, 'Frameworks', `${name}.app/Contents`), name, version)
  }
  makeFramework(join(contents, 'Frameworks/Electron Framework.framework'))
}

function makeBundle(contents: string, name: string, version: string): void {
  write(join(contents, 'Info.plist'), infoPlist({ name, version }))
  const executable = join(contents, 'MacOS', name)
  write(executable, '#!/bin/sh\nexit 1\n')
  chmodSync(executable, 0o755)
}

/** On macOS the fuses are in the framework, behind two links. */
function makeFramework(folder: string): void {
  write(join(folder, 'Versions/A/Electron Framework'), fuseBytes())
  write(join(folder, 'Versions/A/Resources/en.lproj/locale.pak'), 'stub of a locale\n')
  symlinkSync('A', join(folder, 'Versions/Current'))
  symlinkSync('Versions/Current/Electron Framework', join(folder, 'Electron Framework'))
  symlinkSync('Versions/Current/Resources', join(folder, 'Resources'))
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Returns the description of a macOS bundle with the keys that the packager changes. `name`: the executable. */
function infoPlist({ name, version }: { readonly name: string; readonly version: string }): string {
  const entries = {
    CFBundleDisplayName: name,
    CFBundleExecutable: name,
    CFBundleIconFile: 'electron.icns',
    CFBundleIdentifier: 'com.github.Electron',
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    LSMinimumSystemVersion: '13.0',
    NSPrincipalClass: 'AtomApplication'
  }
  const rows = Object.entries(entries).map(([key, value]) => `  <key>${key}</key>\n  <string>${value}</string>`)
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'
  return `${head}\n<plist version="1.0">\n<dict>\n${rows.join('\n')}\n</dict>\n</plist>\n`
}

const ENGLISH = { lang: 1033, codepage: 1200 }

/**
 * Returns a Windows executable that the packager can edit; it requires exactly one version resource in one language.
 * `payload` follows the last section.
 */
function stubExecutable(version: string, payload: Buffer): Buffer {
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
