import { describe, expect, it } from 'vitest'
import { PaceKeeper, RateMeter } from './rate-meter.ts'

describe('rate meter', () => {
  it('counts the last minute and forgets what is older', () => {
    const meter = new RateMeter()
    for (let second = 0; second < 200; second += 1) meter.add(second * 1_000 + 500)
    expect(meter.over(199_600, 60_000).count).toBe(61)
    expect(meter.over(199_600, 10_000).count).toBe(11)
    expect(meter.over(400_000, 60_000).count).toBe(0)
  })

  it.each([1_000, 2_000, 10_000, 60_000])('tells the rate of about the last %i ms', (ms) => {
    const meter = new RateMeter()
    for (let at = 0; at < 200_000; at += 50) meter.add(at)
    expect(meter.over(199_990, ms).perMinute).toBeCloseTo(1_200, -2)
  })

  it('does not make a rate of a minute of a burst that has only begun', () => {
    const meter = new RateMeter()
    for (let at = 0; at < 60; at += 1) meter.add(at * 20)
    expect(meter.over(1_200, 60_000)).toEqual({ count: 60, perMinute: 60 })
  })
})

describe('pace keeper', () => {
  it('tells nothing before enough answers came', () => {
    const pace = new PaceKeeper()
    pace.setBusy(0, true)
    for (let index = 0; index < 9; index += 1) pace.taken(index * 1_000)
    expect(pace.perMinute(9_000)).toBeNull()
  })

  it('keeps the pace of the last work and does not dilute it with idle time', () => {
    const pace = new PaceKeeper()
    pace.setBusy(0, true)
    for (let index = 0; index < 60; index += 1) pace.taken(index * 1_000)
    pace.setBusy(60_000, false)
    const kept = pace.perMinute(300_000) ?? 0
    expect(kept).toBeGreaterThanOrEqual(59)
    expect(kept).toBeLessThanOrEqual(62)
    expect(pace.perMinute(60_000 + 11 * 60_000)).toBeNull()
  })
})

describe('a meter at its edges', () => {
  const meterOf = (...times: readonly number[]) => {
    const meter = new RateMeter()
    for (const at of times) meter.add(at)
    return meter
  }

  it('counts whole seconds, so never too few, and at most a minute', () => {
    const meter = meterOf(0, 999, 1_000, 5_000)
    expect(meter.over(5_000, 4_000).count).toBe(2)
    expect(meter.over(5_000, 4_001).count).toBe(4)
    expect(meter.over(60_999, 60_000).count).toBe(4)
    expect(meter.over(61_000, 60_000).count).toBe(2)
  })

  it('begins a second anew that comes round again', () => {
    expect(meterOf(500, 600, 61_500).over(61_900, 1_000).count).toBe(1)
  })

  it('makes no more of a second than was counted in it', () => {
    const meter = meterOf(...Array.from({ length: 20 }, (_, n) => 10_000 + n * 100))
    expect(meter.over(11_950, 1_000)).toEqual({ count: 20, perMinute: (20 / 1_950) * 60_000 })
    expect(meter.over(11_950, 60_000)).toEqual({ count: 20, perMinute: 20 })
  })
})

describe('the pace that is kept', () => {
  const worked = (): PaceKeeper => {
    const pace = new PaceKeeper()
    pace.setBusy(0, true)
    for (let second = 0; second < 30; second += 1) pace.taken(second * 1_000)
    return pace
  }

  it('is told for ten minutes after the work', () => {
    const pace = worked()
    pace.setBusy(30_000, false)
    expect(pace.perMinute(30_000)).toBe(60)
    expect(pace.perMinute(630_000)).toBe(60)
    expect(pace.perMinute(630_001)).toBeNull()
  })

  it('is one from ten requests and five seconds on', () => {
    const paceOf = (busySince: number, requests: number): number | null => {
      const pace = new PaceKeeper()
      pace.setBusy(busySince, true)
      for (let index = 0; index < requests; index += 1) pace.taken(index * 500)
      return pace.perMinute(5_000)
    }
    expect([paceOf(0, 9), paceOf(0, 10), paceOf(1, 10)]).toEqual([null, 120, null])
  })

  it('is that of the last minute', () => {
    const pace = new PaceKeeper()
    pace.setBusy(0, true)
    for (let index = 0; index < 600; index += 1) pace.taken(index * 100)
    for (let second = 60; second < 120; second += 1) pace.taken(second * 1_000)
    expect(pace.perMinute(119_999)).toBe(69)
  })

  it('is that of the work as long as there is some', () => {
    const pace = worked()
    expect(pace.perMinute(30_000)).toBe(60)
    expect(pace.perMinute(40_000)).toBe(45)
  })

  it('is of no time without work: what was measured before says nothing about the next', () => {
    const pace = worked()
    pace.setBusy(30_000, false)
    pace.setBusy(40_000, true)
    pace.taken(40_000)
    expect(pace.perMinute(41_000)).toBe(60)
    expect(new PaceKeeper().perMinute(5_000)).toBeNull()
  })

  it('is not begun anew by being told again that there is work', () => {
    const pace = new PaceKeeper()
    pace.setBusy(0, true)
    for (let index = 0; index < 30; index += 1) pace.taken(index * 300)
    pace.setBusy(20_000, true)
    expect(pace.perMinute(30_000)).toBe(60)
  })
})
