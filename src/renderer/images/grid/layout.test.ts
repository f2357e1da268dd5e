import { describe, expect, test } from 'vitest'
import { contentHeight, layoutGrid, offsetShowing, rowsPerScreen, rowTop } from './layout.ts'

describe('the grid in a width', () => {
  test.each([
    // width, tile, columns, cell height, pitch
    [920, 176, 4, 220, 232],
    [972, 176, 5, 220, 232],
    [800, 176, 4, 220, 232],
    [920, 96, 8, 104, 116],
    [920, 136, 6, 180, 192],
    [920, 320, 2, 364, 376],
    [200, 360, 1, 404, 416]
  ])('%i wide at %i', (width, tile, columns, cellHeight, rowPitch) => {
    const layout = layoutGrid({ width, tile, count: 4_218 })
    expect(layout).toMatchObject({ columns, cellHeight, rowPitch, rows: Math.ceil(4_218 / columns) })
  })

  test('the third row of the main screen ends at 692 below the top of the grid', () => {
    const layout = layoutGrid({ width: 920, tile: 176, count: 100 })
    expect(rowTop(layout, 2) + layout.cellHeight).toBe(692)
  })

  test('below 136 a tile is its picture', () => {
    expect(layoutGrid({ width: 920, tile: 135, count: 1 }).hasLabels).toBe(false)
    expect(layoutGrid({ width: 920, tile: 136, count: 1 }).hasLabels).toBe(true)
  })

  test('nothing has no height', () => {
    expect(contentHeight(layoutGrid({ width: 920, tile: 176, count: 0 }), 60)).toBe(0)
  })

  test('the end leaves room for what floats over it', () => {
    expect(contentHeight(layoutGrid({ width: 920, tile: 176, count: 4 }), 60)).toBe(8 + 220 + 8 + 60)
  })
})

describe('scrolling to a row', () => {
  const layout = layoutGrid({ width: 920, tile: 176, count: 4_000 })
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
