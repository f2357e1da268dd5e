import { describe, expect, it } from 'vitest'
import { backoffMs, holdMs } from './backoff.ts'

const lowest = () => 0
const highest = () => 0.999_999

describe('backoff', () => {
  it.each([
    [1, 1_000, 1_000],
    [2, 1_000, 2_000],
    [3, 2_000, 4_000],
    [9, 128_000, 256_000],
    [10, 150_000, 300_000],
    [1_000, 150_000, 300_000]
  ])('after %i failures it lies between %i and %i ms', (failures, from, to) => {
    expect(backoffMs(failures, lowest)).toBe(from)
    expect(backoffMs(failures, highest)).toBeLessThanOrEqual(to)
    expect(backoffMs(failures, highest)).toBeGreaterThanOrEqual(to * 0.99)
  })
})

describe('hold', () => {
  it.each([
    [30_000, 30_000, 33_000],
    [1, 1_000, 1_100],
    [-5, 1_000, 1_100],
    [2 * 3_600_000, 7_200_000, 7_205_000],
    [48 * 3_600_000, 86_400_000, 86_405_000],
    [null, 60_000, 65_000],
    [Number.POSITIVE_INFINITY, 60_000, 65_000]
  ])('%s ms asked: never earlier than %i, at most %i', (asked, from, to) => {
    expect(holdMs(asked, lowest)).toBe(from)
    expect(holdMs(asked, highest)).toBeLessThanOrEqual(to)
  })
})
