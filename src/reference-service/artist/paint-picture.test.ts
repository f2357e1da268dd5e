import { loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { FILTERS, MEDIUMS, STYLES } from '../../shared/image.ts'
import { MOTIFS } from '../motifs.ts'
import type { MotifName } from '../motifs.ts'
import type { PictureSpec } from '../picture-name.ts'
import type { Brush } from './brush.ts'
import { drawPicture, paintPicture } from './paint-picture.ts'

const TORII: PictureSpec = { style: 'anime', motif: 'torii', variant: 0, medium: null, filter: null, size: 64 }
const motifs = STYLES.flatMap((style) => MOTIFS[style].map((motif: MotifName) => ({ style, motif })))

function pixelsOf(brush: Brush): Uint8ClampedArray {
  return brush.context.getImageData(0, 0, brush.pixels, brush.pixels).data
}

/** Lightness of every pixel. Throws where the sheet shows through: one check a pixel by `expect` takes seconds. */
function lightsOf(brush: Brush): number[] {
  const data = pixelsOf(brush)
  const lights: number[] = []
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) throw new Error(`pixel ${at / 4} is ${data[at + 3]} of 255 opaque`)
    lights.push(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3)
  }
  return lights
}

describe('scenes', () => {
  test.each(motifs)('$style $motif fills the sheet with more than one tone', ({ style, motif }) => {
    const lights = lightsOf(drawPicture({ ...TORII, style, motif }))
    expect(Math.max(...lights) - Math.min(...lights)).toBeGreaterThan(40)
  })

  test('the same spec is the same picture, another variant is another one', () => {
    const silk = { ...TORII, style: 'abstract', motif: 'silk' } as const
    expect(pixelsOf(drawPicture(silk))).toEqual(pixelsOf(drawPicture(silk)))
    expect(pixelsOf(drawPicture({ ...silk, variant: 1 }))).not.toEqual(pixelsOf(drawPicture(silk)))
  })
})

describe('media', () => {
  const plain = pixelsOf(drawPicture(TORII))
  test.each(MEDIUMS)('%s changes the picture and covers all of it', (medium) => {
    const brush = drawPicture({ ...TORII, medium })
    expect(pixelsOf(brush)).not.toEqual(plain)
    expect(lightsOf(brush).length).toBe(64 * 64)
  })
})

describe('filters', () => {
  const plain = pixelsOf(drawPicture(TORII))
  test('grayscale leaves no color', () => {
    const data = pixelsOf(drawPicture({ ...TORII, filter: 'grayscale' }))
    const colored = data.findIndex((part, at) => at % 4 === 0 && (part !== data[at + 1] || part !== data[at + 2]))
    expect(colored).toBe(-1)
  })

  test('sepia is warm everywhere', () => {
    const data = pixelsOf(drawPicture({ ...TORII, filter: 'sepia' }))
    const cold = data.findIndex((part, at) => at % 4 === 0 && part <= (data[at + 2] ?? 255))
    expect(cold).toBe(-1)
  })

  test('invert is the negative', () => {
    const data = pixelsOf(drawPicture({ ...TORII, filter: 'invert' }))
    expect([data[0], data[1], data[2]]).toEqual([0, 1, 2].map((part) => 255 - (plain[part] ?? 0)))
  })

  test('are three different pictures', () => {
    const sums = FILTERS.map((filter) =>
      lightsOf(drawPicture({ ...TORII, filter })).reduce((sum, light) => sum + light, 0)
    )
    expect(new Set(sums).size).toBe(3)
  })
})

test.each([
  ['pixel_art', 'keep', 256, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['vaporwave', 'grid', 512, [0x52, 0x49, 0x46, 0x46]],
  ['anime', 'crossing', 1024, [0xff, 0xd8, 0xff]]
] as const)('%s is encoded in its format, %s at %d pixels', async (style, motif, size, magic) => {
  const bytes = paintPicture({ style, motif, variant: 0, medium: null, filter: null, size })
  expect([...bytes.subarray(0, magic.length)]).toEqual(magic)
  const image = await loadImage(bytes)
  expect([image.width, image.height]).toEqual([size, size])
})
