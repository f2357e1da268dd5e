import { describe, expect, it } from 'vitest'
import { MINUTE_MS, ReportedWindow } from './pacer-window.ts'

/** Returns the rate facts of a service after one more request at that time. */
type Count = (at: number) => { readonly limit: number; readonly remaining: number; readonly resetMs?: number }

function fixedWindow(limit: number, windowMs: number): Count {
  let [start, used] = [Number.NEGATIVE_INFINITY, 0]
  return (at) => {
    if (at >= start + windowMs) [start, used] = [at, 0]
    used += 1
    return { limit, remaining: Math.max(0, limit - used) }
  }
}

function tokenBucket(limit: number, windowMs: number): Count {
  let [tokens, since] = [limit, 0]
  return (at) => {
    tokens = Math.min(limit, tokens + ((at - since) / windowMs) * limit) - 1
    since = at
    return { limit, remaining: Math.floor(tokens) }
  }
}

/** Sends at 0.98 of the assumed rate and returns the lowest reported count. */
function spendEvenly(window: ReportedWindow, count: Count, forMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at < forMs; at += window.lengthMs / ((window.limit ?? 1) * 0.98)) {
    window.spend(at)
    const facts = count(at + 20)
    window.read(at + 40, at, facts)
    least = Math.min(least, facts.remaining)
  }
  return least
}

describe('reported window', () => {
  it.each([
    [30, 1_000, 60_000],
    [30, 10_000, 120_000],
    [600, 60_000, 300_000],
    [60, 60_000, 600_000]
  ])('finds that a limit of %i lasts %i ms, and does not exceed it', (limit, windowMs, forMs) => {
    const window = new ReportedWindow()
    const least = spendEvenly(window, fixedWindow(limit, windowMs), forMs)
    expect(window.lengthMs / windowMs).toBeGreaterThan(0.98)
    expect(window.lengthMs / windowMs).toBeLessThan(1.04)
    expect(least).toBeGreaterThanOrEqual(0)
  })

  it('is corrected for a token bucket before the count runs out', () => {
    const window = new ReportedWindow()
    const least = spendEvenly(window, tokenBucket(60, MINUTE_MS), 300_000)
    expect(window.lengthMs).toBe(MINUTE_MS)
    expect(least).toBeGreaterThan(0)
  })

  it('uses a reported end as the length of a longer window', () => {
    const window = new ReportedWindow()
    window.spend(0)
    window.read(40, 0, { limit: 5_000, remaining: 4_999, resetMs: 3_600_000 })
    expect(window.lengthMs).toBe(3_600_000)
    expect(window.endsAt).toBe(40 + 3_600_000)
  })

  it('does not spread a daily quota over the day', () => {
    const window = new ReportedWindow()
    window.spend(0)
    window.read(40, 0, { limit: 5_000, remaining: 4_999, resetMs: 86_400_000 })
    expect(window.lengthMs).toBe(3_600_000)
  })

  it('corrects an end that a wrong clock reported', () => {
    const window = new ReportedWindow()
    const count = fixedWindow(60, MINUTE_MS)
    spendEvenly(window, (at) => ({ ...count(at), resetMs: 1_800_000 }), 1_200_000)
    expect(window.lengthMs / MINUTE_MS).toBeLessThan(1.1)
    expect(window.lengthMs / MINUTE_MS).toBeGreaterThanOrEqual(1)
  })

  it('counts the requests of other clients since the renewal', () => {
    const window = new ReportedWindow()
    for (const [at, remaining] of [
      [0, 40],
      [1_000, 12],
      [2_000, 59],
      [3_000, 53]
    ] as const) {
      window.spend(at)
      window.read(at + 40, at, { limit: 60, remaining })
    }
    expect(window.foreign).toBe(5)
  })

  it('ignores a count older than the last one', () => {
    const window = new ReportedWindow()
    window.spend(0)
    window.spend(10)
    window.read(100, 10, { limit: 60, remaining: 59 })
    window.read(110, 0, { limit: 60, remaining: 3 })
    expect(window.remaining).toBe(59)
  })
})

