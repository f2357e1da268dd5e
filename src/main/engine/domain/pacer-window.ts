/**
 * Tracks the limit that a service reports and the length of its window. No common header reports the length, so a
 * minute is assumed and corrected by the times at which the count is renewed. Errors are safe: a length that is too
 * long is only slow, and one that is too short shows before the count runs out. Deterministic; times are monotonic ms.
 */
import type { RateFacts } from './request-report.ts'

export const MINUTE_MS = 60_000
const SHORTEST_MS = 1_000
/** A daily quota is not spread over the day, because a user with five thousand changes wants them sent now. */
const LONGEST_MS = 60 * MINUTE_MS
/** A rise of the count by more than this share of the limit is a renewal, not one old request that expired. */
const RENEWAL = 0.2
/** Number of renewals kept: enough to distinguish 1 s from 1.02 s with latencies of 300 ms. */
const KEPT_RENEWALS = 23
const KEPT_SENDS = 64
/** A renewal that has not come after this many window lengths will not come. */
const OVERDUE = 1.25
const OVERDUE_MS = 500
/** A length that proved too short is tested again after this time, because services change. */
const FLOOR_KEPT_MS = 10 * MINUTE_MS

/** The count was renewed between these two times. */
interface Renewal {
  readonly after: number
  readonly by: number
}

export class ReportedWindow {
  #limit: number | null = null
  /** The last reported count, less the requests sent since; `null` if unknown in this window. */
  #remaining: number | null = null
  #lengthMs = MINUTE_MS
  /** Maximum length found by renewals, whatever end is reported. */
  #atMostMs = Number.POSITIVE_INFINITY
  #floorMs = SHORTEST_MS
  #floorAt = 0
  #endsAt: number | null = null
  /** Requests sent in this window, as far as known. */
  #own = 0
  #foreign = 0
  // Stryker disable next-line ArrayDeclaration: a text is neither before nor after any time, and it is the first that is dropped when the list is full
  #sends: number[] = []
  /** When the request was sent whose response was read last; responses to earlier requests have older counts. */
  #readSentAt = Number.NEGATIVE_INFINITY
  // Stryker disable next-line ArrayDeclaration: the first reported limit differs from none, and makes a new list before any is read
  #renewals: Renewal[] = []
  #share = 1

  get limit(): number | null {
    return this.#limit
  }

  get remaining(): number | null {
    return this.#remaining
  }

  /** Requests of other clients in this window: the service's count less those of this client. */
  get foreign(): number {
    return this.#foreign
  }

  get lengthMs(): number {
    return this.#lengthMs
  }

  /** `null` if unknown. May be in the past if no response came since. */
  get endsAt(): number | null {
    return this.#endsAt
  }

  /** Sets the share of the limit that is spent; 1 = all of it. */
  setShare(share: number): void {
    this.#share = share
  }

  spend(elapsed: number): void {
    if (this.#remaining !== null) this.#remaining = Math.max(0, this.#remaining - 1)
    this.#own += 1
    this.#sends.push(elapsed)
    if (this.#sends.length > KEPT_SENDS) this.#sends.shift()
  }

  /** Reads the rate facts of a response; `sentAt` is when its request was sent. */
  read(elapsed: number, sentAt: number, rate: RateFacts): void {
    const { limit, remaining } = rate
    // Stryker disable next-line ConditionalExpression: null <= 0 is true: the second half says the same
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

  /** Records that the service refuses until then. A window assumed to be shorter than a minute may be longer. */
  rest(until: number, limit: number | null): void {
    // Stryker disable next-line ConditionalExpression: null > 0 is false: the second half says the same
    if (limit !== null && limit > 0) this.#limit = limit
    this.#begin(until, 0)
    this.#forget()
    this.#remaining = null
  }

  /** Doubles the length after a refusal although it was respected. `least`: its known minimum, ms. */
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

  /** At least one whole window lies between two renewals. At most halved, so that an error shows in time. */
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

  /** A count that falls past its renewal time means that the window is not of that length (a token bucket). */
  #disprove(elapsed: number, limit: number): void {
    const last = this.#renewals.at(-1)
    if (last === undefined || this.#own < limit / 2) return
    if (elapsed - last.by > this.#lengthMs + Math.max(OVERDUE_MS, this.#lengthMs * (OVERDUE - 1)))
      this.lengthen(elapsed, this.#share === 1 ? 0 : this.#filledInMs(elapsed - last.by, limit))
  }

  /**
   * Returns the time in which a bucket fills, by what was refilled while it was used. Needed with a share below 1: with
   * a length that is too short by half, no count falls any more.
   */
  #filledInMs(spanMs: number, limit: number): number {
    const back = this.#own - (limit - (this.#remaining ?? limit))
    return back <= 0 ? 0 : (limit * spanMs) / back
  }

  #readReset(elapsed: number, resetMs: number): void {
    if (resetMs <= 0) return
    const reportedMs = Math.min(LONGEST_MS, resetMs, this.#atMostMs)
    // The end is reported in whole seconds, rounded up.
    if (reportedMs > this.#lengthMs + 1_000) this.#lengthMs = reportedMs
    this.#endsAt = elapsed + Math.min(resetMs, this.#lengthMs)
  }

  #begin(at: number, own: number): void {
    this.#endsAt = at + this.#lengthMs
    this.#own = own
    this.#foreign = 0
  }
}
