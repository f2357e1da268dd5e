import { expect, test } from 'vitest'
import { pictureAddress, pictureEdge } from './record-picture.tsx'

test.each([
  [176, 1, 192],
  [176, 2, 384],
  [88, 1, 192],
  [192, 1, 192],
  [360, 2, 768],
  [900, 2, 1536]
])('requests %i px on a screen of %i as %i', (edge, ratio, size) => {
  expect(pictureEdge(edge, ratio)).toBe(size)
})

test('contains record, stamp and size in the address', () => {
  expect(pictureAddress(12, 'a1b2', 256)).toBe('app://img/12/a1b2?size=256')
})

test('escapes a stamp in the address', () => {
  expect(pictureAddress(1, '../2', 128)).toBe('app://img/1/..%2F2?size=128')
})