/** Sends a request at `at`, whose response reports that count 40 ms later. */
function exchange(
  window: ReportedWindow,
  at: number,
  facts: { limit: number | null; remaining: number | null; resetMs?: number }
) {
  window.spend(at)
  window.read(at + 40, at, facts)
  return window
}

describe('a reported limit', () => {
  it.each([
    { limit: null, remaining: 5 },
    { limit: 0, remaining: 0 },
    { limit: -1, remaining: 5 }
  ])('is ignored for %o', (facts) => {
    const window = exchange(new ReportedWindow(), 0, facts)
    expect([window.limit, window.remaining, window.endsAt, window.foreign]).toEqual([null, null, null, 0])
  })

  it('is used alone if no count is reported', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 1, remaining: null })
    expect([window.limit, window.remaining, window.endsAt]).toEqual([1, null, null])
  })

  it('ends a minute after the first count, however many follow', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 59 })
    exchange(window, 1_000, { limit: 60, remaining: 58 })
    expect([window.endsAt, window.lengthMs]).toEqual([60_040, MINUTE_MS])
  })

  it('counts down with each request, and not below zero', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 1 })
    window.spend(10)
    expect(window.remaining).toBe(0)
    window.spend(20)
    expect(window.remaining).toBe(0)
    const unreported = new ReportedWindow()
    unreported.spend(0)
    expect(unreported.remaining).toBeNull()
  })

  it('counts the requests of other clients as the difference, and never below zero', () => {
    expect(exchange(new ReportedWindow(), 0, { limit: 60, remaining: 50 }).foreign).toBe(9)
    const own = new ReportedWindow()
    for (const at of [0, 1, 2]) own.spend(at)
    own.read(40, 2, { limit: 60, remaining: 59 })
    expect(own.foreign).toBe(0)
  })

  it('starts a new window at the end of a cooldown', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 20 })
    window.rest(30_000, 40)
    expect([window.limit, window.remaining, window.foreign, window.endsAt]).toEqual([40, null, 0, 90_000])
    for (const limit of [null, 0]) window.rest(50_000, limit)
    expect([window.limit, window.endsAt]).toEqual([40, 110_000])
    exchange(window, 50_000, { limit: 40, remaining: 39 })
    expect(window.foreign).toBe(0)
  })
})

describe('a reported end', () => {
  const after = (resetMs: number): readonly [number, number | null] => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 59, resetMs })
    return [window.lengthMs, window.endsAt]
  }

  it.each([
    [20_000, MINUTE_MS, 20_040],
    [61_000, MINUTE_MS, 60_040],
    [61_001, 61_001, 61_041],
    [1, MINUTE_MS, 41],
    [0, MINUTE_MS, 60_040],
    [-5, MINUTE_MS, 60_040],
    [3_600_001, 3_600_000, 3_600_040]
  ])('of %i ms: length %i, end %i', (resetMs, lengthMs, endsAt) => {
    expect(after(resetMs)).toEqual([lengthMs, endsAt])
  })
})

