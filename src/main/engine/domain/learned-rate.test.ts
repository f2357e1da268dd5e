import { describe, expect, it } from 'vitest'
import { type LearnedRate, growRate, isProven, lowerRate } from './learned-rate.ts'

const measured = (perMinute: number) => ({ perMinute, isEstimate: false })
const estimated = (perMinute: number) => ({ perMinute, isEstimate: true })

/** The cooldown after a refusal. */
const LONG_COOLDOWN = 60_000

/** Lets the rate grow for some minutes at one response a second. */
function grow(learned: LearnedRate, minutes: number): LearnedRate {
  let grown = learned
  for (let second = 0; second < minutes * 60; second += 1) grown = growRate(grown, 1_000, LONG_COOLDOWN)
  return grown
}

describe('learned rate', () => {
  it('starts at 0.85 of the measured rate', () => {
    expect(lowerRate(measured(100), null)).toEqual({ rate: 85, ceiling: 100, met: 0 })
  })

  it('returns quickly to just below the ceiling, then grows carefully, then freely', () => {
    const lowered = lowerRate(measured(100), null)
    expect(grow(lowered, 1).rate).toBeGreaterThan(96)
    expect(grow(lowered, 10).rate).toBeLessThan(100)
    expect(grow({ rate: 106, ceiling: 100, met: 0 }, 10).rate).toBeGreaterThan(150)
  })

  it('returns to just below the ceiling of a fast service within a few hundred responses', () => {
    let learned = lowerRate(measured(1_800), null)
    for (let answer = 0; answer < 250; answer += 1) learned = growRate(learned, 33, LONG_COOLDOWN)
    expect(learned.rate).toBeGreaterThan(1_740)
  })

  it('grows more slowly each time the same ceiling is met', () => {
    const first = lowerRate(measured(100), null)
    const second = lowerRate(measured(100), { ...first, rate: 101 })
    expect(second.met).toBe(1)
    const near = { rate: 99, ceiling: 100 }
    expect(grow({ ...near, met: 2 }, 30).rate).toBeLessThan(grow({ ...near, met: 1 }, 30).rate)
    expect(grow({ ...near, met: 1 }, 30).rate).toBeLessThan(grow({ ...near, met: 0 }, 30).rate)
  })

  it('resets the count when the ceiling differs', () => {
    const known = { rate: 100, ceiling: 100, met: 3 }
    expect(lowerRate(measured(50), known)).toEqual({ rate: 42.5, ceiling: 50, met: 0 })
  })

  it('outgrows a guess quickly: from 6 to 60 a minute in less than ten minutes of work', () => {
    const quiet = lowerRate(estimated(1), null)
    expect(quiet.rate).toBe(6)
    expect(grow(quiet, 10).rate).toBeGreaterThan(60)
  })

  it('uses the current rate as the ceiling if the measured rate is only slightly lower', () => {
    expect(lowerRate(measured(97), { rate: 100, ceiling: 60, met: null })).toEqual({ rate: 85, ceiling: 100, met: 0 })
  })

  it('stays a guess if the guess and the measured rate differ', () => {
    expect(lowerRate(measured(80), { rate: 100, ceiling: 60, met: null }).met).toBeNull()
  })

  it('falls with every refusal, but never below one request in ten seconds', () => {
    let learned = lowerRate(measured(100), null)
    for (let index = 0; index < 50; index += 1) learned = lowerRate(measured(100), learned)
    expect(learned.rate).toBe(6)
  })

  it('does not grow over a long pause', () => {
    const lowered = lowerRate(measured(100), null)
    expect(growRate(lowered, 3_600_000, LONG_COOLDOWN).rate).toBeLessThan(88)
  })
})

