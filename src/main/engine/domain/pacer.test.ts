import { describe, expect, it } from 'vitest'
import { Pacer, SPEND } from './pacer.ts'
import type { RateFacts } from './request-report.ts'

/** A request that is refused the moment it is sent. */
const now = (elapsed: number) => ({ elapsed, sentAt: elapsed })

const reported = (limit: number | null, remaining: number | null): RateFacts => ({ limit, remaining })

/** Sends one paced request and serves it; returns the time it was sent. */
function send(pacer: Pacer, from: number, rate: RateFacts): number {
  const at = Math.max(from, pacer.nextAt(from, 'others'))
  pacer.spend(at)
  pacer.answered({ elapsed: at + 5, sentAt: at }, rate)
  return at
}

describe('pacer', () => {
  it('does not wait while nothing is known', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 100; index += 1) expect(send(pacer, 7, reported(null, null))).toBe(7)
    expect(pacer.allowedPerMinute()).toBeNull()
  })

  it.each([60, 600])('spends 98%% of a reported limit of %i evenly', (limit) => {
    const pacer = new Pacer()
    let at = 0
    const times: number[] = []
    for (let index = 0; index < limit; index += 1) {
      at = send(pacer, at, reported(limit, limit - 1 - index))
      times.push(at)
    }
    const gaps = times.slice(2).map((time, index) => time - (times[index + 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(60_000 / (limit * SPEND) + 0.01)
    expect(times.filter((time) => time < 60_000).length).toBeLessThanOrEqual(limit)
  })

  it('spends half of a reported or learned rate with a share of a half, and does not test a higher one', () => {
    const pacer = new Pacer()
    pacer.setShare(0.5)
    let at = 0
    for (let index = 0; index < 30; index += 1) at = send(pacer, at, reported(60, 59 - index))
    expect(at).toBeGreaterThan(29 * (60_000 / (60 * SPEND * 0.5)) - 100)
    const learned = new Pacer()
    for (let index = 0; index < 120; index += 1) send(learned, index * 500, reported(null, null))
    learned.refused(now(60_000), reported(null, null), 30_000)
    const whole = learned.allowedPerMinute() ?? 0
    learned.setShare(0.5)
    expect(learned.allowedPerMinute()).toBeCloseTo(whole / 2)
    let next = 90_000
    for (let index = 0; index < 400; index += 1) next = send(learned, next, reported(null, null))
    const proven = learned.allowedPerMinute() ?? 0
    for (let index = 0; index < 400; index += 1) next = send(learned, next, reported(null, null))
    expect(learned.allowedPerMinute()).toBe(proven)
    learned.setShare(1)
    expect(learned.allowedPerMinute()).toBeLessThan(120)
    expect(learned.allowedPerMinute()).toBeGreaterThanOrEqual(whole)
  })

  it('with a share of a half, does not mistake a refusal caused by others for the limit, unless it is repeated often', () => {
    const refusedAt = (count: number): number => {
      const pacer = new Pacer()
      pacer.setShare(0.5)
      let at = 0
      for (let index = 0; index < 29; index += 1) at = send(pacer, at, reported(60, 59 - index))
      for (let index = 0; index < count; index += 1) {
        pacer.refused(now(at), reported(null, null), 60_000)
        at += 61_000
      }
      return pacer.allowedPerMinute() ?? 0
    }
    expect(refusedAt(1)).toBeGreaterThan(0.8 * 30)
    expect(refusedAt(4)).toBeGreaterThan(0.8 * 30)
    expect(refusedAt(5)).toBeLessThan(0.5 * 30)
  })

  it('lets interactive requests borrow their reserve and no more', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(60, 59))
    pacer.spend(1_100)
    expect(pacer.nextAt(1_101, 'others')).toBeGreaterThan(2_000)
    expect(pacer.nextAt(1_101, 'interactive')).toBe(1_101)
    pacer.spend(1_101)
    expect(pacer.nextAt(1_102, 'interactive')).toBeGreaterThan(2_000)
  })

  it('gives interactive requests nothing when the service reports that nothing remains', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(60, 0))
    expect(pacer.nextAt(10, 'interactive')).toBeGreaterThan(10)
  })

  it('spreads what another client leaves over the remaining window', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(60, 20))
    const second = send(pacer, 0, reported(60, 19))
    pacer.spend(second + 2_000)
    expect(pacer.nextAt(second + 2_000, 'others') - (second + 2_000)).toBeGreaterThan(2_500)
  })

  it('does not mistake its own requests for those of another client', () => {
    const pacer = new Pacer()
    let at = 0
    for (let remaining = 59; remaining >= 5; remaining -= 1) at = send(pacer, at, reported(60, remaining))
    const next = pacer.nextAt(at, 'others')
    expect(next - at).toBeLessThan(1_100)
  })

  it('recognizes other clients as soon as the reserve does not cover them, and spreads the remaining count evenly', () => {
    /** Returns the gap after a request at 10 s, with `own` earlier requests all at once. */
    const gapAfter = (limit: number, own: number, remaining: number): number => {
      const pacer = new Pacer()
      for (let index = 0; index < own; index += 1) pacer.spend(0)
      pacer.answered({ elapsed: 0, sentAt: 0 }, reported(limit, remaining))
      pacer.spend(10_000)
      const first = pacer.nextAt(10_000, 'others')
      pacer.spend(10_000)
      return pacer.nextAt(10_000, 'others') - first
    }
    expect(gapAfter(60, 30, 29)).toBeCloseTo(60_000 / 58.8, 6)
    // After the first request at 10 s 27 remain, and one of them is reserved for interactive requests.
    expect(gapAfter(60, 30, 28)).toBeCloseTo(50_000 / 26, 6)
    expect(gapAfter(600, 300, 289)).toBeCloseTo(60_000 / 588, 6)
    expect(gapAfter(600, 300, 288)).toBeCloseTo(50_000 / (287 - 11), 6)
    expect(gapAfter(60, 1, 1)).toBeCloseTo(50_000, 6)
  })

  it('returns to the even rate when a window shared with another client has ended without news', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(60, 20))
    pacer.spend(90_000)
    expect(pacer.nextAt(90_000, 'others')).toBeCloseTo(90_000 - 25 + 60_000 / 58.8, 6)
  })

  it('compensates for a late timer, by at most 25 ms and at most one gap', () => {
    const gapMs = (limit: number): number => 60_000 / (limit * SPEND)
    const nextBy = (limit: number, lateMs: number): number => {
      const pacer = new Pacer()
      pacer.spend(0)
      pacer.answered({ elapsed: 0, sentAt: 0 }, reported(limit, limit - 1))
      const due = gapMs(limit)
      pacer.spend(due + lateMs)
      return pacer.nextAt(due + lateMs, 'others') - due
    }
    expect(nextBy(60, 10)).toBeCloseTo(gapMs(60), 6)
    expect(nextBy(60, 40)).toBeCloseTo(gapMs(60) + 15, 6)
    expect(nextBy(6_000, 18)).toBeCloseTo(gapMs(6_000) + 18 - gapMs(6_000), 6)
  })

  it('has no limit before one is reported, even by a refusal', () => {
    const pacer = new Pacer()
    expect(pacer.limitPerMinute()).toBeNull()
    pacer.refused(now(0), reported(90, 0), 1_000)
    expect(pacer.limitPerMinute()).toBe(90)
  })

  it('cools down after a refusal and keeps the reported limit', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(60, 0))
    pacer.refused(now(1_000), reported(60, 0), 30_000)
    expect(pacer.nextAt(1_000, 'interactive')).toBe(31_000)
    expect(pacer.limitPerMinute()).toBe(60)
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8)
  })

  it('learns 0.85 of the accepted rate from refusals without a limit, once for simultaneous ones', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 60; index += 1) send(pacer, index * 30, reported(null, null))
    pacer.refused(now(2_000), reported(null, null), 58_000)
    pacer.refused(now(2_010), reported(null, null), 58_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('finds a limit of ten a second by a refusal with a short cooldown', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 10; index += 1) send(pacer, index * 20, reported(null, null))
    pacer.refused(now(300), reported(null, null), 1_000)
    const allowed = pacer.allowedPerMinute() ?? 0
    expect(allowed).toBeGreaterThan(300)
    expect(allowed).toBeLessThan(600)
  })

  it('counts requests that were in flight at the refusal', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 55; index += 1) send(pacer, index * 30, reported(null, null))
    pacer.refused(now(2_000), reported(null, null), 60_000)
    for (let index = 0; index < 5; index += 1)
      pacer.answered({ elapsed: 2_010 + index, sentAt: 1_990 }, reported(null, null))
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('ignores a single refusal on a quiet host', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(null, null))
    pacer.refused(now(300_000), reported(null, null), 60_000)
    expect(pacer.allowedPerMinute()).toBeNull()
  })

  it('keeps a learned rate when a quiet host refuses once', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 60; index += 1) send(pacer, index * 30, reported(null, null))
    pacer.refused(now(2_000), reported(null, null), 58_000)
    pacer.refused(now(900_000), reported(null, null), 60_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('becomes slow if a quiet host refuses repeatedly', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(null, null))
    pacer.refused(now(1_000), reported(null, null), 60_000)
    send(pacer, 61_000, reported(null, null))
    pacer.refused(now(62_000), reported(null, null), 60_000)
    expect(pacer.allowedPerMinute()).toBe(6)
  })

  it('does not mistake refusals caused by another client for a lower limit', () => {
    const pacer = new Pacer()
    for (let minute = 0; minute < 3; minute += 1) {
      let at = minute * 60_000
      for (let remaining = 29; remaining >= 0; remaining -= 1) at = send(pacer, at, reported(60, remaining))
      pacer.refused(now(minute * 60_000 + 50_000), reported(60, 0), 10_000)
    }
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8)
  })

  it('infers a lower limit than reported from a second refusal without other clients', () => {
    const pacer = new Pacer()
    for (let minute = 0; minute < 2; minute += 1) {
      let at = minute * 60_000
      for (let sent = 1; sent <= 30; sent += 1) at = send(pacer, at, reported(60, 60 - sent))
      pacer.refused(now(minute * 60_000 + 40_000), reported(60, 0), 20_000)
    }
    expect(pacer.allowedPerMinute()).toBeLessThan(40)
  })
})

