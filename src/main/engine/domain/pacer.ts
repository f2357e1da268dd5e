/**
 * When the next request to a host may leave. Spends what the service told evenly over its window, so that a limiter of
 * any kind (fixed window, sliding log, token bucket) sees at most its limit; a limit that is not told is found by its
 * refusals. Deterministic: times are handed in, monotonic ms.
 */
import { type LearnedRate, growRate, isBelowCeiling, isProven, lowerRate } from './learned-rate.ts'
import { MINUTE_MS, ToldWindow } from './pacer-window.ts'
import { RateMeter } from './rate-meter.ts'
import { StrayRefusals } from './stray-refusals.ts'
import type { RequestTimes, RateFacts } from './turn-report.ts'

/** Share of the told limit that is spent; the rest is the person's hand. */
export const SPEND = 0.98
/** A late timer may be made up for by this much, so that 10 ms gaps are not stretched by 1 ms each. */
const CREDIT_MS = 25
/** A second refusal within this is not the end of a window, whatever its headers say. */
const REPEATED_MS = 2 * MINUTE_MS
/** Requests in a measure: below `FEW` it tells nothing, from `MANY` on a rate is known to a few per cent. */
const FEW = 10
const MANY = 60
/** Below this a first refusal leaves open how long the service's window is. */
const SHORT_MS = 10_000

interface Lowering {
  readonly before: LearnedRate | null
  /** Requests a minute that the service was thought to allow; null = nothing was known. */
  readonly believed: number | null
  readonly spanMs: number
  /** At least one request in the reported time is possible. */
  readonly floor: number
  readonly isRepeated: boolean
}

export class Pacer {
  readonly #told = new ToldWindow()
  readonly #taken = new RateMeter()
  #nextAt = Number.NEGATIVE_INFINITY
  /** Of what the service allows, so much is used. */
  #share = 1
  #learned: LearnedRate | null = null
  #takenAt = 0
  #firstAt: number | null = null
  #refusedAt: number | null = null
  readonly #strays = new StrayRefusals()
  /** The last refusal said nothing of the pace. */
  #isStray = false
  #restMs = 0
  #restUntil = Number.NEGATIVE_INFINITY
  /** What the last refusal was measured by, while answers to requests that were on their way still come in. */
  #lowering: Lowering | null = null

  /** Earliest time for a turn; the hand may borrow turns ahead of the others. */
  nextAt(elapsed: number, who: 'hand' | 'others'): number {
    return who === 'hand' && this.#mayBorrow(elapsed) ? elapsed : this.#nextAt
  }

  /** From the next request on; 1 = everything. */
  setShare(share: number): void {
    this.#share = share
    this.#told.setShare(share)
  }

  spend(elapsed: number): void {
    const gap = this.#gapMs(elapsed)
    this.#nextAt = Math.max(this.#nextAt, elapsed - Math.min(gap, CREDIT_MS)) + gap
    this.#told.spend(elapsed)
    this.#firstAt ??= elapsed
  }

  /** The answer was not a refusal. */
  answered({ elapsed, sentAt }: RequestTimes, rate: RateFacts): void {
    this.#taken.add(elapsed)
    this.#learned = this.#strays.answered(elapsed, this.#learned)
    if (elapsed < this.#restUntil) this.#servedAtRest({ elapsed, sentAt })
    else if (this.#learned !== null && this.#mayGrow(this.#learned))
      this.#learned = growRate(this.#learned, elapsed - this.#takenAt, this.#restMs)
    this.#takenAt = elapsed
    const wasUntold = this.#told.limit === null
    this.#told.read(elapsed, sentAt, rate)
    // Until now nothing was known and nothing waited: the pace begins behind the request just answered.
    const isTold = this.#told.limit !== null
    if (wasUntold && isTold) this.#nextAt = Math.max(this.#nextAt, elapsed + this.#evenGapMs())
  }

  /**
   * A 429. `restMs` is how long the host rests now; further refusals within it are the same one. Answers whether it says
   * anything of the pace.
   */
  refused(times: RequestTimes, rate: RateFacts, restMs: number): boolean {
    const { elapsed } = times
    if (elapsed >= this.#restUntil) this.#isStray = !this.#lower(times, rate, restMs)
    else this.#refusedAtRest(times)
    this.#restMs = restMs
    this.#restUntil = Math.max(this.#restUntil, elapsed + restMs)
    this.#told.rest(this.#restUntil, rate.limit)
    this.#nextAt = Math.max(this.#nextAt, this.#restUntil)
    return !this.#isStray
  }

  /** The rest is over before its time. */
  resume(elapsed: number): void {
    this.#restUntil = elapsed
    this.#told.rest(elapsed, null)
    this.#nextAt = elapsed + this.#evenGapMs()
  }

  /** Requests a minute that the service told. */
  limitPerMinute(): number | null {
    const { limit, lengthMs } = this.#told
    return limit === null ? null : Math.round((limit * MINUTE_MS) / lengthMs)
  }

  /** Requests a minute that this pacer allows, its share taken; null = as fast as answers come. */
  allowedPerMinute(): number | null {
    const whole = this.#wholePerMinute()
    return whole === null ? null : whole * this.#share
  }

  /** With a share only what is proven is grown back to: what is not used up cannot be tried. */
  #mayGrow(learned: LearnedRate): boolean {
    return this.#share === 1 || isProven(learned)
  }

  #wholePerMinute(): number | null {
    const { limit, lengthMs } = this.#told
    const told = limit === null ? null : (limit * SPEND * MINUTE_MS) / lengthMs
    if (this.#learned === null) return told
    return told === null ? this.#learned.rate : Math.min(told, this.#learned.rate)
  }

  /**
   * A refusal that the headers explain is the end of a window; any other, or a second one that nobody else can have
   * brought about, shows a lower limit. One after few requests of ours was somebody else's doing, or a whim: it teaches nothing unless it comes again.
   */
  #lower(times: RequestTimes, rate: RateFacts, restMs: number): boolean {
    const { elapsed } = times
    const isExplained = rate.limit !== null && (rate.remaining ?? 0) <= 0
    const isRepeated = this.#refusedAt !== null && elapsed - this.#refusedAt < REPEATED_MS
    this.#refusedAt = elapsed
    this.#lowering = null
    if (isExplained && (!isRepeated || this.#told.foreign > 0)) return true
    if (isRepeated) this.#told.lengthen(elapsed)
    const verdict = this.#strays.refused(times, this.#learned)
    if (verdict === 'restore') this.#learned = null
    if (verdict !== 'measure') return false
    const before = this.#learned
    const believed = this.#wholePerMinute()
    this.#lowering = {
      before,
      believed,
      spanMs: this.#measuredSpanMs(elapsed, restMs),
      floor: MINUTE_MS / restMs,
      isRepeated
    }
    this.#judgeLowering(elapsed)
    return true
  }

  /** It had been on its way. Where most of those are served, the refused one was not about pace, unless that is known. */
  #servedAtRest({ elapsed, sentAt }: RequestTimes): void {
    this.#strays.beside(true, sentAt)
    this.#judgeLowering(elapsed)
  }

  #refusedAtRest({ elapsed, sentAt }: RequestTimes): void {
    this.#strays.beside(false, sentAt)
    const wasAlone = this.#lowering !== null && this.#learned === this.#lowering.before
    if (wasAlone) this.#judgeLowering(elapsed)
  }

