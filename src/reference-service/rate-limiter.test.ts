import { describe, expect, test } from 'vitest'
import { TEST_START as START } from '../../test/helpers/call-service.ts'
import { createRateLimiter } from './rate-limiter.ts'

describe('rate limiter', () => {
  test('counts down, rejects, and starts a new window one minute after the first request', () => {
    const limiter = createRateLimiter()
    expect(limiter.hit('a', 2, START).headers).toEqual({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
    expect(limiter.hit('a', 2, START + 30_000).headers['x-ratelimit-remaining']).toBe('0')
    const refused = limiter.hit('a', 2, START + 30_500)
    expect(refused.isAllowed).toBe(false)
    expect(refused.headers).toEqual({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'retry-after': '30',
      'x-ratelimit-reset': String((START + 60_000) / 1000)
    })
    expect(limiter.hit('a', 2, START + 59_999).isAllowed).toBe(false)
    expect(limiter.hit('a', 2, START + 60_000).isAllowed).toBe(true)
  })

  test('a caller that waits for Retry-After is accepted', () => {
    const limiter = createRateLimiter()
    limiter.hit('a', 1, START)
    const wait = Number(limiter.hit('a', 1, START + 59_990).headers['retry-after'])
    expect(limiter.hit('a', 1, START + 59_990 + wait * 1000).isAllowed).toBe(true)
  })

  test('callers have separate windows, and 0 means no limit', () => {
    const limiter = createRateLimiter()
    expect(limiter.hit('a', 1, START).isAllowed).toBe(true)
    expect(limiter.hit('b', 1, START).isAllowed).toBe(true)
    for (let n = 0; n < 100; n++) expect(limiter.hit('c', 0, START)).toEqual({ isAllowed: true, headers: {} })
  })

  test('ended windows of many callers are removed, current ones stay', () => {
    const limiter = createRateLimiter()
    for (let n = 0; n < 1500; n++) limiter.hit(`old-${n}`, 1, START)
    limiter.hit('open', 1, START + 50_000)
    limiter.hit('new', 1, START + 61_000)
    expect(limiter.hit('open', 1, START + 61_000).isAllowed).toBe(false)
  })
})
