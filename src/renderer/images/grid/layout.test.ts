import { describe, expect, test } from 'vitest'
import { contentHeight, GUTTER, layoutGrid, offsetShowing, rowsPerScreen, rowTop, SIDE_MARGIN } from './layout.ts'

describe('the grid in a width', () => {
  test.each([
    // width, tile, columns, cell height, pitch
    [920, 176, 5, 210, 222],
    [972, 176, 5, 220, 232],
    [800, 176, 4, 225, 237],
    [920, 96, 8, 107, 119],
    [920, 136, 6, 180, 192],
    [920, 320, 3, 329, 341],
    [200, 360, 1, 204, 216]
  ])('%i wide at %i', (width, tile, columns, cellHeight, rowPitch) => {
    const layout = layoutGrid({ width, tile, count: 4_218 })
    expect(layout).toMatchObject({ columns, cellHeight, rowPitch, rows: Math.ceil(4_218 / columns) })
  })

  test.each([88, 96, 136, 176, 232, 320, 360])('pictures of about %i fill every width', (tile) => {
    for (let width = 440; width <= 2560; width += 1) {
      const { columns, edge } = layoutGrid({ width, tile, count: 100 })
      const gaps = width - 2 * SIDE_MARGIN - columns * edge
      if (columns > 1) expect(gaps / (columns - 1)).toBeLessThan(GUTTER + 2)
      expect(Math.max(edge / tile, tile / edge)).toBeLessThan(columns > 2 ? 1.25 : 1.45)
    }
  })

  test('the third row of the main screen ends at 692 below the top of the grid', () => {
    const layout = layoutGrid({ width: 972, tile: 176, count: 100 })
    expect(rowTop(layout, 2) + layout.cellHeight).toBe(692)
  })

  test('below 136 a tile is its picture', () => {
    expect(layoutGrid({ width: 920, tile: 135, count: 1 }).hasLabels).toBe(false)
    expect(layoutGrid({ width: 920, tile: 136, count: 1 }).hasLabels).toBe(true)
  })

  test('nothing has no height', () => {
    expect(contentHeight(layoutGrid({ width: 972, tile: 176, count: 0 }), 60)).toBe(0)
  })

  test('the end leaves room for what floats over it', () => {
    expect(contentHeight(layoutGrid({ width: 972, tile: 176, count: 4 }), 60)).toBe(8 + 220 + 8 + 60)
  })
})

describe('scrolling to a row', () => {
  const layout = layoutGrid({ width: 972, tile: 176, count: 4_000 })
  const port = { height: 752, coveredBelow: 54 }

  test.each([
    ['is left alone when seen', 1, 0, 0],
    ['goes up to its top', 1, 600, 232],
    ['goes down until it is clear of the bar', 3, 0, 8 + 3 * 232 + 220 + 4 + 54 - 752],
    ['the first row shows the top', 0, 100, 0]
  ])('%s', (_name, row, offset, expected) => {
    expect(offsetShowing(layout, row, { ...port, offset })).toBe(expected)
  })

  test('a row taller than the window shows its top', () => {
    expect(offsetShowing(layout, 9, { offset: 0, height: 150, coveredBelow: 54 })).toBe(9 * 232)
  })

  test.each([
    [752, 3],
    [100, 1]
  ])('%i px hold %i rows', (height, rows) => {
    expect(rowsPerScreen(layout, height)).toBe(rows)
  })
})