describe('a count that is renewed', () => {
  /** Returns whether a count of `to` after one of `from` moves the end of the window. */
  const isRenewed = (limit: number, from: number, to: number): boolean => {
    const window = exchange(new ReportedWindow(), 0, { limit, remaining: from })
    window.read(2_040, 2_000, { limit, remaining: to })
    return window.endsAt === 2_040 + window.lengthMs
  }

  it.each([
    [60, 20, 32, false],
    [60, 20, 33, true],
    [6, 1, 3, false],
    [6, 1, 4, true],
    [60, 58, 59, true],
    [60, 57, 58, false],
    [60, 59, 59, false],
    [60, 59, 58, false]
  ])('of %i: from %i to %i: %s', (limit, from, to, expected) => {
    expect(isRenewed(limit, from, to)).toBe(expected)
  })

  it('is recognized despite the requests sent since', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 40 })
    for (const at of [1_000, 3_000, 4_000]) window.spend(at)
    // 37 remain by the local count, and two of the three were not counted by the service yet.
    window.read(4_040, 1_000, { limit: 60, remaining: 51 })
    expect(window.endsAt).toBe(60_040)
    window.read(4_050, 1_000, { limit: 60, remaining: 66 })
    expect(window.endsAt).toBe(64_050)
    expect(window.foreign).toBe(0)
  })

  it('starts with the requests sent since its own', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 5 })
    for (const at of [1_000, 2_000, 3_000]) window.spend(at)
    window.read(3_040, 2_000, { limit: 60, remaining: 50 })
    // Sent at 2,000 and 3,000: two of the ten are from this client.
    expect(window.foreign).toBe(8)
  })

  /** Simulates windows of `windowMs` that each start with a full count, and returns the assumed length after each. */
  const lengths = (windowMs: number, count: number): number[] => {
    const window = new ReportedWindow()
    return Array.from({ length: count }, (_, n) => {
      exchange(window, n * windowMs, { limit: 60, remaining: 59 })
      exchange(window, n * windowMs + windowMs / 2, { limit: 60, remaining: 40 })
      return window.lengthMs
    })
  }

  it('at most halves the length, down to the time between two renewals', () => {
    // From the last count of the previous window to the first of the next but one: 2.5 windows divided by two.
    expect(lengths(20_000, 4)).toEqual([MINUTE_MS, MINUTE_MS, 30_040, 25_020])
    expect(lengths(1_000, 9)).toEqual([
      60_000, 60_000, 30_000, 15_000, 7_500, 3_750, 1_875, 1_090, 1_077.142_857_142_857
    ])
  })

  it('is estimated from the last 24 renewals', () => {
    expect(lengths(20_000, 40).at(-1)).toBeCloseTo(20_000 + 10_040 / 23, 9)
  })

  it('never results in a length below one second', () => {
    expect(lengths(500, 30).at(-1)).toBe(1_000)
  })

  it('without requests before it shows when the window started, but not its length', () => {
    const window = new ReportedWindow()
    for (const sent of [0, 0]) window.spend(sent)
    window.read(40, 0, { limit: 60, remaining: 3 })
    window.read(50, 0, { limit: 60, remaining: 59 })
    expect(window.endsAt).toBe(60_050)
    const found = [1, 2, 3, 4].map((n) => {
      exchange(window, n * 20_000 - 10_000, { limit: 60, remaining: 40 })
      exchange(window, n * 20_000, { limit: 60, remaining: 59 })
      return window.lengthMs
    })
    expect(found).toEqual([MINUTE_MS, 30_040, 25_020, 23_346.666_666_666_668])
  })

  it('considers the last 64 requests, because no response is later than that', () => {
    const renewedBy = (remaining: number): boolean => {
      const window = exchange(new ReportedWindow(), 0, { limit: 1_000, remaining: 500 })
      for (let at = 1; at <= 65; at += 1) window.spend(at)
      window.read(100, 0, { limit: 1_000, remaining })
      return window.endsAt === 100 + MINUTE_MS
    }
    // 435 remain by the local count, 64 requests were not counted yet, and a rise of more than 200 is a renewal.
    expect([renewedBy(699), renewedBy(700)]).toEqual([false, true])
  })

  it('under another limit keeps the estimated length, but no renewals', () => {
    const window = new ReportedWindow()
    for (let n = 0; n < 3; n += 1) {
      exchange(window, n * 20_000, { limit: 60, remaining: 59 })
      exchange(window, n * 20_000 + 10_000, { limit: 60, remaining: 40 })
    }
    const before = window.lengthMs
    exchange(window, 60_000, { limit: 30, remaining: 29 })
    expect([window.limit, window.lengthMs]).toEqual([30, before])
  })
})

