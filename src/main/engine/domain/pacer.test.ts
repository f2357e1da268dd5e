import { describe, expect, it } from 'vitest'
import { Pacer, SPEND } from './pacer.ts'
import type { RateFacts } from './turn-report.ts'

const told = (limit: number | null, remaining: number | null): RateFacts => ({ limit, remaining })

const rested = (restMs: number, isTold = true) => ({ restMs, isTold })

/** Sends one paced request and answers it; yields the time it left. */
function send(pacer: Pacer, from: number, rate: RateFacts): number {
  const at = Math.max(from, pacer.nextAt(from, 'others'))
  pacer.spend(at)
  pacer.answered({ elapsed: at + 5, sentAt: at }, rate)
  return at
}

describe('pacer', () => {
  it('does not wait while nothing is known', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 100; index += 1) expect(send(pacer, 7, told(null, null))).toBe(7)
    expect(pacer.allowedPerMinute()).toBeNull()
  })

  it.each([60, 600])('spends 98 %% of a told limit of %i evenly', (limit) => {
    const pacer = new Pacer()
    let at = 0
    const times: number[] = []
    for (let index = 0; index < limit; index += 1) {
      at = send(pacer, at, told(limit, limit - 1 - index))
      times.push(at)
    }
    const gaps = times.slice(2).map((time, index) => time - (times[index + 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(60_000 / (limit * SPEND) + 0.01)
    expect(times.filter((time) => time < 60_000).length).toBeLessThanOrEqual(limit)
  })

  it('spends half of it where half is ours, told or learned, and tries no more meanwhile', () => {
    const pacer = new Pacer()
    pacer.setShare(0.5)
    let at = 0
    for (let index = 0; index < 30; index += 1) at = send(pacer, at, told(60, 59 - index))
    expect(at).toBeGreaterThan(29 * (60_000 / (60 * SPEND * 0.5)) - 100)
    const learned = new Pacer()
    for (let index = 0; index < 120; index += 1) send(learned, index * 500, told(null, null))
    learned.refused(60_000, told(null, null), rested(30_000))
    const whole = learned.allowedPerMinute() ?? 0
    learned.setShare(0.5)
    expect(learned.allowedPerMinute()).toBeCloseTo(whole / 2)
    let next = 90_000
    for (let index = 0; index < 400; index += 1) next = send(learned, next, told(null, null))
    const proven = learned.allowedPerMinute() ?? 0
    for (let index = 0; index < 400; index += 1) next = send(learned, next, told(null, null))
    expect(learned.allowedPerMinute()).toBe(proven)
    learned.setShare(1)
    expect(learned.allowedPerMinute()).toBeLessThan(120)
    expect(learned.allowedPerMinute()).toBeGreaterThanOrEqual(whole)
  })

  it('with half of it ours, does not take a refusal that we did not cause for the limit, unless it comes again', () => {
    const refusedAt = (count: number): number => {
      const pacer = new Pacer()
      pacer.setShare(0.5)
      let at = 0
      for (let index = 0; index < 29; index += 1) at = send(pacer, at, told(60, 59 - index))
      for (let index = 0; index < count; index += 1) {
        pacer.refused(at, told(null, null), rested(1_000, false))
        at += 30_000
      }
      return pacer.allowedPerMinute() ?? 0
    }
    expect(refusedAt(1)).toBeGreaterThan(0.8 * 30)
    expect(refusedAt(2)).toBeLessThan(0.5 * 30)
  })

  it('lets the hand borrow its reserve and no more', () => {
    const pacer = new Pacer()
    send(pacer, 0, told(60, 59))
    pacer.spend(1_100)
    expect(pacer.nextAt(1_101, 'others')).toBeGreaterThan(2_000)
    expect(pacer.nextAt(1_101, 'hand')).toBe(1_101)
    pacer.spend(1_101)
    expect(pacer.nextAt(1_102, 'hand')).toBeGreaterThan(2_000)
  })

  it('gives the hand nothing when the service says that nothing remains', () => {
    const pacer = new Pacer()
    send(pacer, 0, told(60, 0))
    expect(pacer.nextAt(10, 'hand')).toBeGreaterThan(10)
  })

  it('spreads what a rival leaves over the rest of the window', () => {
    const pacer = new Pacer()
    send(pacer, 0, told(60, 20))
    const second = send(pacer, 0, told(60, 19))
    pacer.spend(second + 2_000)
    expect(pacer.nextAt(second + 2_000, 'others') - (second + 2_000)).toBeGreaterThan(2_500)
  })

  it('does not take its own requests for those of a rival', () => {
    const pacer = new Pacer()
    let at = 0
    for (let remaining = 59; remaining >= 5; remaining -= 1) at = send(pacer, at, told(60, remaining))
    const next = pacer.nextAt(at, 'others')
    expect(next - at).toBeLessThan(1_100)
  })

  it('rests after a refusal and keeps the told limit', () => {
    const pacer = new Pacer()
    send(pacer, 0, told(60, 0))
    pacer.refused(1_000, told(60, 0), rested(30_000))
    expect(pacer.nextAt(1_000, 'hand')).toBe(31_000)
    expect(pacer.limitPerMinute()).toBe(60)
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8)
  })

  it('takes 0.85 of what was acknowledged when a service refuses without a limit, once for refusals that come together', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 60; index += 1) send(pacer, index * 30, told(null, null))
    pacer.refused(2_000, told(null, null), rested(58_000))
    pacer.refused(2_010, told(null, null), rested(58_000))
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('finds a limit of ten a second by a refusal with a short rest', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 10; index += 1) send(pacer, index * 20, told(null, null))
    pacer.refused(300, told(null, null), rested(1_000))
    const allowed = pacer.allowedPerMinute() ?? 0
    expect(allowed).toBeGreaterThan(300)
    expect(allowed).toBeLessThan(600)
  })

  it('counts what was on its way when the refusal came', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 55; index += 1) send(pacer, index * 30, told(null, null))
    pacer.refused(2_000, told(null, null), rested(60_000, false))
    for (let index = 0; index < 5; index += 1)
      pacer.answered({ elapsed: 2_010 + index, sentAt: 1_990 }, told(null, null))
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('learns nothing of one refusal on a quiet host', () => {
    const pacer = new Pacer()
    send(pacer, 0, told(null, null))
    pacer.refused(300_000, told(null, null), rested(60_000, false))
    expect(pacer.allowedPerMinute()).toBeNull()
  })

  it('keeps what it had learned when a quiet host refuses once', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 60; index += 1) send(pacer, index * 30, told(null, null))
    pacer.refused(2_000, told(null, null), rested(58_000))
    pacer.refused(900_000, told(null, null), rested(60_000, false))
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('goes slowly where a quiet host refuses again and again', () => {
    const pacer = new Pacer()
    send(pacer, 0, told(null, null))
    pacer.refused(1_000, told(null, null), rested(60_000, false))
    send(pacer, 61_000, told(null, null))
    pacer.refused(62_000, told(null, null), rested(60_000, false))
    expect(pacer.allowedPerMinute()).toBe(6)
  })

  it('does not take the refusals that a rival brings about for a lower limit', () => {
    const pacer = new Pacer()
    for (let minute = 0; minute < 3; minute += 1) {
      let at = minute * 60_000
      for (let remaining = 29; remaining >= 0; remaining -= 1) at = send(pacer, at, told(60, remaining))
      pacer.refused(minute * 60_000 + 50_000, told(60, 0), rested(10_000))
    }
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8)
  })

  it('takes a second refusal without a rival for a lower limit than was told', () => {
    const pacer = new Pacer()
    for (let minute = 0; minute < 2; minute += 1) {
      let at = minute * 60_000
      for (let sent = 1; sent <= 30; sent += 1) at = send(pacer, at, told(60, 60 - sent))
      pacer.refused(minute * 60_000 + 40_000, told(60, 0), rested(20_000))
    }
    expect(pacer.allowedPerMinute()).toBeLessThan(40)
  })
})
