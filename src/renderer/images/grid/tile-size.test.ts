import { describe, expect, test } from 'vitest'
import { TILE_MAX, TILE_MIN, TILE_STEPS } from '../../../shared/preferences.ts'
import { layoutGrid } from './layout.ts'
import { nextTile, sliderOf, SLIDER_MAX, tileAfterWheel, tileAt } from './tile-size.ts'

describe('the size slider', () => {
  test('begins and ends at the limits', () => {
    expect([tileAt(0), tileAt(SLIDER_MAX)]).toEqual([TILE_MIN, TILE_MAX])
    expect([sliderOf(TILE_MIN), sliderOf(TILE_MAX)]).toEqual([0, SLIDER_MAX])
  })

  test.each(TILE_STEPS)('takes the step %i when near it', (step) => {
    expect(tileAt(Math.round(sliderOf(step)))).toBe(step)
    expect(tileAt(sliderOf(step) + 1.5)).toBe(step)
  })

  test('keeps every size between', () => {
    expect(tileAt(sliderOf(200))).toBe(200)
  })
})

test.each([
  [176, 'larger', 232],
  [200, 'larger', 232],
  [320, 'larger', TILE_MAX],
  [TILE_MAX, 'larger', TILE_MAX],
  [176, 'smaller', 136],
  [96, 'smaller', TILE_MIN],
  [TILE_MIN, 'smaller', TILE_MIN]
] as const)('the key from %i %s gives %i', (tile, direction, expected) => {
  expect(nextTile(tile, direction, (size) => size)).toBe(expected)
})

test.each([
  [668, 176, 'larger', 320],
  [668, 320, 'smaller', 232],
  [1280, 176, 'larger', 232],
  [300, 232, 'larger', TILE_MAX]
] as const)(
  'in a grid %i wide the key from %i %s gives %i, which looks different',
  (width, tile, direction, expected) => {
    const columnsOf = (size: number): number => layoutGrid({ width, tile: size, count: 9 }).columns
    expect(nextTile(tile, direction, columnsOf)).toBe(expected)
  }
)

test.each([
  [176, 100, 157],
  [176, -100, 198],
  [100, 1, 99],
  [TILE_MIN, 500, TILE_MIN],
  [TILE_MAX, -500, TILE_MAX]
])('the wheel from %i by %i gives %i', (tile, delta, expected) => {
  expect(tileAfterWheel(tile, delta)).toBe(expected)
})
