/** The kinds of service that the governor is measured against. */
import type { Random } from '../../src/main/engine/domain/clock.ts'
import type { LimiterSpec } from './limiter.ts'

export interface HostSpec {
  readonly name: string
  readonly limiters: readonly LimiterSpec[]
  /** `null` if the number of concurrent requests is unlimited. */
  readonly workers: { readonly count: number; readonly whenBusy: 'refuse' | 'queue' } | null
  /** Latency of the network in one direction, and the processing time of one request. */
  readonly wayMs: (random: Random) => number
  readonly workMs: (random: Random) => number
  /** Mean interval between requests of another client on the same limit; `null` if there is none. */
  readonly rivalGapMs: number | null
  /** Every request gets a 429 with the whole length as Retry-After. */
  readonly outage: { readonly fromMs: number; readonly forMs: number } | null
  /**
   * Share of all requests that gets this response at any request rate; `null` if none does. A refusal names one second.
   */
  readonly strays: { readonly share: number; readonly as: 'refusal' | 'page' } | null
  /** Highest possible throughput, requests per minute; `null` = the throughput of `inFlight` concurrent requests. */
  readonly capacityPerMinute: number | null
  /** Concurrent requests that the service, or the connections to it, can take. */
  readonly inFlight: number
  /** Factor for the number of updates, so that limits that take seconds to detect do not dominate the measurement. */
  readonly scale: number
}

/** Mostly 20 ms with a long tail, as in real networks. */
const oneWayLatency = (random: Random): number => 16 + 4 * exponential(random)
/** A fast write: at least 20 ms, 60 ms on average, rarely 200 ms. */
const work = (random: Random): number => 20 + 40 * exponential(random)

function exponential(random: Random): number {
  return -Math.log(1 - random())
}

const MINUTE = 60_000

const PLAIN = {
  limiters: [],
  workers: null,
  wayMs: oneWayLatency,
  workMs: work,
  rivalGapMs: null,
  outage: null,
  strays: null,
  capacityPerMinute: null,
  inFlight: 6,
  scale: 1
} as const satisfies Omit<HostSpec, 'name'>

const fixed = (limit: number, windowMs: number, reports: LimiterSpec['reports']): LimiterSpec => ({
  limit,
  windowMs,
  kind: 'fixed',
  reports
})

const limited = (name: string, limiter: LimiterSpec): HostSpec => ({
  ...PLAIN,
  name,
  limiters: [limiter],
  capacityPerMinute: (limiter.limit / limiter.windowMs) * MINUTE
})

const TYPICAL = fixed(60, MINUTE, 'headers')
const typical = limited('60/min, typical headers', TYPICAL)

const strays = (name: string, share: number, as: 'refusal' | 'page'): HostSpec => ({
  ...PLAIN,
  name,
  strays: { share, as }
})

export const HOSTS: readonly HostSpec[] = [
  { ...PLAIN, name: 'unlimited', workers: { count: 8, whenBusy: 'queue' } },
  { ...limited('30/s, headers', fixed(30, 1_000, 'headers')), scale: 3 },
  { ...limited('30/s, no headers', fixed(30, 1_000, 'retry-after')), scale: 3 },
  limited('600/min, headers and reset', fixed(600, MINUTE, 'reset')),
  { ...PLAIN, name: '4 workers, 503 when busy', workers: { count: 4, whenBusy: 'refuse' }, inFlight: 4 },
  typical,
  { ...typical, name: '60/min and a rival', rivalGapMs: 3_000 },
  { ...typical, name: '10/s in front of 60/min', limiters: [fixed(10, 1_000, 'retry-after'), TYPICAL] },
  limited('60/min, Retry-After alone', fixed(60, MINUTE, 'retry-after')),
  limited('60/min, nothing reported', fixed(60, MINUTE, 'nothing')),
  limited('60/min, sliding log', { ...TYPICAL, kind: 'sliding' }),
  limited('60/min, token bucket', { ...TYPICAL, kind: 'bucket' }),
  { ...typical, name: '60/min, out for 120 s', outage: { fromMs: 10 * MINUTE, forMs: 120_000 } },
  limited('60/min, bucket not reported', { ...fixed(60, MINUTE, 'retry-after'), kind: 'bucket' }),
  { ...limited('10/s, bucket not reported', { ...fixed(600, MINUTE, 'retry-after'), kind: 'bucket' }), scale: 2 },
  strays('0.1 % stray refusals', 0.001, 'refusal'),
  strays('1 % stray refusals', 0.01, 'refusal'),
  strays('5 % stray refusals', 0.05, 'refusal'),
  strays('0.2 % stray pages', 0.002, 'page')
]
