/**
 * Decides whether refusals are about the rate. A limit that refuses one request refuses its neighbors too, and stops
 * refusing below itself; a service that is short of memory, or one bad instance among many, does neither.
 * Deterministic; monotonic ms.
 */
import type { LearnedRate } from './learned-rate.ts'
import type { RequestTimes } from './request-report.ts'

/** The first refusals below a well-known limit may be chance, so this many change nothing. */
const SPARED = 3
/** A rate below this share of the fastest one that was served counts as slower. */
const SLOWER = 0.93
/** Refusals at a slower rate before they count as strays, because one slowdown may have been too small. */
const TRIES = 3
/** Refusals less than this many requests apart, on average, are too frequent to be chance. */
const LEAST_GAP = 10
/** The rate mattered if slowing down made refusals this many times rarer, or returning made them this much sooner. */
const RARER = 4
const SOONER = 4
/** A limit refuses neighboring requests too, so this many lone refusals in a row are not a limit. */
const ALONE = 3
/** Services change, so the findings expire after this time. */
const KEPT_MS = 10 * 60_000
/** After this long without a refusal, this share of the previous rate is used again. */
const RETURN_MS = 12_000
const RETURN_TO = 0.92

/**
 * `measure`: it may be the limit. `ignore`: it says nothing about the rate. `restore`: earlier ones said nothing either,
 * so the learned rate is discarded.
 */
export type RefusalVerdict = 'measure' | 'ignore' | 'restore'

export class StrayRefusals {
  #answeredSince = 0
  #refusedAt = Number.NEGATIVE_INFINITY
  #sentAt = Number.NEGATIVE_INFINITY
  /** Of the requests in flight when one was refused. */
  #served = 0
  #refusedBeside = 0
  /** Requests before each refusal, since slowing down last proved useful. */
  #gaps: number[] = []
  /** Highest rate in requests a minute that was accepted in that time. */
  #top = 0
  /** The same, excluding estimates. */
  #worked = 0
  /** Number of refusals below that rate. */
  #slow = 0
  // Stryker disable next-line BooleanLiteral: before the first refusal nothing has worked that could be returned to, and that refusal sets it to false
  #hasReturned = false
  #pauseMs = RETURN_MS
  /** Requests served at a slower rate until it was abandoned; `null` if it was not. */
  #returnedAfter: number | null = null
  #aloneInRow = 0
  #restoredAt = Number.NEGATIVE_INFINITY

  /** Records a request served at that rate, and returns the new rate. */
  answered(elapsed: number, learned: LearnedRate | null): LearnedRate | null {
    this.#answeredSince += 1
    const isPause = elapsed - this.#refusedAt >= this.#pauseMs
    if (learned === null || !isPause || this.#hasReturned || learned.rate >= this.#worked * RETURN_TO) return learned
    this.#returnedAfter = this.#answeredSince
    this.#hasReturned = true
    return { ...learned, rate: this.#worked * RETURN_TO }
  }

  /** Records that a request in flight was served or refused as well, during the cooldown. */
  beside(isServed: boolean, sentAt: number): void {
    // Requests sent before the refused one were counted before it.
    if (sentAt < this.#sentAt) return
    if (isServed) this.#served += 1
    else this.#refusedBeside += 1
  }

  /** Whether most requests sent just after the refused one were served; `null` if too few are known. */
  get isAlone(): boolean | null {
    if (this.#served > 0 && this.#served >= this.#refusedBeside) return true
    return this.#refusedBeside > 1 ? false : null
  }

  /** Returns whether refusals were recently found not to be about the rate. */
  areKnown(elapsed: number): boolean {
    return this.#aloneInRow >= ALONE || elapsed - this.#restoredAt < KEPT_MS
  }

  refused({ elapsed, sentAt }: RequestTimes, learned: LearnedRate | null): RefusalVerdict {
    if (this.isAlone !== null) this.#aloneInRow = this.isAlone ? this.#aloneInRow + 1 : 0
    const gap = this.#answeredSince + 1
    const slower = this.#returnedAfter
    // Refused soon after returning to a faster rate: the slower one is kept longer, so that fewer requests are refused.
    if (elapsed - this.#refusedAt >= KEPT_MS) this.#pauseMs = RETURN_MS
    else if (slower !== null) this.#pauseMs *= 2
    this.#answeredSince = 0
    this.#sentAt = sentAt
    this.#served = 0
    this.#refusedBeside = 0
    this.#returnedAfter = null
    this.#refusedAt = elapsed
    const hasHelped = learned === null || this.#hasHelped(gap, slower)
    if (hasHelped) this.#begin()
    // If abandoning the slower rate brought refusals sooner, that rate is what the service allows.
    const isLimit = learned === null || (hasHelped && slower !== null)
    this.#top = Math.max(this.#top, isLimit ? 0 : learned.ceiling)
    if (!isLimit && learned.met !== null) this.#worked = Math.max(this.#worked, learned.ceiling)
    this.#gaps.push(gap)
    if (isLimit || learned.rate >= this.#top * SLOWER) return 'measure'
    this.#slow += 1
    return this.#judge(elapsed, learned)
  }

  #judge(elapsed: number, { met }: LearnedRate): RefusalVerdict {
    const slowdowns = this.#slow - (met === null ? 0 : SPARED)
    if (slowdowns <= 0) return 'ignore'
    if (slowdowns < TRIES || mean(this.#gaps.slice(-this.#slow)) < LEAST_GAP) return 'measure'
    this.#restoredAt = elapsed
    return 'restore'
  }

  /** Returns whether refusals became far rarer at the slower rate, or came far sooner after it was abandoned. */
  #hasHelped(gap: number, slower: number | null): boolean {
    if (slower !== null) return (gap - slower) * SOONER < slower
    return gap > median(this.#gaps.slice(-3)) * RARER
  }

  #begin(): void {
    this.#gaps = []
    this.#slow = 0
    this.#hasReturned = false
    this.#top = 0
    this.#worked = 0
  }
}

const mean = (gaps: readonly number[]): number => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
const median = (gaps: readonly number[]): number => gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
