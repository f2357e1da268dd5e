import { expect, test } from 'vitest'
import { indexOrder } from '../selection/record-order.ts'
import { neighborsOf, stepTo } from './neighbors.ts'

const order = indexOrder(Uint32Array.of(9, 4, 7))

test.each([
  [4, 'next', 7],
  [4, 'previous', 9],
  [7, 'next', null],
  [9, 'previous', null],
  [4, 'first', 9],
  [4, 'last', 7],
  [5, 'next', null]
] as const)('from %i %s leads to %s', (record, step, to) => {
  expect(stepTo(order, record, step)).toBe(to)
})

test('an order without images leads nowhere', () => {
  expect(stepTo(indexOrder(new Uint32Array(0)), 1, 'first')).toBeNull()
})

test('neighbors are those that exist', () => {
  expect(neighborsOf(order, 4)).toEqual([7, 9])
  expect(neighborsOf(order, 9)).toEqual([4])
  expect(neighborsOf(order, 5)).toEqual([])
})
