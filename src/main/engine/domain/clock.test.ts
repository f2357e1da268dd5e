import { expect, test } from 'vitest'
import { isWithin } from './clock.ts'

test.each([
  [1_000, 1_000, true],
  [1_000, 901, true],
  [1_000, 900, false],
  [1_000, Number.NEGATIVE_INFINITY, false]
])('at %i, %d lies less than 100 ms back: %s', (now, since, wanted) => {
  expect(isWithin(now, since, 100)).toBe(wanted)
})

test('a time ahead of a clock that was set back proves nothing', () => {
  expect(isWithin(1_000, 1_001, 100)).toBe(false)
})
