import { describe, expect, test } from 'vitest'
import { TILE_MAX, TILE_MIN, TILE_STEPS } from '../../../shared/preferences.ts'
import { indexOrder } from '../selection/records.ts'
import {
  anchorAt,
  contentHeight,
  GUTTER,
  layoutGrid,
  listRows,
  nextTile,
  offsetOf,
  offsetShowing,
  overlaps,
  rowsPerScreen,
  rowsSeen,
  rowTop,
  SIDE_MARGIN,
  SLIDER_MAX,
  sliderOf,
  tileAfterWheel,
  tileAt,
  TOP,
  widened
} from './layout.ts'

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

  test.each([88, 96, 136, 176, 232, 320, 360])('fills every width with pictures of about %i', (tile) => {
    for (let width = 440; width <= 2560; width += 1) {
      const { columns, edge } = layoutGrid({ width, tile, count: 100 })
      const gaps = width - 2 * SIDE_MARGIN - columns * edge
      if (columns > 1) expect(gaps / (columns - 1)).toBeLessThan(GUTTER + 2)
      expect(Math.max(edge / tile, tile / edge)).toBeLessThan(columns > 2 ? 1.25 : 1.45)
    }
  })

  test('ends the third row of the main screen 692 px below the top of the grid', () => {
    const layout = layoutGrid({ width: 972, tile: 176, count: 100 })
    expect(rowTop(layout, 2) + layout.cellHeight).toBe(692)
  })

  test('shows only pictures below 136', () => {
    expect(layoutGrid({ width: 920, tile: 135, count: 1 }).hasLabels).toBe(false)
    expect(layoutGrid({ width: 920, tile: 136, count: 1 }).hasLabels).toBe(true)
  })

  test('has no height without tiles', () => {
    expect(contentHeight(layoutGrid({ width: 972, tile: 176, count: 0 }), 60)).toBe(0)
  })

  test('leaves room at the end for the action bar', () => {
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

  test('shows the top of a row taller than the window', () => {
    expect(offsetShowing(layout, 9, { offset: 0, height: 150, coveredBelow: 54 })).toBe(9 * 232)
  })

  test.each([
    [752, 3],
    [100, 1]
  ])('%i px hold %i rows', (height, rows) => {
    expect(rowsPerScreen(layout, height)).toBe(rows)
  })
})

const layout = layoutGrid({ width: 1_000, tile: 100, count: 800 })
const { rowPitch, rows } = layout

describe('the visible rows', () => {
  test('at the top, between two rows, and never beyond the last', () => {
    expect(rowsSeen(layout, 0, 3 * rowPitch)).toEqual({ first: 0, last: 2 })
    expect(rowsSeen(layout, rowPitch * 1.5, 3 * rowPitch)).toEqual({ first: 1, last: 4 })
    expect(rowsSeen(layout, rows * rowPitch, 3 * rowPitch)).toEqual({ first: rows - 1, last: rows - 1 })
  })

  test('are none in an empty grid', () => {
    const empty = layoutGrid({ width: 1_000, tile: 100, count: 0 })
    expect(listRows(rowsSeen(empty, 0, 500), -1)).toEqual([])
  })
})

test('widens a range within the grid', () => {
  expect(widened({ first: 1, last: 3 }, 2, rows)).toEqual({ first: 0, last: 5 })
  expect(widened({ first: rows - 2, last: rows - 1 }, 2, rows)).toEqual({ first: rows - 4, last: rows - 1 })
})

test('finds ranges that share a row', () => {
  expect(overlaps({ first: 2, last: 5 }, { first: 5, last: 9 })).toBe(true)
  expect(overlaps({ first: 2, last: 5 }, { first: 6, last: 9 })).toBe(false)
})

test('lists the focused row in order, once', () => {
  const range = { first: 4, last: 6 }
  expect(listRows(range, -1)).toEqual([4, 5, 6])
  expect(listRows(range, 5)).toEqual([4, 5, 6])
  expect(listRows(range, 1)).toEqual([1, 4, 5, 6])
  expect(listRows(range, 9)).toEqual([4, 5, 6, 9])
})

describe('the size slider', () => {
  test('begins and ends at the limits', () => {
    expect([tileAt(0), tileAt(SLIDER_MAX)]).toEqual([TILE_MIN, TILE_MAX])
    expect([sliderOf(TILE_MIN), sliderOf(TILE_MAX)]).toEqual([0, SLIDER_MAX])
  })

  test.each(TILE_STEPS)('snaps to the step %i nearby', (step) => {
    expect(tileAt(Math.round(sliderOf(step)))).toBe(step)
    expect(tileAt(sliderOf(step) + 1.5)).toBe(step)
  })

  test('keeps every size between steps', () => {
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

const count = 100
const order = indexOrder(Uint32Array.from({ length: count }, (_, i) => count - i))
/** Four columns, rows of 232. */
const wide = layoutGrid({ width: 780, tile: 176, count })
/** Two columns, rows of 232. */
const narrow = layoutGrid({ width: 404, tile: 176, count })

describe('the scroll anchor', () => {
  test('is the first record in view and the offset within it', () => {
    expect(anchorAt(8 + 2 * 232 + 50, wide, order)).toEqual({ record: 92, within: 50 })
  })

  test('restores its offset', () => {
    const anchor = anchorAt(777, wide, order)
    expect(offsetOf(anchor, wide, { before: order, now: order })).toBe(777)
  })

  test('follows its record into another layout', () => {
    const anchor = anchorAt(8 + 2 * 232 + 50, wide, order)
    expect(offsetOf(anchor, narrow, { before: order, now: order })).toBe(8 + 4 * 232 + 50)
  })

  test('follows its record when others arrive before it', () => {
    const now = indexOrder(Uint32Array.of(104, 103, 102, 101, ...order.numbers))
    const anchor = anchorAt(8 + 2 * 232, wide, order)
    expect(offsetOf(anchor, wide, { before: order, now })).toBe(8 + 3 * 232)
  })

  test('stays at the top', () => {
    expect(anchorAt(0, wide, order)).toBe(TOP)
    const now = indexOrder(Uint32Array.of(104, 103, 102, 101, ...order.numbers))
    expect(offsetOf(TOP, wide, { before: order, now })).toBe(0)
  })
})
