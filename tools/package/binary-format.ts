/** Reads from the first bytes of a native file which system and processor it was made for. */
import type { Target, TargetArch, TargetPlatform } from './target.ts'

interface Format {
  readonly platform: TargetPlatform
  /** Whether the file begins so. */
  readonly fits: (head: Buffer) => boolean
  /** The number of the processor. */
  readonly machine: (head: Buffer) => number
  readonly archs: Readonly<Record<number, TargetArch>>
}

const PE_ADDRESS = 0x3c

const FORMATS: readonly Format[] = [
  {
    platform: 'linux',
    fits: (head) => head.readUInt32BE(0) === 0x7f_45_4c_46,
    machine: (head) => head.readUInt16LE(18),
    archs: { 0x3e: 'x64', 0xb7: 'arm64' }
  },
  {
    platform: 'darwin',
    fits: (head) => head.readUInt32LE(0) === 0xfe_ed_fa_cf,
    machine: (head) => head.readUInt32LE(4),
    archs: { 0x01_00_00_07: 'x64', 0x01_00_00_0c: 'arm64' }
  },
  {
    platform: 'win32',
    fits: (head) => head.toString('latin1', 0, 2) === 'MZ' && peHeader(head) !== null,
    machine: (head) => head.readUInt16LE((peHeader(head) ?? 0) + 4),
    archs: { 0x86_64: 'x64', 0xaa_64: 'arm64' }
  }
]

function peHeader(head: Buffer): number | null {
  const at = head.readUInt32LE(PE_ADDRESS)
  return at + 6 <= head.length && head.toString('latin1', at, at + 4) === 'PE\0\0' ? at : null
}

/** Bytes of a file that `binaryTarget` looks at. */
export const HEAD_BYTES = 4096

/** `head`: the first `HEAD_BYTES` of the file, or all of it. Null: not a native file of any system we pack for. */
export function binaryTarget(head: Buffer): Target | null {
  if (head.length < PE_ADDRESS + 4) return null
  const format = FORMATS.find(({ fits }) => fits(head))
  const arch = format?.archs[format.machine(head)]
  return format === undefined || arch === undefined ? null : { platform: format.platform, arch }
}
