import { describe, expect, it } from 'vitest'
import { ThroughputMeter, RateMeter } from './rate-meter.ts'

describe('rate meter', () => {
  it('counts the last minute and drops older events', () => {
    const meter = new RateMeter()
    for (let second = 0; second < 200; second += 1) meter.add(second * 1_000 + 500)
    expect(meter.over(199_600, 60_000).count).toBe(61)
    expect(meter.over(199_600, 10_000).count).toBe(11)
    expect(meter.over(400_000, 60_000).count).toBe(0)
  })

  it.each([1_000, 2_000, 10_000, 60_000])('measures the rate of about the last %i ms', (ms) => {
    const meter = new RateMeter()
    for (let at = 0; at < 200_000; at += 50) meter.add(at)
    expect(meter.over(199_990, ms).perMinute).toBeCloseTo(1_200, -2)
  })

  it('does not extrapolate a burst that has just begun', () => {
    const meter = new RateMeter()
    for (let at = 0; at < 60; at += 1) meter.add(at * 20)
    expect(meter.over(1_200, 60_000)).toEqual({ count: 60, perMinute: 60 })
  })
})

describe('pace keeper', () => {
  it('has no rate before enough responses came', () => {
    const pace = new ThroughputMeter()
    pace.setBusy(0, true)
    for (let index = 0; index < 9; index += 1) pace.taken(index * 1_000)
    expect(pace.perMinute(9_000)).toBeNull()
  })

  it('keeps the rate of the last work and does not dilute it with idle time', () => {
    const pace = new ThroughputMeter()
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

  it('resets a bucket that is reused', () => {
    expect(meterOf(500, 600, 61_500).over(61_900, 1_000).count).toBe(1)
  })

  it('does not extrapolate the events of a partial second', () => {
    const meter = meterOf(...Array.from({ length: 20 }, (_, n) => 10_000 + n * 100))
    expect(meter.over(11_950, 1_000)).toEqual({ count: 20, perMinute: (20 / 1_950) * 60_000 })
    expect(meter.over(11_950, 60_000)).toEqual({ count: 20, perMinute: 20 })
  })
})

describe('a rate that is kept', () => {
  const worked = (): ThroughputMeter => {
    const pace = new ThroughputMeter()
    pace.setBusy(0, true)
    for (let second = 0; second < 30; second += 1) pace.taken(second * 1_000)
    return pace
  }

  it('is reported for ten minutes after the work', () => {
    const pace = worked()
    pace.setBusy(30_000, false)
    expect(pace.perMinute(30_000)).toBe(60)
    expect(pace.perMinute(630_000)).toBe(60)
    expect(pace.perMinute(630_001)).toBeNull()
  })

  it('requires ten requests and five seconds', () => {
    const paceOf = (busySince: number, requests: number): number | null => {
      const pace = new ThroughputMeter()
      pace.setBusy(busySince, true)
      for (let index = 0; index < requests; index += 1) pace.taken(index * 500)
      return pace.perMinute(5_000)
    }
    expect([paceOf(0, 9), paceOf(0, 10), paceOf(1, 10)]).toEqual([null, 120, null])
  })

  it('covers the last minute', () => {
    const pace = new ThroughputMeter()
    pace.setBusy(0, true)
    for (let index = 0; index < 600; index += 1) pace.taken(index * 100)
    for (let second = 60; second < 120; second += 1) pace.taken(second * 1_000)
    expect(pace.perMinute(119_999)).toBe(69)
  })

  it('covers the current work while there is some', () => {
    const pace = worked()
    expect(pace.perMinute(30_000)).toBe(60)
    expect(pace.perMinute(40_000)).toBe(45)
  })

  it('excludes idle time, because an earlier rate says nothing about the next work', () => {
    const pace = worked()
    pace.setBusy(30_000, false)
    pace.setBusy(40_000, true)
    pace.taken(40_000)
    expect(pace.perMinute(41_000)).toBe(60)
    expect(new ThroughputMeter().perMinute(5_000)).toBeNull()
  })

  it('is not restarted when it is already busy', () => {
    const pace = new ThroughputMeter()
    pace.setBusy(0, true)
    for (let index = 0; index < 30; index += 1) pace.taken(index * 300)
    pace.setBusy(20_000, true)
    expect(pace.perMinute(30_000)).toBe(60)
  })
})
