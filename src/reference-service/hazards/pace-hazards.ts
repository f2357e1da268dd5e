/** Refusals for pace, and the many ways of telling for how long. */
import type { Fault } from '../faults.ts'
import { ALL, always } from './hazard.ts'
import type { HazardBody, PlayedBy } from './hazard.ts'

const WAIT_S = 7
const BODY = JSON.stringify({ message: 'Too Many Attempts.' })

type Headers = Readonly<Record<string, string>>

const refused = (status: 429 | 503, headers: Headers): Fault => ({ kind: 'status', status, headers, body: BODY })
const with429 = (headers: Headers): PlayedBy => always(refused(429, headers))
/** For headers that tell a time of the clock. */
const atNow = (headersAt: (now: number) => Headers): PlayedBy => ({
  level: 'answer',
  fault: ({ at }) => refused(429, headersAt(at))
})

const all = { operations: ALL, work: 'not-done' } as const

export const PACE_HAZARDS = {
  'retry-after': { sentence: '429, again in 7 seconds.', ...all, ...with429({ 'retry-after': String(WAIT_S) }) },
  'retry-after-date': {
    sentence: '429, again at a date 7 seconds from now.',
    ...all,
    ...atNow((now) => ({
      date: new Date(now).toUTCString(),
      'retry-after': new Date(now + WAIT_S * 1000).toUTCString()
    }))
  },
  'retry-after-none': { sentence: '429 without a word on how long.', ...all, ...with429({}) },
  'retry-after-zero': { sentence: '429, again in 0 seconds.', ...all, ...with429({ 'retry-after': '0' }) },
  'retry-after-negative': { sentence: '429, again in -5 seconds.', ...all, ...with429({ 'retry-after': '-5' }) },
  'retry-after-absurd': {
    sentence: '429, again in a hundred years.',
    ...all,
    ...with429({ 'retry-after': '3153600000' })
  },
  'retry-after-fraction': { sentence: '429, again in 1.5 seconds.', ...all, ...with429({ 'retry-after': '1.5' }) },
  'reset-only': {
    sentence: '429 with `X-RateLimit-Reset` alone.',
    ...all,
    ...atNow((now) => ({ 'x-ratelimit-reset': String(Math.ceil(now / 1000) + WAIT_S) }))
  },
  'retry-after-503': {
    sentence: '503, again in 7 seconds.',
    ...all,
    ...always(refused(503, { 'retry-after': String(WAIT_S) }))
  },
  'stacked-limits': {
    sentence: 'Two limiters write one header: the true answer says "60, 1000;w=3600".',
    operations: ALL,
    work: 'done',
    ...always({
      kind: 'altered',
      alter: {
        answer: (answer) => ({
          ...answer,
          headers: { ...answer.headers, 'x-ratelimit-limit': '60, 1000;w=3600', 'x-ratelimit-remaining': '59, 12' }
        })
      }
    })
  }
} as const satisfies Record<string, HazardBody>
