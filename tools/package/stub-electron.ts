/**
 * A stand-in for Electron's binary, complete enough to be packed onto: the files that electron-builder renames and
 * edits, and the bytes of the fuses. So that everything but the binary itself is a test where it cannot be had.
 * It runs nothing.
 */
import { FuseState } from '@electron/fuses'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { infoPlist } from './stub-plist.ts'
import { stubExecutable } from './stub-windows.ts'
import type { TargetPlatform } from './target.ts'

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const WIRE_VERSION = 1
/** As Electron ships them: all three that let Node in are on, integrity is off, and so on, in the wire's order. */
const SHIPPED = [true, false, true, true, false, false, false, true, true]

/** Padding, so that the fuses lie somewhere in the middle as they do in a real binary. */
const PADDING = 5000

/** Files of Electron for Linux and Windows that the packager carries along without a look. */
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

/** The wire of fuses, with bytes around it. */
export function fuseBytes(states: readonly boolean[] = SHIPPED): Buffer {
  const wire = states.map((isOn) => (isOn ? FuseState.ENABLE : FuseState.DISABLE))
  const bytes = [Buffer.from(SENTINEL), Buffer.from([WIRE_VERSION, wire.length, ...wire])]
  return Buffer.concat([Buffer.alloc(PADDING), ...bytes, Buffer.alloc(PADDING)])
}

/** Writes the stand-in into an empty folder. `version` is that of Electron, without a "v". */
export function makeStubElectron(folder: string, platform: TargetPlatform, version: string): void {
  write(join(folder, 'version'), version)
  const make = { linux: makeLinux, darwin: makeMac, win32: makeWindows }[platform]
  make(folder, version)
}

function makeLinux(folder: string): void {
  for (const name of [...COMMON, ...LINUX]) write(join(folder, name), `stub of ${name}\n`)
  const script = '#!/bin/sh\necho "This is a stand-in for Electron: it can be packed, not run." >&2\nexit 1\n'
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

/** The fuses of macOS lie in the framework, behind two links. */
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
