import { expect, test } from 'vitest'
import { pictureAddress, pictureEdge } from './record-picture.tsx'

test.each([
  [176, 1, 192],
  [176, 2, 384],
  [88, 1, 192],
  [192, 1, 192],
  [360, 2, 768],
  [900, 2, 1536]
])('%i px on a screen of %i asks for %i', (edge, ratio, size) => {
  expect(pictureEdge(edge, ratio)).toBe(size)
})

test('the address names record, stamp and size', () => {
  expect(pictureAddress(12, 'a1b2', 256)).toBe('app://img/12/a1b2?size=256')
})

test('a stamp cannot leave its place', () => {
  expect(pictureAddress(1, '../2', 128)).toBe('app://img/1/..%2F2?size=128')
})
