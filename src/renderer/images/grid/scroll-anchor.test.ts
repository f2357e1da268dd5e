import { describe, expect, test } from 'vitest'
import { indexOrder } from '../selection/record-order.ts'
import { layoutGrid } from './layout.ts'
import { anchorAt, offsetOf, TOP } from './scroll-anchor.ts'

const count = 100
const order = indexOrder(Uint32Array.from({ length: count }, (_, i) => count - i))
/** Four columns, rows of 232. */
const wide = layoutGrid({ width: 780, tile: 176, count })
/** Two columns, rows of 232. */
const narrow = layoutGrid({ width: 404, tile: 176, count })

describe('the scroll anchor', () => {
  test('is the first record in view, and how far it is scrolled', () => {
    expect(anchorAt(8 + 2 * 232 + 50, wide, order)).toEqual({ record: 92, within: 50 })
  })

  test('leads back to where it came from', () => {
    const anchor = anchorAt(777, wide, order)
    expect(offsetOf(anchor, wide, { before: order, now: order })).toBe(777)
  })

  test('follows its record into another layout', () => {
    const anchor = anchorAt(8 + 2 * 232 + 50, wide, order)
    expect(offsetOf(anchor, narrow, { before: order, now: order })).toBe(8 + 4 * 232 + 50)
  })

  test('follows its record when others come before it', () => {
    const now = indexOrder(Uint32Array.of(104, 103, 102, 101, ...order.numbers))
    const anchor = anchorAt(8 + 2 * 232, wide, order)
    expect(offsetOf(anchor, wide, { before: order, now })).toBe(8 + 3 * 232)
  })

  test('at the top is the top', () => {
    expect(anchorAt(0, wide, order)).toBe(TOP)
    const now = indexOrder(Uint32Array.of(104, 103, 102, 101, ...order.numbers))
    expect(offsetOf(TOP, wide, { before: order, now })).toBe(0)
  })
})
