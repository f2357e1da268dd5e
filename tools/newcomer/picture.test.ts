import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { screenColors } from './judge.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofsheet-newcomer-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A window of gray squares on a dark ground, with text-like shades; where `fill` says so, full of color. */
async function screen(
  name: string,
  fill: (x: number, y: number) => readonly [number, number, number]
): Promise<string> {
  const [width, height] = [720, 450]
  const bytes = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) bytes.set(fill(at % width, Math.floor(at / width)), at * 3)
  const file = join(folder, name)
  await sharp(bytes, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file)
  return file
}

it('gray tiles are not pictures', async () => {
  const file = await screen('gray.png', (x, y) => {
    const shade = x % 90 < 70 && y % 90 < 70 ? 44 : 18 + (x % 40)
    return [shade, shade, shade]
  })
  expect((await screenColors(file)).hasPictures).toBe(false)
})

it('colors outside of the grid are not pictures', async () => {
  const file = await screen('frame.png', (x, y) => (x < 110 ? [x * 2, y % 256, (x * y) % 256] : [18, 19, 21]))
  expect((await screenColors(file)).hasPictures).toBe(false)
})

it('a grid full of colors has pictures', async () => {
  const file = await screen('full.png', (x, y) => [(x * 5) % 256, (y * 7) % 256, (x * y) % 256])
  const { colors, hasPictures } = await screenColors(file)
  expect(hasPictures).toBe(true)
  expect(colors).toBeGreaterThan(500)
})

it('rejects a file that is not a picture', async () => {
  await expect(screenColors(import.meta.filename)).rejects.toThrow(/unsupported image/i)
})
