import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isWholeWebp, sniffRaster } from './sniff.ts'

const drawn = sharp({ create: { width: 4, height: 4, channels: 3, background: '#d97706' } })

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('recognizes %s by its bytes', async (kind) => {
  expect(sniffRaster(await drawn.clone().toFormat(kind).toBuffer())).toBe(kind)
})

test.each([
  ['nothing', ''],
  ['HTML', '<!doctype html><title>Login</title>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['PDF', '%PDF-1.7'],
  ['JSON', '{"message":"Unauthenticated."}'],
  ['half a signature', '\x89PN']
])('refuses %s', (_name, content) => {
  expect(sniffRaster(Buffer.from(content, 'latin1'))).toBeNull()
})

test('a truncated WebP file is not complete', async () => {
  const bytes = await drawn.clone().webp().toBuffer()
  expect(isWholeWebp(bytes)).toBe(true)
  expect(isWholeWebp(bytes.subarray(0, bytes.length - 1))).toBe(false)
  expect(isWholeWebp(new Uint8Array())).toBe(false)
})
