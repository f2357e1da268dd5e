import { describe, expect, it } from 'vitest'
import { Pacer } from './pacer.ts'
import type { RateFacts } from './request-report.ts'

/** A request that is refused the moment it is sent. */
const now = (elapsed: number) => ({ elapsed, sentAt: elapsed })

const reported = (limit: number | null, remaining: number | null): RateFacts => ({ limit, remaining })
const NOTHING = reported(null, null)

interface Work {
  readonly from: number
  readonly count: number
  readonly gapMs: number
}

/** Sends requests that are served at once; `of` returns the rate facts of each response. */
function work(pacer: Pacer, { from, count, gapMs }: Work, of: (index: number) => RateFacts = () => NOTHING): Pacer {
  for (let index = 0; index < count; index += 1) {
    const at = from + index * gapMs
    pacer.spend(at)
    pacer.answered({ elapsed: at, sentAt: at }, of(index))
  }
  return pacer
}

/** Returns the relative growth of the rate after one response at that time. */
function growthBy(pacer: Pacer, elapsed: number): number {
  const before = pacer.allowedPerMinute() ?? 0
  pacer.answered({ elapsed, sentAt: elapsed }, NOTHING)
  return (pacer.allowedPerMinute() ?? 0) / before - 1
}

/** Growth of the rate in six seconds of work: on proven ground, as a guess, and just below a ceiling. */
const PROVEN = 0.015
const ESTIMATED = 0.07
const CAREFUL = 0.000_2

