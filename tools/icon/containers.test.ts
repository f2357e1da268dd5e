/** The icons in the repository: every size is there, and shows the present resources/icon.png. */
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { icnsOf, icoOf } from './containers.ts'
import { LINUX_SIZES, MAC_TYPES, WINDOWS_SIZES } from './derive.ts'

const RESOURCES = join(resolve(import.meta.dirname, '../..'), 'resources')
const resource = (name: string): Buffer => readFileSync(join(RESOURCES, name))

/** Mean difference to the icon of today, 0 to 255 a channel: another drawing differs by far more than rounding does. */
async function difference(picture: Buffer | Sharp, size: number): Promise<number> {
  const drawn = await (Buffer.isBuffer(picture) ? sharp(picture) : picture).ensureAlpha().raw().toBuffer()
  const wanted = await sharp(resource('icon.png'))
    .resize(size, size, { kernel: 'lanczos3' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  expect(drawn.length).toBe(wanted.length)
  return drawn.reduce((sum, value, index) => sum + Math.abs(value - wanted.readUInt8(index)), 0) / drawn.length
}

it('is big enough and square, as the packager wants it', async () => {
  expect(await sharp(resource('icon.png')).metadata()).toMatchObject({ width: 1024, height: 1024, hasAlpha: true })
})

it.each(LINUX_SIZES)('has a file of %s pixels for Linux', async (size) => {
  expect(await difference(resource(`icons/${size}x${size}.png`), size)).toBeLessThan(1)
})

it('has no other file for Linux', () => {
  expect(readdirSync(join(RESOURCES, 'icons'))).toHaveLength(LINUX_SIZES.length)
})

it('has all sizes for Windows', async () => {
  const icon = resource('icon.ico')
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([1, WINDOWS_SIZES.length])
  for (const [index, size] of WINDOWS_SIZES.entries()) {
    const row = 6 + 16 * index
    expect(icon.readUInt8(row)).toBe(size % 256)
    const body = icon.subarray(icon.readUInt32LE(row + 12), icon.readUInt32LE(row + 12) + icon.readUInt32LE(row + 8))
    expect(await difference(size === 256 ? body : bitmap(body, size), size)).toBeLessThan(1)
  }
})

/** A bitmap of an .ico: 40 bytes of header, then blue first and the bottom row first. */
function bitmap(body: Buffer, size: number): Sharp {
  const pixels = Buffer.from(body.subarray(40, 40 + size * size * 4))
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels.readUInt8(at)
    pixels.writeUInt8(pixels.readUInt8(at + 2), at)
    pixels.writeUInt8(blue, at + 2)
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 4 } }).flip()
}

it('has all sizes for macOS', async () => {
  const icon = resource('icon.icns')
  expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length])
  const found: [string, number][] = []
  for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
    const png = icon.subarray(at + 8, at + icon.readUInt32BE(at + 4))
    const { width } = await sharp(png).metadata()
    found.push([icon.toString('latin1', at, at + 4), width])
    expect(await difference(png, width)).toBeLessThan(1)
  }
  expect(found).toEqual(MAC_TYPES)
})

it('holds nothing when it is given nothing', () => {
  expect(icoOf([])).toHaveLength(6)
  expect(icnsOf([])).toHaveLength(8)
})
