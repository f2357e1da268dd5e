import { expect, test } from 'vitest'
import { indexOrder } from '../selection/record-order.ts'
import { arrivedRecords, firstShown, placeAfterChange } from './arrivals.ts'

const order = (...numbers: number[]) => indexOrder(Uint32Array.from(numbers))

test('arrivals are what the newer order has more', () => {
  expect([...arrivedRecords(order(3, 1), order(9, 3, 2, 1))]).toEqual([9, 2])
})

test.each([
  ['the record itself', 3, 2],
  ['its next neighbor when it is gone', 5, 2],
  ['the last when nothing after it is left', 1, 3]
])('keeps the place by %s', (_name, record, place) => {
  expect(placeAfterChange(record, order(7, 5, 3, 2, 1), order(9, 7, 3, 2))).toBe(place)
})

test('an empty order has no place', () => {
  expect(placeAfterChange(3, order(3), order())).toBe(-1)
})

test('the first of several records, in the order shown', () => {
  expect(firstShown(Uint32Array.of(3, 8, 7), order(9, 8, 7, 3))).toBe(8)
  expect(firstShown(Uint32Array.of(1, 2), order(9, 8))).toBeNull()
  expect(firstShown(new Uint32Array(0), order(9, 8))).toBeNull()
})