describe('growth per response', () => {
  const grown = (learned: LearnedRate, gapMs: number): number =>
    growRate(learned, gapMs, LONG_COOLDOWN).rate / learned.rate - 1
  const at = (rate: number, met: number | null = 0): LearnedRate => ({ rate, ceiling: 100, met })

  it.each([
    ['a guess', at(60, null), 6_000, 0.07],
    ['a guess, at once', at(60, null), 0, 1 / 300],
    ['proven ground', at(85), 6_000, 0.015],
    ['proven ground, at once', at(85), 0, 1 / 1_500],
    ['just below the ceiling', at(97), 6_000, 0.000_2],
    ['still on the way there', at(96.9), 6_000, 0.015],
    ['a ceiling met again, below it', at(98.4, 1), 6_000, 0.015],
    ['a ceiling met again, at it', at(98.5, 1), 6_000, 0.000_2 / 3],
    ['a ceiling met three times, at it', at(100, 3), 6_000, 0.000_2 / 27],
    ['above the ceiling by little', at(104.9), 6_000, 0.000_2],
    ['beyond the ceiling', at(105), 6_000, 0.006]
  ])('%s', (_, learned, gapMs, expected) => {
    expect(grown(learned, gapMs)).toBeCloseTo(expected, 9)
  })

  it('is capped at ten seconds of pause, and zero for negative gaps', () => {
    expect(grown(at(60, null), 3_600_000)).toBeCloseTo(0.7 / 6, 9)
    expect(grown(at(105), -5_000)).toBe(0)
  })

  it('at the ceiling is faster if a cooldown is short', () => {
    const cheaply = (learned: LearnedRate): number => growRate(learned, 0, 9_999).rate / learned.rate - 1
    expect(cheaply(at(97))).toBeCloseTo(1 / 40_000, 12)
    expect(cheaply(at(100, 3))).toBeCloseTo(1 / 40_000 / 27, 12)
    expect(growRate(at(97), 0, 10_000).rate).toBe(97)
  })

  it('does not change the ceiling', () => {
    expect(growRate(at(85, 2), 1_000, LONG_COOLDOWN)).toMatchObject({ ceiling: 100, met: 2 })
  })
})

it.each([
  ['well below the ceiling', 85, 0, true],
  ['just below the ceiling', 96.9, 0, true],
  ['at the ceiling', 97, 0, false],
  ['beyond the ceiling', 120, 3, false],
  ['a guess, whatever was met', 120, null, true]
])('a proven rate: %s', (_, rate, met, expected) => {
  expect(isProven({ rate, ceiling: 100, met })).toBe(expected)
})

describe('a refusal', () => {
  /** Well above the measured rate, so the measured rate becomes the ceiling. */
  const known = (met: number | null): LearnedRate => ({ rate: 200, ceiling: 100, met })

  it.each([
    [97, 0],
    [97.1, 2],
    [104.9, 2],
    [105, 0]
  ])('at %d meets the ceiling of 100 again if it is close: met %i', (perMinute, met) => {
    expect(lowerRate(measured(perMinute), known(1)).met).toBe(met)
  })

  it('stops counting at three', () => {
    expect(lowerRate(measured(100), known(3)).met).toBe(3)
  })

  it.each([
    [94, 100],
    [93.9, 93.9],
    [130, 100]
  ])('measured at %d a minute with a rate of 100 sets the ceiling to %d', (perMinute, ceiling) => {
    expect(lowerRate(measured(perMinute), { rate: 100, ceiling: 50, met: 0 }).ceiling).toBe(ceiling)
  })

  it('measured at the guessed rate confirms the guess', () => {
    expect(lowerRate(measured(100), { rate: 100, ceiling: 60, met: null }).met).toBe(0)
    expect(lowerRate(measured(93), { rate: 100, ceiling: 60, met: null }).met).toBeNull()
  })

  it.each([
    [105, null],
    [106, 0]
  ])('after a guess of 100 grew to %d sets met to %s', (rate, met) => {
    expect(lowerRate(measured(100), { rate, ceiling: 100, met: null }).met).toBe(met)
  })

  it('measured twice at the same rate, after the guess was outgrown, confirms the limit', () => {
    expect(lowerRate(measured(91), { rate: 150, ceiling: 100, met: null })).toMatchObject({ ceiling: 91, met: 0 })
    expect(lowerRate(measured(100), { rate: 150, ceiling: 100, met: null })).toMatchObject({ ceiling: 100, met: 0 })
    expect(lowerRate(measured(90), { rate: 150, ceiling: 100, met: null }).met).toBeNull()
    expect(lowerRate(measured(100), { rate: 150, ceiling: 90, met: null }).met).toBeNull()
  })

  it('with a guessed measurement is a guess, whatever was known before', () => {
    expect(lowerRate(estimated(100), known(2))).toEqual({ rate: 85, ceiling: 100, met: null })
  })

  it.each([
    [3, 6, 6],
    [7, 7, 6],
    [8, 8, 6.8]
  ])('at %d: ceiling %d, rate %d', (perMinute, ceiling, rate) => {
    const { rate: lowered, ceiling: found } = lowerRate(measured(perMinute), null)
    expect([found, lowered]).toEqual([ceiling, expect.closeTo(rate, 9)])
  })
})
