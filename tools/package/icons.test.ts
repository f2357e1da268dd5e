/** Checks the sizes of the packager's icons, which are maintained by hand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** Apple's names of the entries. The second name of a size is for half the size on a high-density display. */
const MAC_ENTRIES = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024]
]
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Colors with alpha, in the header of a PNG. */
const WITH_ALPHA = 6

const resource = (name: string): Buffer => readFileSync(join(PROJECT_ROOT, 'resources', name))

/** Reads the first chunk of a PNG, IHDR: after 8 bytes of signature and 8 of the chunk follows the size. */
function pngHeader(bytes: Buffer): { width: number; height: number; colors: number } {
  expect(bytes.subarray(0, 8).equals(PNG)).toBe(true)
  expect(bytes.toString('latin1', 12, 16)).toBe('IHDR')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), colors: bytes.readUInt8(25) }
}

it('have a large, square and transparent source', () => {
  expect(pngHeader(resource('icon.png'))).toEqual({ width: 1024, height: 1024, colors: WITH_ALPHA })
})

it.each(LINUX_SIZES)('have a file of %s pixels for Linux', (size) => {
  expect(pngHeader(resource(`icons/${size}x${size}.png`))).toMatchObject({ width: size, height: size })
})

it('have no other file for Linux', () => {
  const names = readdirSync(join(PROJECT_ROOT, 'resources/icons'))
  expect(names.toSorted()).toEqual(LINUX_SIZES.map((size) => `${size}x${size}.png`).toSorted())
})

it('have all sizes for Windows', () => {
  const icon = resource('icon.ico')
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, WINDOWS_SIZES.length])
  const rows = WINDOWS_SIZES.map((_, index) => icon.subarray(6 + 16 * index, 22 + 16 * index))
  // A byte holds the edge, so 256 is written as 0.
  expect(rows.map((row) => [row.readUInt8(0), row.readUInt8(1)])).toEqual(
    WINDOWS_SIZES.map((size) => [size % 256, size % 256])
  )
  const ends = rows.map((row) => row.readUInt32LE(8) + row.readUInt32LE(12))
  expect(Math.max(...ends)).toBe(icon.length)
})

it('have all entries for macOS in their sizes', () => {
  const icon = resource('icon.icns')
  expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length])
  const found: [string, number][] = []
  for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
    const { width, height } = pngHeader(icon.subarray(at + 8))
    expect(height).toBe(width)
    found.push([icon.toString('latin1', at, at + 4), width])
  }
  expect(found).toEqual(MAC_ENTRIES)
})
