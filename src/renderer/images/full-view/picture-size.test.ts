import { expect, test } from 'vitest'
import { sizeOfPicture, sizeOfResolution } from './picture-size.ts'

test.each([
  ['512x512', 512, 512],
  ['640x480', 640, 480],
  ['large', 1024, 1024],
  ['0x0', 1024, 1024],
  [null, 1024, 1024]
])('%s is %i by %i', (resolution, width, height) => {
  expect(sizeOfResolution(resolution)).toEqual({ width, height })
})

test.each([
  ['a smaller copy stands for the whole', { width: 192, height: 192 }, { width: 512, height: 512 }],
  ['a larger picture than told is what it is', { width: 1024, height: 1024 }, { width: 1024, height: 1024 }],
  ['another shape is what it is', { width: 300, height: 200 }, { width: 300, height: 200 }]
])('%s', (_name, loaded, shown) => {
  expect(sizeOfPicture(loaded, { width: 512, height: 512 })).toEqual(shown)
})
