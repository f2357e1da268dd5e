import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILTERS, MEDIUMS, STYLES } from '../shared/image.ts'
import { SUBJECTS } from './motif-words.ts'
import { PICTURE_FOLDER } from './serve-picture.ts'
import { PICTURES, fittingPicture, isPictureFile, pictureAt, pictureFile } from './picture-names.ts'

test('the names match the files, and each part of a name is valid', () => {
  const files = PICTURES.flatMap((picture) => [256, 512, 1024].map((edge) => pictureFile(picture, edge)))
  expect(files.toSorted()).toEqual(readdirSync(PICTURE_FOLDER).toSorted())
  expect(files.every(isPictureFile)).toBe(true)
  for (const { name, style, motif, medium, filter } of PICTURES) {
    expect(Object.keys(SUBJECTS)).toContain(motif)
    const [, , drawing] = name.split('.')
    expect([style ?? 'none', motif, drawing, medium ?? 'none', filter ?? 'none'].join('.')).toBe(name)
  }
})

test('every style, medium and filter has pictures', () => {
  const counts = [
    ...STYLES.map((style) => PICTURES.filter((picture) => picture.style === style).length),
    ...MEDIUMS.map((medium) => PICTURES.filter((picture) => picture.medium === medium).length),
    ...FILTERS.map((filter) => PICTURES.filter((picture) => picture.filter === filter).length)
  ]
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
})

test.each(['', '../../etc/passwd', 'nothing.256.webp', '.256.webp', `${pictureAt(0).name}.640.webp`])(
  '"%s" is not a picture file',
  (file) => {
    expect(isPictureFile(file)).toBe(false)
  }
)

test('a created image gets a picture of its style, and never that of its neighbor', () => {
  for (const style of STYLES) {
    const first = fittingPicture({ style, medium: null, filter: null }, -1, 0)
    const second = fittingPicture({ style, medium: null, filter: null }, first, 0)
    expect([pictureAt(first).style, pictureAt(second).style]).toEqual([style, style])
    expect(second).not.toBe(first)
  }
})

test('a matching filter weighs more than a matching medium', () => {
  const picture = pictureAt(fittingPicture({ style: null, medium: 'ink', filter: 'sepia' }, -1, 0.99))
  expect(picture.filter).toBe('sepia')
})
