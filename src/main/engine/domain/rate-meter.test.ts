import { describe, expect, it } from 'vitest'
import { createRateMeter, PaceKeeper } from './rate-meter.ts'

describe('rate meter', () => {
  it('counts the last minute and forgets what is older', () => {
    const meter = createRateMeter()
    for (let second = 0; second < 200; second += 1) meter.add(second * 1_000 + 500)
    expect(meter.countSince(199_600, 60_000)).toBe(61)
    expect(meter.countSince(199_600, 10_000)).toBe(11)
    expect(meter.countSince(400_000, 60_000)).toBe(0)
  })

  it.each([1_000, 2_000, 10_000, 60_000])('tells the rate of about the last %i ms', (ms) => {
    const meter = createRateMeter()
    for (let at = 0; at < 200_000; at += 50) meter.add(at)
    expect(meter.over(199_990, ms).perMinute).toBeCloseTo(1_200, -2)
  })

  it('does not make a rate of a minute of a burst that has only begun', () => {
    const meter = createRateMeter()
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
    const meter = createRateMeter()
    for (const at of times) meter.add(at)
    return meter
  }

  it('counts whole seconds, so never too few, and at most a minute', () => {
    const meter = meterOf(0, 999, 1_000, 5_000)
    expect(meter.countSince(5_000, 4_000)).toBe(2)
    expect(meter.countSince(5_000, 4_001)).toBe(4)
    expect(meter.countSince(60_999, 100_000)).toBe(4)
    expect(meter.countSince(61_000, 100_000)).toBe(2)
  })

  it('begins a second anew that comes round again', () => {
    expect(meterOf(500, 600, 61_500).countSince(61_900, 1_000)).toBe(1)
  })

  it('tells a rate from ten events and five seconds on', () => {
    const nine = meterOf(...Array.from({ length: 9 }, (_, n) => n * 500))
    expect(nine.perMinute(5_000, 0)).toBeNull()
    nine.add(4_900)
    expect(nine.perMinute(5_000, 0)).toBe(120)
    expect(nine.perMinute(5_000, 1)).toBeNull()
  })

  it('takes the time for the whole that it is told, and at most a minute', () => {
    const meter = meterOf(...Array.from({ length: 120 }, (_, n) => n * 1_000))
    expect(meter.perMinute(119_999, 99_999)).toBe(63)
    expect(meter.perMinute(119_999, 0)).toBe(61)
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