describe('a first refusal without a reported limit', () => {
  it('is measured since the first request, with the cooldown included', () => {
    const pacer = work(new Pacer(), { from: 5_000, count: 40, gapMs: 500 })
    pacer.refused(now(25_000), NOTHING, 20_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(60 * 0.85, 6)
    pacer.answered({ elapsed: 45_000, sentAt: 45_000 }, NOTHING)
    expect(growthBy(pacer, 51_000)).toBeCloseTo(PROVEN, 9)
  })

  it('is a reliable measurement if both together last at least ten seconds', () => {
    const pacer = work(new Pacer(), { from: 5_000, count: 40, gapMs: 100 })
    pacer.refused(now(9_000), NOTHING, 6_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(240 * 0.85, 6)
    // The response at the end of the cooldown counts as work: 6.1 s after the previous one.
    expect(growthBy(pacer, 15_000)).toBeCloseTo((PROVEN * 6.1) / 6, 9)
  })

  it('is a guess, based on the cooldown alone, if both together last less than ten seconds', () => {
    const pacer = work(new Pacer(), { from: 5_000, count: 30, gapMs: 100 })
    pacer.refused(now(8_000), NOTHING, 6_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(300 * 0.85, 6)
    pacer.answered({ elapsed: 14_000, sentAt: 14_000 }, NOTHING)
    expect(growthBy(pacer, 20_000)).toBeCloseTo(ESTIMATED, 9)
  })

  it.each([
    [9, null],
    [10, 8.5]
  ])('after %i requests in a minute sets the rate to %s', (count, allowed) => {
    const pacer = work(new Pacer(), { from: 0, count, gapMs: 1_000 })
    pacer.refused(now(20_000), NOTHING, 40_000)
    expect(pacer.allowedPerMinute()).toBe(allowed)
    if (allowed === null) return
    pacer.answered({ elapsed: 60_000, sentAt: 60_000 }, NOTHING)
    expect(growthBy(pacer, 66_000)).toBeCloseTo(PROVEN, 9)
  })

  it('with half of the limit as share uses the measured rate, because nothing else is known', () => {
    const pacer = work(new Pacer(), { from: 5_000, count: 40, gapMs: 500 })
    pacer.setShare(0.5)
    pacer.refused(now(25_000), NOTHING, 20_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(60 * 0.85 * 0.5, 6)
  })
})

/** Long enough for the rate to grow back to its ceiling. */
const AT_ITS_CEILING: Work = { from: 46_000, count: 120, gapMs: 1_000 }

describe('a learned rate', () => {
  /** 60 a minute were accepted for 25 s; the cooldown ends at 45 s. */
  const learned = (): Pacer => {
    const pacer = work(new Pacer(), { from: 5_000, count: 40, gapMs: 500 })
    pacer.refused(now(25_000), NOTHING, 20_000)
    return pacer
  }

  it('grows carefully past proven ground', () => {
    const pacer = learned()
    for (let at = 45_000; at <= 105_000; at += 10_000) pacer.answered({ elapsed: at, sentAt: at }, NOTHING)
    expect(pacer.allowedPerMinute()).toBeGreaterThan(60 * 0.97)
    expect(growthBy(pacer, 111_000)).toBeCloseTo(CAREFUL, 9)
  })

  it('does not exceed a reported limit', () => {
    const pacer = learned()
    pacer.answered({ elapsed: 45_000, sentAt: 45_000 }, reported(30, 29))
    expect(pacer.allowedPerMinute()).toBeCloseTo(30 * 0.98, 6)
  })

  it('falls again with the fourth refusal below the accepted rate, not counting those during a cooldown', () => {
    const pacer = learned()
    pacer.refused(now(44_999), NOTHING, 1)
    for (const at of [45_000, 46_000, 47_000]) pacer.refused(now(at), NOTHING, 1_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 6)
    pacer.refused(now(48_000), NOTHING, 1_000)
    // Not below one request per reported second.
    expect(pacer.allowedPerMinute()).toBeCloseTo(51 * 0.85, 6)
  })

  it('below 60 a minute is measured over a whole minute', () => {
    const pacer = work(work(learned(), AT_ITS_CEILING), { from: 200_000, count: 30, gapMs: 1 })
    pacer.refused(now(250_000), NOTHING, 10_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(30 * 0.85, 6)
  })

  /** 600 a minute were accepted for 10 s; the cooldown ends at 20 s. */
  const fast = (): Pacer => {
    const pacer = work(new Pacer(), { from: 0, count: 200, gapMs: 50 })
    pacer.refused(now(10_000), NOTHING, 10_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(510, 6)
    return pacer
  }

  it('above 60 a minute is measured over the time of sixty requests, however short the cooldown is', () => {
    const pacer = work(work(fast(), AT_ITS_CEILING), { from: 170_000, count: 100, gapMs: 1 })
    work(pacer, { from: 195_000, count: 20, gapMs: 1 })
    pacer.refused(now(200_000), NOTHING, 1_000)
    // Twenty in seven seconds (counted in whole seconds), and not a hundred and twenty in a minute.
    expect(pacer.allowedPerMinute()).toBeCloseTo((20 / 7) * 60 * 0.85, 6)
  })

  it('is not a guess, however short the time is', () => {
    const pacer = work(work(fast(), AT_ITS_CEILING), { from: 194_000, count: 60, gapMs: 100 })
    pacer.refused(now(200_000), NOTHING, 1_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo((60 / 7) * 60 * 0.85, 6)
    pacer.answered({ elapsed: 201_000, sentAt: 201_000 }, NOTHING)
    expect(growthBy(pacer, 207_000)).toBeCloseTo(PROVEN, 9)
  })
})

describe('a rate that is refused again soon after a cooldown', () => {
  it('is measured since the cooldown, with the next one included, while it is below the accepted rate', () => {
    // A guess: 300 a minute for three seconds.
    const pacer = work(new Pacer(), { from: 5_000, count: 30, gapMs: 100 })
    pacer.refused(now(8_000), NOTHING, 6_000)
    work(pacer, { from: 14_000, count: 15, gapMs: 100 })
    expect(pacer.allowedPerMinute()).toBeLessThan(0.97 * 300)
    pacer.refused(now(24_000), NOTHING, 6_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo((15 / 16) * 60 * 0.85, 6)
  })

  it('is measured since the cooldown alone if it has grown to the accepted rate', () => {
    // 3,000 a minute with the cooldown included, and then more than that for three seconds.
    const pacer = work(new Pacer(), { from: 0, count: 1_000, gapMs: 10 })
    pacer.refused(now(10_000), NOTHING, 10_000)
    work(pacer, { from: 20_000, count: 300, gapMs: 10 })
    const grown = pacer.allowedPerMinute() ?? 0
    expect(grown).toBeGreaterThan(0.97 * 3_000)
    pacer.refused(now(23_000), NOTHING, 10_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(grown * 0.85, 6)
  })
})

describe('a repeated refusal', () => {
  const twice = (apartMs: number): Pacer => {
    const pacer = work(new Pacer(), { from: 0, count: 1, gapMs: 0 })
    pacer.refused(now(1_000), NOTHING, 60_000)
    pacer.refused(now(1_000 + apartMs), NOTHING, 60_000)
    return pacer
  }

  it('within two minutes changes the rate even after few requests', () => {
    expect(twice(119_999).allowedPerMinute()).toBe(6)
    expect(twice(120_000).allowedPerMinute()).toBeNull()
  })

  it('after few requests results in a guess', () => {
    const pacer = twice(60_000)
    pacer.answered({ elapsed: 122_000, sentAt: 122_000 }, NOTHING)
    expect(growthBy(pacer, 128_000)).toBeCloseTo(ESTIMATED, 9)
  })
})

describe('a refusal with a reported limit', () => {
  /** Thirty requests of sixty, one a second, all from this client. */
  const half = (): Pacer => work(new Pacer(), { from: 0, count: 30, gapMs: 1_000 }, (index) => reported(60, 59 - index))

  it.each<[string, RateFacts, number]>([
    ['is explained if nothing remains', reported(60, 0), 58.8],
    ['is explained if no count contradicts', reported(60, null), 58.8],
    ['is not explained if a count contradicts', reported(60, 30), 45 * 0.85],
    ['is not explained without rate facts', NOTHING, 45 * 0.85]
  ])('%s', (_, facts, allowed) => {
    const pacer = half()
    pacer.refused(now(30_000), facts, 10_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(allowed, 6)
  })

  it('ignores late responses if it is explained', () => {
    const pacer = half()
    pacer.refused(now(30_000), reported(60, 0), 10_000)
    pacer.answered({ elapsed: 30_100, sentAt: 29_900 }, NOTHING)
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8, 6)
  })

  it('with a share of a half, when repeated, sets the rate to the measured one', () => {
    const pacer = new Pacer()
    pacer.setShare(0.5)
    work(pacer, { from: 0, count: 20, gapMs: 1_000 }, (index) => reported(60, 59 - index))
    pacer.refused(now(20_000), reported(60, 0), 10_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8 * 0.5, 6)
    work(pacer, { from: 30_000, count: 10, gapMs: 1_000 })
    pacer.refused(now(40_000), NOTHING, 10_000)
    // Ten in the twenty seconds since the cooldown, with the next one included.
    expect(pacer.allowedPerMinute()).toBeCloseTo(30 * 0.85 * 0.5, 6)
  })

  it('with a share of a half does not fall below the limit, unless it is repeated often', () => {
    const pacer = new Pacer()
    pacer.setShare(0.5)
    work(pacer, { from: 0, count: 20, gapMs: 1_000 }, (index) => reported(60, 59 - index))
    pacer.refused(now(20_000), NOTHING, 10_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8 * 0.85 * 0.5, 6)
    work(pacer, { from: 30_000, count: 10, gapMs: 1_000 })
    for (const at of [40_000, 50_000, 60_000]) pacer.refused(now(at), NOTHING, 10_000)
    expect(pacer.allowedPerMinute()).toBeGreaterThanOrEqual(58.8 * 0.85 * 0.5)
    pacer.refused(now(70_000), NOTHING, 10_000)
    expect(pacer.allowedPerMinute()).toBeLessThan(30 * 0.85 * 0.5)
  })
})

describe('a window length that was found to be short', () => {
  /** Renewed every half a second, so its length is assumed to be one second. */
  const short = (): Pacer => {
    const pacer = new Pacer()
    const send = (at: number, remaining: number): void => {
      pacer.spend(at)
      pacer.answered({ elapsed: at + 40, sentAt: at }, reported(60, remaining))
    }
    for (let at = 0; at < 15_000; at += 500) {
      send(at, 59)
      send(at + 250, 40)
    }
    send(15_000, 59)
    expect(pacer.limitPerMinute()).toBe(3_600)
    return pacer
  }

  it('doubles with the second unexplained refusal, not with the first', () => {
    const pacer = short()
    pacer.refused(now(16_000), NOTHING, 1_000)
    expect(pacer.limitPerMinute()).toBe(3_600)
    pacer.refused(now(18_000), NOTHING, 1_000)
    expect(pacer.limitPerMinute()).toBe(1_800)
  })

  it.each([
    [1, 1_800],
    [0.5, 200]
  ])('is corrected by the refill rate with a share of %d: %i a minute', (share, perMinute) => {
    const pacer = short()
    pacer.setShare(share)
    for (let n = 1; n < 30; n += 1) pacer.spend(15_000 + n)
    pacer.answered({ elapsed: 15_100, sentAt: 15_029 }, reported(60, 35))
    pacer.answered({ elapsed: 16_541, sentAt: 15_030 }, reported(60, 34))
    expect(pacer.limitPerMinute()).toBe(perMinute)
  })
})
