import { expect, test } from 'vitest'
import { openingBounds } from './window-bounds.ts'

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 }
const LEFT_SCREEN = { x: -1600, y: 100, width: 1600, height: 900 }
const place = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, isMaximized: false })

test.each([
  ['first start', null, { width: 1280, height: 800 }],
  ['last position', place(50, 60), { x: 50, y: 60, width: 1000, height: 700 }],
  ['half outside', place(1500, 60), { x: 1500, y: 60, width: 1000, height: 700 }],
  ['on the second display', place(-1500, 200), { x: -1500, y: 200, width: 1000, height: 700 }],
  ['too small', place(0, 0, 10, 10), { width: 1280, height: 800 }],
  ['smaller than allowed', place(0, 0, 300, 300), { x: 0, y: 0, width: 880, height: 560 }],
  ['a disconnected display', place(5000, 60), { width: 1280, height: 800 }],
  ['above the top', place(0, -50), { width: 1280, height: 800 }],
  ['a sliver', place(1900, 60), { width: 1280, height: 800 }],
  ['below the bottom', place(0, 1070), { width: 1280, height: 800 }]
])('%s', (_name, kept, expected) => {
  expect(openingBounds(kept, [SCREEN, LEFT_SCREEN])).toEqual(expected)
})

test('without a display the window has the default size', () => {
  expect(openingBounds(place(0, 0), [])).toEqual({ width: 1280, height: 800 })
})
