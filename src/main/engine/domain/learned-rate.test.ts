import { describe, expect, it } from 'vitest'
import { type LearnedRate, growRate, lowerRate } from './learned-rate.ts'

/** Grows for some minutes at one answer a second. */
function grow(learned: LearnedRate, minutes: number): LearnedRate {
  let grown = learned
  for (let second = 0; second < minutes * 60; second += 1) grown = growRate(grown, 1_000)
  return grown
}

describe('learned rate', () => {
  it('starts at 0.85 of what was taken', () => {
    expect(lowerRate(100, null)).toEqual({ rate: 85, ceiling: 100 })
  })

  it('is quickly back near the ceiling, then careful, then free', () => {
    const lowered = lowerRate(100, null)
    expect(grow(lowered, 1).rate).toBeGreaterThan(96)
    expect(grow(lowered, 10).rate).toBeLessThan(100)
    expect(grow({ rate: 106, ceiling: 100 }, 10).rate).toBeGreaterThan(150)
  })

  it('falls with every refusal and never below one in ten seconds', () => {
    let learned = lowerRate(100, null)
    for (let index = 0; index < 50; index += 1) learned = lowerRate(100, learned)
    expect(learned.rate).toBe(6)
  })

  it('does not grow over a long pause', () => {
    const lowered = lowerRate(100, null)
    expect(growRate(lowered, 3_600_000).rate).toBeLessThan(88)
  })
})