  #judgeLowering(elapsed: number): void {
    const lowering = this.#lowering
    if (lowering === null) return
    const { before } = lowering
    const isAlone = this.#strays.isAlone ?? (before === null && this.#strays.areKnown(elapsed))
    if (isAlone && (before === null || before.met === null)) this.#learned = before
    else this.#learnFrom(lowering, elapsed)
  }

  #learnFrom(lowering: Lowering, elapsed: number): void {
    const { before, spanMs, floor, isRepeated } = lowering
    const { count, perMinute } = this.#taken.over(elapsed, spanMs)
    if (count < FEW && !isRepeated) return
    const isShort = (before === null || isBelowCeiling(before)) && spanMs < SHORT_MS
    const isGuess = count < FEW || isShort
    this.#learned = lowerRate({ perMinute: Math.max(floor, this.#wholeOf(perMinute, lowering)), isGuess }, before)
  }

  /**
   * What was taken was a share of what is allowed, and refused for a reason that is not ours: once. Refused again, it
   * is all there is.
   */
  #wholeOf(perMinute: number, { believed, isRepeated }: Lowering): number {
    if (isRepeated) return perMinute
    return Math.max(perMinute, Math.min(perMinute / this.#share, believed ?? 0))
  }

  /**
   * How far back to count. What went out since the last rest, together with the rest to come, is one window, unless
   * that is so short that the window may be shorter still; then the rest to come is all that is known of it.
   */
  #measuredSpanMs(elapsed: number, restMs: number): number {
    const servedMs = elapsed - Math.max(this.#restUntil, this.#firstAt ?? elapsed)
    return Math.min(MINUTE_MS, Math.max(1_000, this.#spanMs(servedMs, restMs)))
  }

  #spanMs(servedMs: number, restMs: number): number {
    const wholeMs = servedMs + restMs
    const learned = this.#learned
    if (learned === null) return wholeMs >= SHORT_MS ? wholeMs : restMs
    // Slower than it should have been refused: what was taken before the last rest is what proved wrong.
    if (isBelowCeiling(learned)) return wholeMs
    return Math.min(servedMs, Math.max(restMs, (MANY / learned.rate) * MINUTE_MS))
  }

  /** Pause behind one request: never negative. 0 = none. */
  #gapMs(elapsed: number): number {
    return Math.max(this.#evenGapMs(), this.#sharedGapMs(elapsed))
  }

  #evenGapMs(): number {
    const rate = this.allowedPerMinute()
    return rate === null ? 0 : MINUTE_MS / rate
  }

  /**
   * With somebody else on the same limit, what remains is spread over the rest of the window. Others are known by a
   * count alone, which tells of what remains and when it ends.
   */
  #sharedGapMs(elapsed: number): number {
    const { limit, remaining, foreign, endsAt } = this.#told
    const kept = reserve(limit ?? 0)
    if (foreign <= kept) return 0
    return ((endsAt ?? elapsed) - elapsed) / Math.max(1, (remaining ?? 0) - kept)
  }

  /** The hand goes ahead of the even pace while its reserve lasts; each turn pushes the others back by one gap. */
  #mayBorrow(elapsed: number): boolean {
    const { limit, remaining } = this.#told
    if (limit === null || elapsed < this.#restUntil) return false
    if (remaining !== null && remaining < 1) return false
    return this.#nextAt - elapsed <= this.#gapMs(elapsed) * reserve(limit)
  }
}

/** Turns kept for the hand: what even spending at `SPEND` leaves of the limit. */
function reserve(limit: number): number {
  return Math.max(1, Math.floor(limit * (1 - SPEND)) - 1)
}
