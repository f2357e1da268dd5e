/**
 * Checks that a packed app has its native files for the right system, because npm installs those of the computer that
 * packs, with which the app would not start elsewhere.
 */
import { closeSync, globSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Target, TargetArch, TargetPlatform } from './target.ts'

const NATIVE = '**/*.{node,dll,dylib,so,so.*}'

/** Returns patterns in app.asar.unpacked that must each match a file. */
function requiredNatives({ platform, arch }: Target): string[] {
  return [
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    'node_modules/keytar/build/Release/keytar.node'
  ]
}

/** Returns the problems of native files in a packed app. */
export function nativeFaults(unpacked: string, target: Target): string[] {
  const wanted = `${target.platform}-${target.arch}`
  const missing = requiredNatives(target).filter((pattern) => globSync(pattern, { cwd: unpacked }).length === 0)
  const foreign = globSync(NATIVE, { cwd: unpacked }).flatMap((file) => {
    const made = binaryTarget(headOf(join(unpacked, file)))
    const name = made === null ? 'an unknown system' : `${made.platform}-${made.arch}`
    return name === wanted ? [] : [`${file} was made for ${name}, not for ${wanted}.`]
  })
  return [...missing.map((pattern) => `No file for ${wanted} matches ${pattern}.`), ...foreign]
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}

interface Format {
  readonly platform: TargetPlatform
  readonly matches: (head: Buffer) => boolean
  /** Returns the number of the processor. */
  readonly machine: (head: Buffer) => number
  readonly archs: Readonly<Record<number, TargetArch>>
}

const PE_ADDRESS = 0x3c

const FORMATS: readonly Format[] = [
  {
    platform: 'linux',
    matches: (head) => head.readUInt32BE(0) === 0x7f_45_4c_46,
    machine: (head) => head.readUInt16LE(18),
    archs: { 0x3e: 'x64', 0xb7: 'arm64' }
  },
  {
    platform: 'darwin',
    matches: (head) => head.readUInt32LE(0) === 0xfe_ed_fa_cf,
    machine: (head) => head.readUInt32LE(4),
    archs: { 0x01_00_00_07: 'x64', 0x01_00_00_0c: 'arm64' }
  },
  {
    platform: 'win32',
    matches: (head) => head.toString('latin1', 0, 2) === 'MZ' && peHeader(head) !== null,
    machine: (head) => head.readUInt16LE((peHeader(head) ?? 0) + 4),
    archs: { 0x86_64: 'x64', 0xaa_64: 'arm64' }
  }
]

function peHeader(head: Buffer): number | null {
  const at = head.readUInt32LE(PE_ADDRESS)
  return at + 6 <= head.length && head.toString('latin1', at, at + 4) === 'PE\0\0' ? at : null
}

/** Number of bytes that `binaryTarget` reads. */
export const HEAD_BYTES = 4096

/** Returns the target of a native file from its first `HEAD_BYTES`, or `null` for other files. */
export function binaryTarget(head: Buffer): Target | null {
  if (head.length < PE_ADDRESS + 4) return null
  const format = FORMATS.find(({ matches }) => matches(head))
  const arch = format?.archs[format.machine(head)]
  return format === undefined || arch === undefined ? null : { platform: format.platform, arch }
}