describe('a length that is too short', () => {
  /** Assumed to be one second. */
  const short = (): ReportedWindow => {
    const window = new ReportedWindow()
    for (let n = 0; n < 30; n += 1) {
      exchange(window, n * 500, { limit: 60, remaining: 59 })
      exchange(window, n * 500 + 250, { limit: 60, remaining: 40 })
    }
    return window
  }

  it('doubles, up to a minute', () => {
    const window = short()
    const found = Array.from({ length: 8 }, () => (window.lengthen(20_000), window.lengthMs))
    expect(found).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('is not tested again for ten minutes', () => {
    const again = (afterMs: number): number => {
      const window = short()
      window.lengthen(20_000)
      for (let n = 0; n < 6; n += 1) {
        exchange(window, 20_000 + afterMs + n * 500, { limit: 60, remaining: 59 })
        exchange(window, 20_000 + afterMs + n * 500 + 250, { limit: 60, remaining: 40 })
      }
      return window.lengthMs
    }
    expect(again(60_000)).toBe(2_000)
    expect(again(590_000)).toBe(2_000)
    expect(again(601_000)).toBeLessThan(2_000)
    // The last of six renewals is exactly ten minutes later, or 1 ms more.
    expect(again(597_460)).toBe(2_000)
    expect(again(597_461)).toBeLessThan(2_000)
  })

  it('is recognized when the count keeps falling and this client spends half of it', () => {
    const fallen = (count: number, untilMs: number): number => {
      const window = short()
      exchange(window, 15_000, { limit: 60, remaining: 59 })
      for (let n = 1; n < count; n += 1) window.spend(15_000 + n)
      window.read(15_040 + untilMs, 15_000 + count, { limit: 60, remaining: 59 - count })
      return window.lengthMs
    }
    expect(fallen(30, 1_500)).toBe(1_000)
    expect(fallen(30, 1_501)).toBe(2_000)
    expect(fallen(29, 5_000)).toBe(1_000)
  })

  /** Half of a count of 60 is spent when it still falls 1,501 ms after its renewal; `back` was refilled meanwhile. */
  const fallenBut = (back: number, share: number): number => {
    const window = short()
    window.setShare(share)
    exchange(window, 15_000, { limit: 60, remaining: 59 })
    for (let n = 1; n < 30; n += 1) window.spend(15_000 + n)
    window.read(15_100, 15_029, { limit: 60, remaining: 30 + back })
    window.read(16_541, 15_030, { limit: 60, remaining: 29 + back })
    return window.lengthMs
  }

  it.each([
    [5, 1, 2_000],
    [5, 0.5, (60 * 1_501) / 5],
    [1, 0.5, MINUTE_MS],
    [0, 0.5, 2_000],
    [-5, 0.5, 2_000]
  ])('with %i refilled in 1,501 ms and a share of %d: %d ms', (back, share, expected) => {
    expect(fallenBut(back, share)).toBe(expected)
  })
})

describe('the maximum length found by renewals', () => {
  /** Windows of 20 s were seen, so a reported end after more than 25,020 ms is ignored. */
  const seen = (): ReportedWindow => {
    const window = new ReportedWindow()
    for (let n = 0; n < 4; n += 1) {
      exchange(window, n * 20_000, { limit: 60, remaining: 59 })
      exchange(window, n * 20_000 + 10_000, { limit: 60, remaining: 40 })
    }
    return window
  }

  it.each<[string, (window: ReportedWindow) => void, number, number]>([
    ['stays while nothing contradicts it', () => {}, 60, 25_020],
    ['is dropped under another limit', () => {}, 30, 55_000],
    ['is dropped after a cooldown', (window) => window.rest(75_000, 60), 60, 55_000],
    ['is dropped when the length proves too short', (window) => window.lengthen(75_000), 60, 55_000]
  ])('%s', (_, happens, limit, expected) => {
    const window = seen()
    expect(window.lengthMs).toBe(25_020)
    happens(window)
    exchange(window, 75_500, { limit, remaining: limit - 25, resetMs: 55_000 })
    expect(window.lengthMs).toBe(expected)
  })

  it('is kept when a window of a minute refuses, because lengthening it has no effect', () => {
    const window = new ReportedWindow()
    window.lengthen(0)
    for (let n = 0; n < 3; n += 1) {
      exchange(window, n * 20_000, { limit: 60, remaining: 59 })
      exchange(window, n * 20_000 + 10_000, { limit: 60, remaining: 40 })
    }
    expect(window.lengthMs).toBe(30_040)
  })

  it('does not cut a reported hour to a minute', () => {
    const window = exchange(new ReportedWindow(), 0, { limit: 60, remaining: 59, resetMs: 3_600_000 })
    window.lengthen(1_000)
    expect(window.lengthMs).toBe(3_600_000)
  })
})
