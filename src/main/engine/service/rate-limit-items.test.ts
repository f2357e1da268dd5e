import { expect, test } from 'vitest'
import { readRateFacts } from './rate-headers.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const read = (headers: Record<string, string>) => readRateFacts(headers, NOW)

test('the headers without X-', () => {
  expect(read({ 'ratelimit-limit': '60', 'ratelimit-remaining': '3', 'ratelimit-reset': '20' })).toEqual({
    limit: 60,
    remaining: 3,
    resetAt: NOW + 20_000,
    retryAfterMs: null
  })
})

test.each([
  ['"default";r=50;t=30', '"default";q=60;w=60', { limit: 60, remaining: 50, resetAt: NOW + 30_000 }],
  ['default;r=50;t=30', 'default;q=60;w=60', { limit: 60, remaining: 50, resetAt: NOW + 30_000 }],
  [
    '"burst";r=9;t=1, "day";r=2;t=3600',
    '"burst";q=10, "day";q=1000',
    { limit: 1000, remaining: 2, resetAt: NOW + 3_600_000 }
  ],
  ['limit=60, remaining=50, reset=30', undefined, { limit: 60, remaining: 50, resetAt: NOW + 30_000 }],
  ['"default";r=50', undefined, { limit: null, remaining: 50, resetAt: null }],
  ['nonsense', '60;w=60', { limit: null, remaining: null, resetAt: null }],
  ['"default";r=-1;t=x', undefined, { limit: null, remaining: null, resetAt: null }]
])('RateLimit: %s, policy %s', (ratelimit, policy, expected) => {
  expect(read({ ratelimit, ...(policy === undefined ? {} : { 'ratelimit-policy': policy }) })).toMatchObject(expected)
})

test('the older headers count before the newer ones', () => {
  expect(read({ 'x-ratelimit-remaining': '7', ratelimit: '"default";r=50;t=30' })).toMatchObject({ remaining: 7 })
})
