import { expect, test } from 'vitest'
import { STYLES } from '../shared/image.ts'
import { MOTIFS } from './motifs.ts'
import { pictureFormat, pictureName, readPictureName } from './picture-name.ts'

test('a name is read back as the spec it was made of', () => {
  for (const style of STYLES) {
    expect(MOTIFS[style].length).toBeGreaterThanOrEqual(2)
    for (const motif of MOTIFS[style]) {
      const spec = { style, motif, variant: 3, medium: 'ink', filter: null, size: 512 } as const
      expect(pictureName(spec)).toBe(`${style}.${motif}.3.ink.none.512.${pictureFormat(style)}`)
      expect(readPictureName(pictureName(spec))).toEqual(spec)
    }
  }
})

test.each([
  '',
  '../../etc/passwd',
  'anime.torii.3.ink.none.512.png',
  'anime.torii.6.ink.none.512.jpg',
  'anime.torii.-1.ink.none.512.jpg',
  'anime.torii.1e0.ink.none.512.jpg',
  'anime.torii.3.oil.none.512.jpg',
  'anime.torii.3.ink.none.640.jpg',
  'anime.rocket.3.ink.none.512.jpg',
  'cubism.torii.3.ink.none.512.jpg',
  'anime.torii.3.ink.none.512.jpg.exe'
])('"%s" is none', (name) => {
  expect(readPictureName(name)).toBeNull()
})
