import { expect, test } from 'vitest'
import { areFew, mustAsk } from './removal-guard.ts'

test.each([
  [0, 0, false],
  [0, 500, false],
  [1, 500, false],
  [20, 100, false],
  [21, 100, true],
  [21, 420, false],
  [25, 499, true],
  [25, 500, false],
  // Half or all of a small library: another account answers like this.
  [1, 3, false],
  [2, 4, false],
  [3, 6, true],
  [3, 7, false],
  [1, 1, true],
  [2, 2, true],
  [15, 15, true]
])('%i of %i missing, asks: %s', (count, of, expected) => {
  expect(mustAsk({ count, of })).toBe(expected)
})

test('twenty are shown one by one, more are not', () => {
  expect([areFew(20), areFew(21)]).toEqual([true, false])
})
