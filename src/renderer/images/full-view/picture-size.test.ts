import { expect, test } from 'vitest'
import { sizeOfResolution } from './picture-size.ts'

test.each([
  ['512x512', 512, 512],
  ['640x480', 640, 480],
  ['large', 1024, 1024],
  ['0x0', 1024, 1024],
  [null, 1024, 1024]
])('%s is %i by %i', (resolution, width, height) => {
  expect(sizeOfResolution(resolution)).toEqual({ width, height })
})
