/**
 * When the next request to a host may leave. Assumes windows of 60 s and spends what the service told evenly, so that
 * a limiter of any kind (fixed window, sliding log, token bucket) sees at most its limit. Deterministic: times are
 * handed in, monotonic ms.
 */
import { type LearnedRate, growRate, lowerRate } from './learned-rate.ts'
import { createRateMeter } from './rate-meter.ts'
import type { RateFacts } from './turn-report.ts'

export const WINDOW_MS = 60_000
/** Share of the told limit that is spent; the rest is the person's hand. */
export const SPEND = 0.98
/** A late timer may be made up for by this much, so that 10 ms gaps are not stretched by 1 ms each. */
const CREDIT_MS = 25
/** R rises by more than this share of L: the window was renewed, rather than one old request fell out of it. */
const RENEWAL = 0.2

export class Pacer {
  readonly #sent = createRateMeter()
  readonly #taken = createRateMeter()
  #limit: number | null = null
  /** Remaining as last told, less what was sent since; null = unknown in this window. */
  #remaining: number | null = null
  /** Start of the service's window as far as seen; null until it was seen to be renewed. */
  #windowStart: number | null = null
  #windowEnd = 0
  /** Requests that somebody else spent in this window: the service's count less ours. */
  #foreign = 0
  #nextAt = Number.NEGATIVE_INFINITY
  #learned: LearnedRate | null = null
  #takenAt = 0
  #firstAt: number | null = null
  #refusedAt: number | null = null
  #restUntil = Number.NEGATIVE_INFINITY

  /** Earliest time for a turn; the hand may borrow turns ahead of the others. */
  nextAt(elapsed: number, who: 'hand' | 'others'): number {
    return who === 'hand' && this.#mayBorrow(elapsed) ? elapsed : this.#nextAt
  }

  spend(elapsed: number): void {
    const gap = this.#gapMs(elapsed)
    this.#nextAt = Math.max(this.#nextAt, elapsed - Math.min(gap, CREDIT_MS)) + gap
    if (this.#remaining !== null) this.#remaining = Math.max(0, this.#remaining - 1)
    this.#sent.add(elapsed)
    this.#firstAt ??= elapsed
  }

  /** The answer was not a refusal. */
  answered(elapsed: number, rate: RateFacts): void {
    this.#taken.add(elapsed)
    if (this.#learned !== null) this.#learned = growRate(this.#learned, elapsed - this.#takenAt)
    this.#takenAt = elapsed
    this.#read(elapsed, rate)
  }

  /** A 429. `restMs` is how long the host rests now; further refusals within it are the same one. */
  refused(elapsed: number, rate: RateFacts, restMs: number): void {
    if (rate.limit !== null && rate.limit > 0) this.#limit = rate.limit
    if (elapsed >= this.#restUntil) this.#lower(elapsed, rate, restMs)
    this.#restUntil = Math.max(this.#restUntil, elapsed + restMs)
    this.#startWindow(this.#restUntil)
    this.#remaining = null
    this.#nextAt = Math.max(this.#nextAt, this.#restUntil)
  }

  /** Requests a minute that the service told. */
  limitPerMinute(): number | null {
    return this.#limit
  }

  /** Requests a minute that this pacer allows; null = as fast as answers come. */
  allowedPerMinute(): number | null {
    const told = this.#limit === null ? null : this.#limit * SPEND
    if (this.#learned === null) return told
    return told === null ? this.#learned.rate : Math.min(told, this.#learned.rate)
  }

  /** A refusal that the headers explain is the end of a window; any other, or a second one, shows a lower limit. */
  #lower(elapsed: number, rate: RateFacts, restMs: number): void {
    const isExplained = rate.limit !== null && (rate.remaining ?? 0) <= 0
    const isRepeated = this.#refusedAt !== null && elapsed - this.#refusedAt < 2 * WINDOW_MS
    if (!isExplained || isRepeated) this.#learned = lowerRate(this.#takenPerMinute(elapsed, restMs), this.#learned)
    this.#refusedAt = elapsed
  }

  /** What was taken since the last rest, together with the rest to come, is one window of the service. */
  #takenPerMinute(elapsed: number, restMs: number): number {
    const begun = Math.max(this.#restUntil, this.#firstAt ?? elapsed)
    const spanMs = Math.min(WINDOW_MS, Math.max(1_000, elapsed - begun + restMs))
    const countedMs = Math.min(WINDOW_MS, Math.max(1_000, elapsed - begun))
    return (Math.max(1, this.#taken.countSince(elapsed, countedMs)) / spanMs) * WINDOW_MS
  }

  #read(elapsed: number, rate: RateFacts): void {
    const { limit, remaining } = rate
    if (limit === null || limit <= 0) return
    const isFirst = this.#limit === null
    this.#limit = limit
    // Until now nothing was known and nothing waited: the pace begins behind the request just answered.
    if (isFirst) this.#nextAt = Math.max(this.#nextAt, elapsed + this.#gapMs(elapsed))
    if (remaining === null) return
    const isRenewed = remaining > (this.#remaining ?? remaining) + Math.max(2, limit * RENEWAL)
    if (isRenewed) this.#startWindow(elapsed)
    else if (this.#windowEnd === 0) this.#windowEnd = elapsed + WINDOW_MS
    const own = this.#sent.countSince(elapsed, this.#windowStart === null ? WINDOW_MS : elapsed - this.#windowStart)
    this.#foreign = Math.max(0, limit - remaining - own)
    this.#remaining = remaining
  }

  #startWindow(at: number): void {
    this.#windowStart = at
    this.#windowEnd = at + WINDOW_MS
    this.#foreign = 0
  }

  /** Pause behind one request. 0 = none. */
  #gapMs(elapsed: number): number {
    const rate = this.allowedPerMinute()
    return rate === null ? 0 : Math.max(WINDOW_MS / rate, this.#sharedGapMs(elapsed))
  }

  /** With somebody else on the same limit, what remains is spread over the rest of the window. */
  #sharedGapMs(elapsed: number): number {
    if (this.#limit === null || this.#remaining === null || this.#foreign <= reserve(this.#limit)) return 0
    const restMs = this.#windowEnd - elapsed
    return restMs <= 0 ? 0 : restMs / Math.max(1, this.#remaining - reserve(this.#limit))
  }

  /** The hand goes ahead of the even pace while its reserve lasts; each turn pushes the others back by one gap. */
  #mayBorrow(elapsed: number): boolean {
    if (this.#limit === null || elapsed < this.#restUntil) return false
    if (this.#remaining !== null && this.#remaining < 1) return false
    return this.#nextAt - elapsed <= this.#gapMs(elapsed) * reserve(this.#limit)
  }
}

/** Turns kept for the hand: what even spending at `SPEND` leaves of the limit. */
function reserve(limit: number): number {
  return Math.max(1, Math.floor(limit * (1 - SPEND)) - 1)
}