describe('interactive requests', () => {
  /** One request at 0 that reported so many remaining; the next one is due a gap later. */
  const paced = (remaining: number): Pacer => {
    const pacer = new Pacer()
    pacer.spend(0)
    pacer.answered({ elapsed: 0, sentAt: 0 }, reported(60, remaining))
    return pacer
  }

  it('are sent ahead of time by as much as the reserve', () => {
    expect(paced(59).nextAt(0, 'interactive')).toBe(0)
    const pacer = paced(59)
    pacer.spend(60_000 / (60 * SPEND))
    expect(pacer.nextAt(1_000, 'interactive')).toBeCloseTo(2 * (60_000 / (60 * SPEND)), 6)
    expect(pacer.nextAt(1_021, 'interactive')).toBe(1_021)
  })

  it('may be eleven turns ahead if 600 are allowed', () => {
    const pacer = new Pacer()
    pacer.spend(0)
    pacer.answered({ elapsed: 0, sentAt: 0 }, reported(600, 599))
    let turns = 0
    while (turns < 100 && pacer.nextAt(50, 'interactive') === 50) {
      pacer.spend(50)
      turns += 1
    }
    expect(turns).toBe(11)
  })

  it.each([
    [0, false],
    [1, true]
  ])('with %i remaining are sent ahead of time: %s', (remaining, expected) => {
    expect(paced(remaining).nextAt(10, 'interactive') === 10).toBe(expected)
  })

  it('wait for the end of a cooldown, and precede the even rate from then on', () => {
    const pacer = paced(59)
    pacer.spend(1_025)
    const due = pacer.nextAt(1_100, 'others')
    pacer.refused(now(1_100), reported(60, 0), 400)
    expect(pacer.nextAt(1_499, 'interactive')).toBe(due)
    expect(pacer.nextAt(1_500, 'interactive')).toBe(1_500)
    expect(pacer.nextAt(1_500, 'others')).toBe(due)
  })

  it('wait like others if no limit is reported, because nothing is reserved', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 40; index += 1) send(pacer, index * 500, reported(null, null))
    pacer.refused(now(20_000), reported(null, null), 20_000)
    pacer.spend(50_000)
    const due = pacer.nextAt(50_500, 'others')
    expect(due).toBeGreaterThan(51_000)
    expect(pacer.nextAt(50_500, 'interactive')).toBe(due)
  })
})

describe('a cooldown that was a mistake', () => {
  it('ends on request, without consequences', () => {
    const pacer = new Pacer()
    send(pacer, 0, reported(60, 59))
    pacer.refused(now(1_000), reported(60, 0), 86_400_000)
    pacer.resume(5_000)
    expect(pacer.nextAt(5_000, 'others')).toBeCloseTo(5_000 + 60_000 / (60 * SPEND), 6)
    expect(pacer.nextAt(5_000, 'interactive')).toBe(5_000)
    // The window starts when the cooldown ends: what another client leaves is spread over the minute, not over a day.
    pacer.spend(7_000)
    pacer.answered({ elapsed: 7_040, sentAt: 7_000 }, reported(60, 20))
    pacer.spend(10_000)
    expect(pacer.nextAt(10_000, 'others')).toBeCloseTo(10_000 - 25 + 55_000 / 19, 6)
  })
})
