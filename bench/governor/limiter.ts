/** Limiters of common services as pure arithmetic: the response to one request at one time. Times in ms. */
import type { RateFacts } from '../../src/main/engine/domain/request-report.ts'

/** What the limiter reports: counts on every response, also the end of its window, only Retry-After, or nothing. */
type RateSignal = 'headers' | 'reset' | 'retry-after' | 'nothing'

export interface LimiterSpec {
  readonly limit: number
  readonly windowMs: number
  /** `fixed`: the window begins with a request, as in common web frameworks. `bucket`: `limit` at once, then evenly. */
  readonly kind: 'fixed' | 'sliding' | 'bucket'
  readonly reports: RateSignal
}

export interface Verdict {
  readonly isTaken: boolean
  readonly rate: RateFacts
  /** Whole seconds, as in the header; `null` if none is reported. */
  readonly retryAfterMs: number | null
}

export const UNREPORTED: RateFacts = { limit: null, remaining: null, resetMs: null }

interface Count {
  readonly isTaken: boolean
  readonly remaining: number
  readonly restMs: number
}

/** Counts requests by one rule. Times must not decrease. */
export function createLimiter(spec: LimiterSpec): (now: number) => Verdict {
  const count = COUNTERS[spec.kind](spec)
  return (now) => verdictOf(spec, count(now))
}

const COUNTERS: Record<LimiterSpec['kind'], (spec: LimiterSpec) => (now: number) => Count> = {
  fixed: fixedWindow,
  sliding: slidingLog,
  bucket: tokenBucket
}

function fixedWindow({ limit, windowMs }: LimiterSpec): (now: number) => Count {
  let start = Number.NEGATIVE_INFINITY
  let used = 0
  return (now) => {
    if (now >= start + windowMs) [start, used] = [now, 0]
    used += 1
    return { isTaken: used <= limit, remaining: Math.max(0, limit - used), restMs: start + windowMs - now }
  }
}

function slidingLog({ limit, windowMs }: LimiterSpec): (now: number) => Count {
  let log: number[] = []
  return (now) => {
    log = log.filter((at) => at > now - windowMs)
    const isTaken = log.length < limit
    if (isTaken) log.push(now)
    return { isTaken, remaining: limit - log.length, restMs: (log[0] ?? now) + windowMs - now }
  }
}

function tokenBucket({ limit, windowMs }: LimiterSpec): (now: number) => Count {
  let tokens = limit
  let at = 0
  return (now) => {
    tokens = Math.min(limit, tokens + ((now - at) / windowMs) * limit)
    at = now
    const isTaken = tokens >= 1
    if (isTaken) tokens -= 1
    return { isTaken, remaining: Math.floor(tokens), restMs: ((1 - tokens) * windowMs) / limit }
  }
}

function verdictOf({ limit, reports }: LimiterSpec, { isTaken, remaining, restMs }: Count): Verdict {
  const rate =
    reports === 'headers' || reports === 'reset'
      ? { limit, remaining, resetMs: reports === 'reset' ? Math.ceil(restMs / 1_000) * 1_000 : null }
      : UNREPORTED
  const retryAfterMs = isTaken || reports === 'nothing' ? null : Math.max(1_000, Math.ceil(restMs / 1_000) * 1_000)
  return { isTaken, rate, retryAfterMs }
}
