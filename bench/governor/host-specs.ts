/** The kinds of service that the governor is tried on. */
import type { Random } from '../../src/main/engine/domain/clock.ts'
import type { LimiterSpec } from './limiter.ts'

export interface HostSpec {
  readonly name: string
  readonly limiters: readonly LimiterSpec[]
  /** null = as many as come. */
  readonly workers: { readonly count: number; readonly whenBusy: 'refuse' | 'queue' } | null
  /** One way of the network, and the work on one request. */
  readonly wayMs: (random: Random) => number
  readonly workMs: (random: Random) => number
  /** Mean pause of somebody else on the same limit; null = nobody. */
  readonly rivalGapMs: number | null
  /** Everything is answered 429 with the whole length as Retry-After. */
  readonly outage: { readonly fromMs: number; readonly forMs: number } | null
  /** Such a share of all requests is answered so, whatever the pace; null = none. A refusal names a second. */
  readonly strays: { readonly share: number; readonly as: 'refusal' | 'page' } | null
  /** Requests a minute that can be had at best; null = what `inFlight` requests at a time yield. */
  readonly capacityPerMinute: number | null
  /** Requests at a time that the service, or the sockets to it, can take. */
  readonly inFlight: number
  /** Updates for each one elsewhere: what takes seconds to be found must not be all that is measured. */
  readonly scale: number
}

/** Mostly 20 ms, now and then much more: a long tail, as networks have. */
const way = (random: Random): number => 16 + 4 * exponential(random)
/** A quick write: 20 ms at least, 60 in the middle, rarely 200. */
const work = (random: Random): number => 20 + 40 * exponential(random)

function exponential(random: Random): number {
  return -Math.log(1 - random())
}

const MINUTE = 60_000

const PLAIN = {
  limiters: [],
  workers: null,
  wayMs: way,
  workMs: work,
  rivalGapMs: null,
  outage: null,
  strays: null,
  capacityPerMinute: null,
  inFlight: 6,
  scale: 1
} as const satisfies Omit<HostSpec, 'name'>

const fixed = (limit: number, windowMs: number, told: LimiterSpec['told']): LimiterSpec => ({
  limit,
  windowMs,
  kind: 'fixed',
  told
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
  limited('60/min, nothing told', fixed(60, MINUTE, 'nothing')),
  limited('60/min, sliding log', { ...TYPICAL, kind: 'sliding' }),
  limited('60/min, token bucket', { ...TYPICAL, kind: 'bucket' }),
  { ...typical, name: '60/min, out for 120 s', outage: { fromMs: 10 * MINUTE, forMs: 120_000 } },
  limited('60/min, bucket not told', { ...fixed(60, MINUTE, 'retry-after'), kind: 'bucket' }),
  { ...limited('10/s, bucket not told', { ...fixed(600, MINUTE, 'retry-after'), kind: 'bucket' }), scale: 2 },
  strays('0.1 % stray refusals', 0.001, 'refusal'),
  strays('1 % stray refusals', 0.01, 'refusal'),
  strays('5 % stray refusals', 0.05, 'refusal'),
  strays('0.2 % stray pages', 0.002, 'page')
]
