import { describe, expect, it } from 'vitest'
import { LONG_DELAY_MS, backoffMs, retryDelayMs, outageDelayMs } from './backoff.ts'

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
  ])('after %i failures the delay is between %i and %i ms', (failures, from, to) => {
    expect(backoffMs(failures, lowest)).toBe(from)
    expect(backoffMs(failures, highest)).toBeLessThanOrEqual(to)
    expect(backoffMs(failures, highest)).toBeGreaterThanOrEqual(to * 0.99)
  })
})

describe('delay after a 429', () => {
  it.each([
    [30_000, 30_000, 33_000],
    [1_000, 1_000, 1_100],
    [2 * 3_600_000, 7_200_000, 7_205_000],
    [24 * 3_600_000, 86_400_000, 86_405_000]
  ])('%s ms requested: at least %i, at most %i', (requestedMs, from, to) => {
    expect(retryDelayMs(requestedMs, lowest)).toBe(from)
    expect(retryDelayMs(requestedMs, highest)).toBeLessThanOrEqual(to)
  })

  it.each([
    [120_000, 1, 120_000, 180_000],
    [120_000, 2, 120_000, 240_000],
    [120_000, 9, 120_000, 420_000],
    [3_600_000, 1, 3_600_000, 3_900_000]
  ])(
    '%s ms requested by a failing service, cooldown %i: at least %i, at most %i',
    (requestedMs, cooldowns, from, to) => {
      expect(outageDelayMs(requestedMs, cooldowns, lowest)).toBe(from)
      expect(outageDelayMs(requestedMs, cooldowns, highest)).toBeGreaterThan(to - 1_000)
      expect(outageDelayMs(requestedMs, cooldowns, highest)).toBeLessThanOrEqual(to)
    }
  )
})

it('a cooldown counts as long from a quarter of an hour on', () => {
  expect(LONG_DELAY_MS).toBe(900_000)
})

describe('jitter', () => {
  const middle = () => 0.5

  it('is linear in the random number', () => {
    expect(backoffMs(3, middle)).toBe(3_000)
    expect(retryDelayMs(30_000, middle)).toBe(31_500)
    expect(retryDelayMs(100_000, middle)).toBe(102_500)
    expect(outageDelayMs(120_000, 2, middle)).toBe(180_000)
  })

  it('treats counts below 1 as the first failure and caps large ones', () => {
    expect(backoffMs(0, highest)).toBe(1_000)
    expect(backoffMs(-3, highest)).toBe(1_000)
    expect(outageDelayMs(10_000, 0, middle)).toBe(12_500)
    expect(outageDelayMs(1_000, 1_000, middle)).toBe(151_000)
  })
})
