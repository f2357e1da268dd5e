import { expect, test } from 'vitest'
import { areFew, mustAsk, idRangeOf } from './removal-proof.ts'

test.each([
  [0, 0, false],
  [0, 500, false],
  [1, 500, false],
  [20, 100, false],
  [21, 100, true],
  [21, 420, false],
  [25, 499, true],
  [25, 500, false],
  // Half or all of a small library: another account returns the same.
  [1, 3, false],
  [2, 4, false],
  [3, 6, true],
  [3, 7, false],
  [1, 1, true],
  [2, 2, true],
  [15, 15, true]
])('%i of %i missing, requires confirmation: %s', (count, of, expected) => {
  expect(mustAsk({ count, of })).toBe(expected)
})

test('up to twenty are shown one by one', () => {
  expect([areFew(20), areFew(21)]).toEqual([true, false])
})

test.each([
  [['9', '10', '100'], 0, { low: '9', high: '100' }],
  [['100', '10', '9'], 0, { low: '9', high: '100' }],
  [['18446744073709551616', '2'], 0, { low: '2', high: '18446744073709551616' }],
  [['7'], 0, null],
  [[], 0, null],
  [['1', '3'], 1, null],
  [['1', 'b', '3'], 0, null],
  // Not in the requested order, so records between these two may be on any page.
  [['3', '1', '2'], 0, null],
  [['1', '10', '2'], 0, null]
])('a page of %j with %i unreadable rows spans %j', (ids, unreadable, expected) => {
  expect(idRangeOf(ids, unreadable)).toEqual(expected)
})

test('ids listed as deleted extend the range of their page', () => {
  expect(idRangeOf(['9', '7'], 0, ['12', '3'])).toEqual({ low: '3', high: '12' })
  expect(idRangeOf(['9'], 0, ['7'])).toEqual({ low: '7', high: '9' })
  expect(idRangeOf(['9', '7'], 0, ['b'])).toBeNull()
})
