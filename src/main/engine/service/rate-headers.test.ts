import { describe, expect, it, test, vi } from 'vitest'
import { retryDelayMs, rateHeadersOf, readRateFacts } from './rate-headers.ts'

/** Sat, 28 Nov 2026 12:00:00 GMT */
const NOW = Date.UTC(2026, 10, 28, 12)
const read = (headers: Record<string, string>) => readRateFacts(headers, NOW)
const DAY = 24 * 3_600_000

describe('Retry-After', () => {
  it.each([
    ['1', 1_000],
    ['30', 30_000],
    ['0', 1_000],
    ['0.2', 1_000],
    ['1.5', 1_500],
    [' 12 ', 12_000],
    ['900', 900_000],
    ['3600', 3_600_000],
    ['86400', DAY],
    ['99999999999999999999', DAY],
    ['-1', 60_000],
    ['soon', 60_000],
    ['', 60_000],
    ['1e3', 60_000],
    ['2026-11-28', 60_000],
    ['Sat, 28 Nov 2026 12:00:45 GMT', 45_000],
    ['Saturday, 28-Nov-26 12:00:45 GMT', 45_000],
    ['Sat Nov 28 12:00:45 2026', 45_000],
    ['Sat, 28 Nov 2026 12:01:60 GMT', 120_000],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 1_000],
    ['Sat, 28 Nov 2099 11:00:00 GMT', DAY],
    ['Foo, 99 Bar 2026 12:00:00 GMT', 60_000]
  ])('%j is %i ms', (text, expected) => {
    expect(read({ 'retry-after': text }).retryAfterMs).toBe(expected)
  })

  it('is null without the header, and retryDelayMs returns the default', () => {
    const rate = read({})
    expect(rate.retryAfterMs).toBeNull()
    expect(retryDelayMs(rate)).toBe(60_000)
  })

  it.each(['America/New_York', 'Asia/Tokyo'])('reads a date without a zone as UTC in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    expect(read({ 'retry-after': 'Sat Nov 28 12:00:45 2026' }).retryAfterMs).toBe(45_000)
    vi.unstubAllEnvs()
  })

  it('measures a date by the service clock, so that a wrong local clock has no effect', () => {
    const headers = { date: 'Sat, 28 Nov 2026 12:10:00 GMT', 'retry-after': 'Sat, 28 Nov 2026 12:10:20 GMT' }
    expect(read(headers).retryAfterMs).toBe(20_000)
  })
})

describe('X-RateLimit', () => {
  it('reads limit and remaining', () => {
    expect(read({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' })).toMatchObject({ limit: 60, remaining: 0 })
  })

  it.each(['', '-5', 'many', '1e9', '60.5'])('does not read %j as a limit', (text) => {
    expect(read({ 'x-ratelimit-limit': text }).limit).toBeNull()
  })

  it('reads the effective limit of a stacked limiter', () => {
    expect(read({ 'x-ratelimit-limit': '60, 60;w=60, 1000;w=3600' }).limit).toBe(60)
  })

  it.each([
    [String(NOW / 1_000 + 20), 20_000],
    [String(NOW + 20_000), 20_000],
    ['20', 20_000],
    ['tomorrow', null],
    ['-1', null]
  ])('reset %s', (text, expected) => {
    expect(read({ 'x-ratelimit-reset': text }).resetMs).toBe(expected)
  })

  it('measures a reset by the service clock', () => {
    const reset = String(NOW / 1_000 + 600 + 20)
    expect(read({ date: 'Sat, 28 Nov 2026 12:10:00 GMT', 'x-ratelimit-reset': reset }).resetMs).toBe(20_000)
  })

  it('returns the time until the reset as delay if there is no Retry-After', () => {
    const rate = read({ 'x-ratelimit-reset': String(NOW / 1_000 + 20) })
    expect(retryDelayMs(rate)).toBe(20_000)
    expect(retryDelayMs(read({ 'x-ratelimit-reset': '1600000000' }))).toBe(1_000)
  })
})

describe('the headers with rate limits', () => {
  it.each([
    [{ 'x-ratelimit-limit': '60' }, 'x-ratelimit'],
    [{ 'x-ratelimit-remaining': '0', ratelimit: '"a";r=1' }, 'x-ratelimit'],
    [{ 'ratelimit-reset': '9' }, 'ratelimit'],
    [{ ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=60' }, 'items'],
    [{ 'retry-after': '5', 'ratelimit-policy': '60;w=60' }, null],
    [{}, null]
  ] as const)('for %j: %s', (headers, style) => {
    expect(rateHeadersOf(headers)).toBe(style)
  })
})

test('the headers without X-', () => {
  expect(read({ 'ratelimit-limit': '60', 'ratelimit-remaining': '3', 'ratelimit-reset': '20' })).toEqual({
    limit: 60,
    remaining: 3,
    resetMs: 20_000,
    retryAfterMs: null
  })
})

test.each([
  ['"default";r=50;t=30', '"default";q=60;w=60', { limit: 60, remaining: 50, resetMs: 30_000 }],
  ['default;r=50;t=30', 'default;q=60;w=60', { limit: 60, remaining: 50, resetMs: 30_000 }],
  [
    '"burst";r=9;t=1, "day";r=2;t=3600',
    '"burst";q=10, "day";q=1000',
    { limit: 1000, remaining: 2, resetMs: 3_600_000 }
  ],
  ['limit=60, remaining=50, reset=30', undefined, { limit: 60, remaining: 50, resetMs: 30_000 }],
  ['"default";r=50', undefined, { limit: null, remaining: 50, resetMs: null }],
  ['nonsense', '60;w=60', { limit: null, remaining: null, resetMs: null }],
  ['"default";r=-1;t=x', undefined, { limit: null, remaining: null, resetMs: null }]
])('RateLimit: %s, policy %s', (ratelimit, policy, expected) => {
  expect(read({ ratelimit, ...(policy === undefined ? {} : { 'ratelimit-policy': policy }) })).toMatchObject(expected)
})

test('the older headers take precedence over the newer ones', () => {
  expect(read({ 'x-ratelimit-remaining': '7', ratelimit: '"default";r=50;t=30' })).toMatchObject({ remaining: 7 })
})
