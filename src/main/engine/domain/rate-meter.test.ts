import { describe, expect, it } from 'vitest'
import { PaceKeeper } from './pace-keeper.ts'
import { createRateMeter } from './rate-meter.ts'

describe('rate meter', () => {
  it('counts the last minute and forgets what is older', () => {
    const meter = createRateMeter()
    for (let second = 0; second < 200; second += 1) meter.add(second * 1_000 + 500)
    expect(meter.countSince(199_600, 60_000)).toBe(61)
    expect(meter.countSince(199_600, 10_000)).toBe(11)
    expect(meter.countSince(400_000, 60_000)).toBe(0)
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
