import { expect, it } from 'vitest'
import { nextLookMs, pagesOf, roomOf, TRUSTED } from './trial-stages.ts'

it.each([
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 10],
  [4, 3, 4],
  [11, 0, 100],
  [11, 130, 0],
  [TRUSTED, 5, Number.POSITIVE_INFINITY]
])('after %i seen, with %i open, %d more may go', (seen, pending, room) => {
  expect(roomOf(seen, pending)).toBe(room)
})

it('looks for two minutes, and at one page of the first stages', () => {
  const waits = [1, 2, 3, 4, 5].map((looks) => nextLookMs(looks) ?? 0)
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(120_000)
  expect(nextLookMs(6)).toBeNull()
  expect([pagesOf(1), pagesOf(10), pagesOf(11)]).toEqual([1, 1, 2])
})

it('waits longer from look to look', () => {
  expect([1, 2, 3, 4, 5].map(nextLookMs)).toEqual([2_000, 8_000, 20_000, 30_000, 60_000])
})

it.each([
  [10, 0, 1],
  [110, 0, 1],
  [112, 200, Number.POSITIVE_INFINITY]
])('at the end of a stage: %i seen, %i open, %d more', (seen, pending, room) => {
  expect(roomOf(seen, pending)).toBe(room)
})
