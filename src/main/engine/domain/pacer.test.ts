import { describe, expect, it } from 'vitest'
import { Pacer, SPEND } from './pacer.ts'
import type { RateFacts } from './turn-report.ts'

const told = (limit: number | null, remaining: number | null): RateFacts => ({ limit, remaining })

/** Sends one paced request and answers it; yields the time it left. */
function send(pacer: Pacer, from: number, rate: RateFacts): number {
  const at = Math.max(from, pacer.nextAt(from, 'others'))
  pacer.spend(at)
  pacer.answered(at + 5, rate)
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
      at = send(pacer, at, told(limit, limit - 1))
      times.push(at)
    }
    const gaps = times.slice(2).map((time, index) => time - (times[index + 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(60_000 / (limit * SPEND) + 0.01)
    expect(times.filter((time) => time < 60_000).length).toBeLessThanOrEqual(limit)
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
    pacer.refused(1_000, told(60, 0), 30_000)
    expect(pacer.nextAt(1_000, 'hand')).toBe(31_000)
    expect(pacer.limitPerMinute()).toBe(60)
    expect(pacer.allowedPerMinute()).toBeCloseTo(58.8)
  })

  it('takes 0.85 of what was acknowledged when a service refuses without a limit, once for refusals that come together', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 60; index += 1) send(pacer, index * 30, told(null, null))
    pacer.refused(2_000, told(null, null), 58_000)
    pacer.refused(2_010, told(null, null), 58_000)
    expect(pacer.allowedPerMinute()).toBeCloseTo(51, 0)
  })

  it('finds a limit of ten a second by a refusal with a short rest', () => {
    const pacer = new Pacer()
    for (let index = 0; index < 10; index += 1) send(pacer, index * 20, told(null, null))
    pacer.refused(300, told(null, null), 1_000)
    const allowed = pacer.allowedPerMinute() ?? 0
    expect(allowed).toBeGreaterThan(300)
    expect(allowed).toBeLessThan(600)
  })
})
