/**
 * Whether refusals are about pace at all. A limit that refuses one request refuses those beside it, and stops refusing
 * below itself; a server that is short of memory, or one bad one among many, does neither. Deterministic; monotonic ms.
 */
import type { LearnedRate } from './learned-rate.ts'
import type { RequestTimes } from './turn-report.ts'

/** The first refusals below a well-known limit may be chance, so this many change nothing. */
const SPARED = 3
/** A pace below this share of the fastest one that was served counts as slower. */
const SLOWER = 0.93
/** Refusals at a slower pace before they count as strays, because one slowdown may have been too small. */
const TRIES = 3
/** Refusals less than this many requests apart, on average, are too frequent to be chance. */
const LEAST_GAP = 10
/** Pace mattered if going slower made refusals this many times rarer, or giving that up made them this much sooner. */
const RARER = 4
const SOONER = 4
/** A limit refuses neighbouring requests too, so this many lone refusals in a row are no limit. */
const ALONE = 3
/** Services change, so what was found out is forgotten after this time. */
const KEPT_MS = 10 * 60_000
/** After this long without a refusal, this share of the pace that worked before is tried again. */
const RETURN_MS = 12_000
const RETURN_TO = 0.92

/** `measure`: it may be the limit. `ignore`: it teaches nothing. `restore`: nor did those before it; nothing is learned. */
export type RefusalVerdict = 'measure' | 'ignore' | 'restore'

export class StrayRefusals {
  #answeredSince = 0
  #refusedAt = Number.NEGATIVE_INFINITY
  #sentAt = Number.NEGATIVE_INFINITY
  /** Of the requests that were on their way when one was refused. */
  #served = 0
  #refusedBeside = 0
  /** Requests before each refusal, since going slower was last seen to help. */
  #gaps: number[] = []
  /** Requests a minute that were taken, at the highest, in that time. */
  #top = 0
  /** The same, where it is no guess. */
  #worked = 0
  /** How many of the refusals came below that. */
  #slow = 0
  #hasReturned = false
  #pauseMs = RETURN_MS
  /** Requests that were answered at a slower pace until it was given up again; null = it was not. */
  #returnedAfter: number | null = null
  #aloneInRow = 0
  #restoredAt = Number.NEGATIVE_INFINITY

  /** A request was served at that pace; answers the pace from now on. */
  answered(elapsed: number, learned: LearnedRate | null): LearnedRate | null {
    this.#answeredSince += 1
    const isPause = elapsed - this.#refusedAt >= this.#pauseMs
    if (learned === null || !isPause || this.#hasReturned || learned.rate >= this.#worked * RETURN_TO) return learned
    this.#returnedAfter = this.#answeredSince
    this.#hasReturned = true
    return { ...learned, rate: this.#worked * RETURN_TO }
  }

  /** While the host rests, a request that had been on its way was served, or refused as well. */
  beside(isServed: boolean, sentAt: number): void {
    // What left before it was counted before it.
    if (sentAt < this.#sentAt) return
    if (isServed) this.#served += 1
    else this.#refusedBeside += 1
  }

  /** Whether most requests that left right behind the refused one were served; null = too few to tell. */
  get isAlone(): boolean | null {
    if (this.#served > 0 && this.#served >= this.#refusedBeside) return true
    return this.#refusedBeside > 1 ? false : null
  }

  /** Refusals were found not to be about pace, not long ago. */
  areKnown(elapsed: number): boolean {
    return this.#aloneInRow >= ALONE || elapsed - this.#restoredAt < KEPT_MS
  }

  refused({ elapsed, sentAt }: RequestTimes, learned: LearnedRate | null): RefusalVerdict {
    if (this.isAlone !== null) this.#aloneInRow = this.isAlone ? this.#aloneInRow + 1 : 0
    const gap = this.#answeredSince + 1
    const slower = this.#returnedAfter
    // Refused soon after going faster again: the slower pace is kept longer, so that fewer requests are refused.
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
    // Given up again, the slower pace is what the service allows.
    const isLimit = learned === null || (hasHelped && slower !== null)
    this.#top = Math.max(this.#top, isLimit ? 0 : learned.ceiling)
    if (!isLimit && learned.met !== null) this.#worked = Math.max(this.#worked, learned.ceiling)
    this.#gaps.push(gap)
    if (isLimit || learned.rate >= this.#top * SLOWER) return 'measure'
    this.#slow += 1
    return this.#judge(elapsed, learned)
  }

  #judge(elapsed: number, { met }: LearnedRate): RefusalVerdict {
    const tried = this.#slow - (met === null ? 0 : SPARED)
    if (tried <= 0) return 'ignore'
    if (tried < TRIES || mean(this.#gaps.slice(-this.#slow)) < LEAST_GAP) return 'measure'
    this.#restoredAt = elapsed
    return 'restore'
  }

  /** Refused far more rarely at the slower pace, or far sooner when it was given up. */
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
