/**
 * What a service tells of its limit, and how long the window is that it counts in. No common header says the length:
 * a minute is assumed, and corrected by when the count is seen to begin anew. Wrong is safe: too long is only slow,
 * and too short shows before the count runs out. Deterministic; times are monotonic ms.
 */
import type { RateFacts } from './turn-report.ts'

export const MINUTE_MS = 60_000
const SHORTEST_MS = 1_000
/** A quota of a day is not spread over the day: a person who wants five thousand stars wants them now. */
const LONGEST_MS = 60 * MINUTE_MS
/** Remaining rises by more than this share of the limit: begun anew, rather than one old request fell out. */
const RENEWAL = 0.2
/** Earlier beginnings that are kept: enough to tell a second from 1.02 s through latencies of 300 ms. */
const KEPT_RENEWALS = 23
const KEPT_SENDS = 64
/** So late, in lengths of the window, a renewal is not late but was never to come. */
const OVERDUE = 1.25
const OVERDUE_MS = 500
/** A length that proved too short is tried again after this long: services change. */
const FLOOR_KEPT_MS = 10 * MINUTE_MS

/** The count began anew after the one and before the other. */
interface Renewal {
  readonly after: number
  readonly by: number
}

export class ToldWindow {
  #limit: number | null = null
  /** As last told, less what was sent since; null = unknown in this window. */
  #remaining: number | null = null
  #lengthMs = MINUTE_MS
  /** What beginnings have shown: the window is not longer, whatever end is told. */
  #atMostMs = Number.POSITIVE_INFINITY
  #floorMs = SHORTEST_MS
  #floorAt = 0
  #endsAt: number | null = null
  /** Sent in this window, as far as seen. */
  #own = 0
  #foreign = 0
  #sends: number[] = []
  /** When the request left whose answer was read last: one that left before it tells an older count. */
  #readSentAt = Number.NEGATIVE_INFINITY
  #renewals: Renewal[] = []
  #share = 1

  get limit(): number | null {
    return this.#limit
  }

  get remaining(): number | null {
    return this.#remaining
  }

  /** Requests that somebody else spent in this window: the service's count less ours. */
  get foreign(): number {
    return this.#foreign
  }

  get lengthMs(): number {
    return this.#lengthMs
  }

  /** null = not known. May have passed: then nothing was heard since. */
  get endsAt(): number | null {
    return this.#endsAt
  }

  /** Of the limit, so much is spent; 1 = everything. */
  setShare(share: number): void {
    this.#share = share
  }

  spend(elapsed: number): void {
    if (this.#remaining !== null) this.#remaining = Math.max(0, this.#remaining - 1)
    this.#own += 1
    this.#sends.push(elapsed)
    if (this.#sends.length > KEPT_SENDS) this.#sends.shift()
  }

  /** Takes in what an answer told; `sentAt` is when its request left. */
  read(elapsed: number, sentAt: number, rate: RateFacts): void {
    const { limit, remaining } = rate
    if (limit === null || limit <= 0) return
    if (limit !== this.#limit) this.#forget()
    this.#limit = limit
    if (remaining === null || sentAt < this.#readSentAt) return
    this.#readSentAt = sentAt
    if (this.#isRenewed(limit, remaining, sentAt)) this.#renew(elapsed, sentAt)
    else this.#disprove(elapsed, limit)
    this.#readReset(elapsed, rate.resetMs ?? 0)
    this.#endsAt ??= elapsed + this.#lengthMs
    this.#foreign = Math.max(0, limit - remaining - this.#own)
    this.#remaining = remaining
  }

  /** The service refuses until then. A window that was thought to be shorter than a minute may be longer. */
  rest(until: number, limit: number | null): void {
    if (limit !== null && limit > 0) this.#limit = limit
    this.#begin(until, 0)
    this.#forget()
    this.#remaining = null
  }

  /** The length learned is too short: the service refused though it was kept. `least`: what it is at least, ms. */
  lengthen(elapsed: number, least = 0): void {
    if (this.#lengthMs >= MINUTE_MS) return
    this.#lengthMs = Math.min(MINUTE_MS, Math.max(this.#lengthMs * 2, least))
    this.#floorMs = this.#lengthMs
    this.#floorAt = elapsed
    this.#forget()
  }

  #forget(): void {
    this.#renewals = []
    this.#atMostMs = Number.POSITIVE_INFINITY
  }

  #isRenewed(limit: number, remaining: number, sentAt: number): boolean {
    const later = this.#sends.filter((at) => at > sentAt).length
    const rise = remaining - (this.#remaining ?? remaining) - later
    return rise > Math.max(2, limit * RENEWAL) || (rise > 0 && remaining >= limit - 1)
  }

  #renew(elapsed: number, sentAt: number): void {
    const after = this.#sends.findLast((at) => at < sentAt)
    this.#begin(elapsed, this.#sends.filter((at) => at >= sentAt).length)
    if (after === undefined) return
    this.#shorten(elapsed)
    this.#renewals.push({ after, by: elapsed })
    if (this.#renewals.length > KEPT_RENEWALS) this.#renewals.shift()
  }

  /** Between two beginnings lies at least one whole window. Halved at most, so that an error shows in time. */
  #shorten(elapsed: number): void {
    const count = this.#renewals.length
    const longest = this.#renewals.reduce(
      (least, { after }, index) => Math.min(least, (elapsed - after) / (count - index)),
      Number.POSITIVE_INFINITY
    )
    this.#atMostMs = Math.min(this.#atMostMs, longest)
    const floor = elapsed - this.#floorAt > FLOOR_KEPT_MS ? SHORTEST_MS : this.#floorMs
    this.#lengthMs = Math.min(this.#lengthMs, Math.max(longest, this.#lengthMs / 2, floor))
    this.#endsAt = elapsed + this.#lengthMs
  }

  /** A count that falls on where it should have begun anew: not a window of that length (a bucket that fills up). */
  #disprove(elapsed: number, limit: number): void {
    const last = this.#renewals.at(-1)
    if (last === undefined || this.#own < limit / 2) return
    if (elapsed - last.by > this.#lengthMs + Math.max(OVERDUE_MS, this.#lengthMs * (OVERDUE - 1)))
      this.lengthen(elapsed, this.#share === 1 ? 0 : this.#filledInMs(elapsed - last.by, limit))
  }

  /**
   * How long a bucket takes to fill up, by what came back while it was drawn from. Needed where only a share is spent:
   * twice too short, no count falls any more.
   */
  #filledInMs(spanMs: number, limit: number): number {
    const back = this.#own - (limit - (this.#remaining ?? limit))
    return back <= 0 ? 0 : (limit * spanMs) / back
  }

  #readReset(elapsed: number, resetMs: number): void {
    if (resetMs <= 0) return
    const told = Math.min(LONGEST_MS, resetMs, this.#atMostMs)
    // Whole seconds are told, rounded up.
    if (told > this.#lengthMs + 1_000) this.#lengthMs = told
    this.#endsAt = elapsed + Math.min(resetMs, this.#lengthMs)
  }

  #begin(at: number, own: number): void {
    this.#endsAt = at + this.#lengthMs
    this.#own = own
    this.#foreign = 0
  }
}
