import { describe, expect, it } from 'vitest'
import { cellAfter, cellWithin } from './grid-keys.ts'

const size = { rows: 39, columns: 4, page: 10, isCtrl: false }

describe('keys of the data grid', () => {
  it.each([
    ['ArrowDown', [5, 1], [6, 1]],
    ['ArrowDown', [38, 1], [38, 1]],
    ['ArrowUp', [1, 2], [0, 2]],
    ['ArrowLeft', [5, 0], [5, 0]],
    ['ArrowRight', [5, 3], [5, 3]],
    ['PageDown', [35, 0], [38, 0]],
    ['PageUp', [5, 0], [1, 0]],
    ['PageUp', [0, 0], [0, 0]],
    ['Home', [5, 3], [5, 0]],
    ['End', [5, 0], [5, 3]]
  ] as const)('%s from %j leads to %j', (key, [row, column], [toRow, toColumn]) => {
    expect(cellAfter(key, { row, column }, size)).toEqual({ row: toRow, column: toColumn })
  })

  it('reaches the corners with Ctrl', () => {
    expect(cellAfter('Home', { row: 9, column: 2 }, { ...size, isCtrl: true })).toEqual({ row: 1, column: 0 })
    expect(cellAfter('End', { row: 9, column: 2 }, { ...size, isCtrl: true })).toEqual({ row: 38, column: 3 })
  })

  it('leaves other keys alone', () => {
    expect(cellAfter('a', { row: 1, column: 0 }, size)).toBeNull()
  })

  it('stays inside when rows are gone', () => {
    expect(cellWithin({ row: 12, column: 3 }, { rows: 10, columns: 4 })).toEqual({ row: 9, column: 3 })
    expect(cellWithin({ row: 2, column: 3 }, { rows: 10, columns: 4 })).toEqual({ row: 2, column: 3 })
  })
})
