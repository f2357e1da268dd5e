import { describe, expect, it } from 'vitest'
import { LONG_HOLD_MS, backoffMs, holdMs, outageHoldMs } from './backoff.ts'

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
    [1_000, 1_000, 1_100],
    [2 * 3_600_000, 7_200_000, 7_205_000],
    [24 * 3_600_000, 86_400_000, 86_405_000]
  ])('%s ms asked: never earlier than %i, at most %i', (asked, from, to) => {
    expect(holdMs(asked, lowest)).toBe(from)
    expect(holdMs(asked, highest)).toBeLessThanOrEqual(to)
  })

  it.each([
    [120_000, 1, 120_000, 180_000],
    [120_000, 2, 120_000, 240_000],
    [120_000, 9, 120_000, 420_000],
    [3_600_000, 1, 3_600_000, 3_900_000]
  ])('%s ms asked by a service that is out, rest %i: at least %i, spread up to %i', (asked, rests, from, to) => {
    expect(outageHoldMs(asked, rests, lowest)).toBe(from)
    expect(outageHoldMs(asked, rests, highest)).toBeGreaterThan(to - 1_000)
    expect(outageHoldMs(asked, rests, highest)).toBeLessThanOrEqual(to)
  })
})

it('a long rest, which a request of the person may end, is one of more than a quarter of an hour', () => {
  expect(LONG_HOLD_MS).toBe(900_000)
})

describe('the spread', () => {
  const middle = () => 0.5

  it('lies evenly between both ends', () => {
    expect(backoffMs(3, middle)).toBe(3_000)
    expect(holdMs(30_000, middle)).toBe(31_500)
    expect(holdMs(100_000, middle)).toBe(102_500)
    expect(outageHoldMs(120_000, 2, middle)).toBe(180_000)
  })

  it('of numbers that are none is that of the first try', () => {
    expect(backoffMs(0, highest)).toBe(1_000)
    expect(backoffMs(-3, highest)).toBe(1_000)
    expect(outageHoldMs(10_000, 0, middle)).toBe(12_500)
    expect(outageHoldMs(1_000, 1_000, middle)).toBe(151_000)
  })
})
