import { expect, test } from 'vitest'
import { type ImageRow, NO_FACETS } from '../../../shared/image.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { indexOrder } from '../selection/records.ts'
import { arrivedRecords, firstShown, placeAfterChange, stillMatches } from './arrivals.ts'

const order = (...numbers: number[]) => indexOrder(Uint32Array.from(numbers))

test('returns what the newer order has in addition', () => {
  expect([...arrivedRecords(order(3, 1), order(9, 3, 2, 1))]).toEqual([9, 2])
})

test.each([
  ['the record itself', 3, 2],
  ['its next neighbor when it is gone', 5, 2],
  ['the last when nothing after it is left', 1, 3]
])('keeps the position by %s', (_name, record, place) => {
  expect(placeAfterChange(record, order(7, 5, 3, 2, 1), order(9, 7, 3, 2))).toBe(place)
})

test('has no position in an empty order', () => {
  expect(placeAfterChange(3, order(3), order())).toBe(-1)
})

test('returns the first of several records in display order', () => {
  expect(firstShown(Uint32Array.of(3, 8, 7), order(9, 8, 7, 3))).toBe(8)
  expect(firstShown(Uint32Array.of(1, 2), order(9, 8))).toBeNull()
  expect(firstShown(new Uint32Array(0), order(9, 8))).toBeNull()
})

const row: ImageRow = {
  record: 1,
  name: 'A',
  ...NO_FACETS,
  resolution: null,
  favorite: true,
  mark: 'waiting',
  picture: null,
  prompt: null,
  createdAt: null,
  stage: null
}

test.each([
  ['no filter', {}, true],
  ['favorites', { favorite: true }, true],
  ['not favorites', { favorite: false }, false],
  ['what waits, which the view follows', { mark: 'waiting' }, true],
  ['what needs attention, which the view follows', { mark: 'needs-attention' }, true]
] as const)('matches a pending favorite under %s', (_name, part, expected) => {
  expect(stillMatches(row, { ...EMPTY_QUERY, ...part })).toBe(expected)
})
