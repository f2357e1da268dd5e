import { describe, expect, test } from 'vitest'
import { layoutGrid } from './layout.ts'
import { listRows, overlaps, rowsSeen, widened } from './row-range.ts'

const layout = layoutGrid({ width: 1_000, tile: 100, count: 800 })
const { rowPitch, rows } = layout

describe('the rows that are seen', () => {
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

test('a span is widened within the grid', () => {
  expect(widened({ first: 1, last: 3 }, 2, rows)).toEqual({ first: 0, last: 5 })
  expect(widened({ first: rows - 2, last: rows - 1 }, 2, rows)).toEqual({ first: rows - 4, last: rows - 1 })
})

test('spans overlap where they share a row', () => {
  expect(overlaps({ first: 2, last: 5 }, { first: 5, last: 9 })).toBe(true)
  expect(overlaps({ first: 2, last: 5 }, { first: 6, last: 9 })).toBe(false)
})

test('the row of the focus is listed in its order, once', () => {
  const range = { first: 4, last: 6 }
  expect(listRows(range, -1)).toEqual([4, 5, 6])
  expect(listRows(range, 5)).toEqual([4, 5, 6])
  expect(listRows(range, 1)).toEqual([1, 4, 5, 6])
  expect(listRows(range, 9)).toEqual([4, 5, 6, 9])
})
