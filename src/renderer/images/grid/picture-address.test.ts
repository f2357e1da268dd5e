import { expect, test } from 'vitest'
import { pictureAddress } from './picture-address.ts'

test.each([
  [176, 1, 256],
  [176, 2, 384],
  [96, 1, 128],
  [128, 1, 128],
  [360, 2, 768],
  [900, 2, 1024]
])('%i px on a screen of %i asks for %i', (edge, ratio, size) => {
  expect(pictureAddress({ record: 12, stamp: 'a1b2' }, edge, ratio)).toBe(`app://img/12/a1b2?size=${size}`)
})

test('a stamp cannot leave its place', () => {
  expect(pictureAddress({ record: 1, stamp: '../2' }, 96, 1)).toBe('app://img/1/..%2F2?size=128')
})
