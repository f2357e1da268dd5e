/**
 * Decides when the next request to a host may be sent. Spends the reported limit evenly over its window, so that a
 * limiter of any kind (fixed window, sliding log, token bucket) sees at most its limit; an unreported limit is learned
 * from refusals. Deterministic: times are arguments, in monotonic ms.
 */
import { type LearnedRate, growRate, isBelowCeiling, isProven, lowerRate } from './learned-rate.ts'
import { MINUTE_MS, ReportedWindow } from './pacer-window.ts'
import { RateMeter } from './rate-meter.ts'
import { StrayRefusals } from './stray-refusals.ts'
import type { RequestTimes, RateFacts } from './request-report.ts'

/** Share of the reported limit that is spent; the remainder is reserved for interactive requests. */
export const SPEND = 0.98
/** Maximum compensation for a late timer, so that gaps of 10 ms are not stretched by 1 ms each. */
const CREDIT_MS = 25
/** A second refusal within this time is not the end of a window, whatever its headers say. */
const REPEATED_MS = 2 * MINUTE_MS
/** Requests in a measurement: fewer than `FEW` are inconclusive; from `MANY` on the error is a few per cent. */
const FEW = 10
const MANY = 60
/** Below this time a first refusal does not reveal the length of the service's window. */
const SHORT_MS = 10_000

interface Lowering {
  readonly before: LearnedRate | null
  /** The assumed limit in requests a minute; `null` if nothing was known. */
  readonly believed: number | null
  readonly spanMs: number
  /** At least one request per reported time is possible. */
  readonly floor: number
  readonly isRepeated: boolean
}

export class Pacer {
  readonly #window = new ReportedWindow()
  readonly #meter = new RateMeter()
  #nextAt = Number.NEGATIVE_INFINITY
  /** The share of the service's limit that is used. */
  #share = 1
  #learned: LearnedRate | null = null
  #servedAt = 0
  #firstAt: number | null = null
  #refusedAt: number | null = null
  readonly #strays = new StrayRefusals()
  /** The last refusal was not about the rate. */
  // Stryker disable next-line BooleanLiteral: the first refusal sets it before anything reads it, as no cooldown comes before that one
  #isStray = false
  #cooldownMs = 0
  #cooldownUntil = Number.NEGATIVE_INFINITY
  /** The measurement of the last refusal, while responses to requests in flight still arrive. */
  #lowering: Lowering | null = null

  /** Returns the earliest time for a request; interactive requests may be sent ahead of others. */
  nextAt(elapsed: number, who: 'interactive' | 'others'): number {
    return who === 'interactive' && this.#mayBorrow(elapsed) ? elapsed : this.#nextAt
  }

  /** Sets the share from the next request on; 1 = all of it. */
  setShare(share: number): void {
    this.#share = share
    this.#window.setShare(share)
  }

  spend(elapsed: number): void {
    const gap = this.#gapMs(elapsed)
    this.#nextAt = Math.max(this.#nextAt, elapsed - Math.min(gap, CREDIT_MS)) + gap
    this.#window.spend(elapsed)
    this.#firstAt ??= elapsed
  }

  /** Records a response that was not a refusal. */
  answered({ elapsed, sentAt }: RequestTimes, rate: RateFacts): void {
    this.#meter.add(elapsed)
    this.#learned = this.#strays.answered(elapsed, this.#learned)
    if (elapsed < this.#cooldownUntil) this.#servedDuringCooldown({ elapsed, sentAt })
    else if (this.#learned !== null && this.#mayGrow(this.#learned))
      this.#learned = growRate(this.#learned, elapsed - this.#servedAt, this.#cooldownMs)
    this.#servedAt = elapsed
    const wasUnreported = this.#window.limit === null
    this.#window.read(elapsed, sentAt, rate)
    // Nothing was known and no request waited, so pacing starts after the request just served.
    const isReported = this.#window.limit !== null
    if (wasUnreported && isReported) this.#nextAt = Math.max(this.#nextAt, elapsed + this.#evenGapMs())
  }

  /**
   * Records a 429. `cooldownMs` is the length of the cooldown; further refusals within it belong to the same one.
   * Returns whether the refusal is about the rate.
   */
  refused(times: RequestTimes, rate: RateFacts, cooldownMs: number): boolean {
    const { elapsed } = times
    if (elapsed >= this.#cooldownUntil) this.#isStray = !this.#lower(times, rate, cooldownMs)
    else this.#refusedDuringCooldown(times)
    this.#cooldownMs = cooldownMs
    this.#cooldownUntil = Math.max(this.#cooldownUntil, elapsed + cooldownMs)
    this.#window.rest(this.#cooldownUntil, rate.limit)
    this.#nextAt = Math.max(this.#nextAt, this.#cooldownUntil)
    return !this.#isStray
  }

  /** Ends the cooldown early. */
  resume(elapsed: number): void {
    this.#cooldownUntil = elapsed
    this.#window.rest(elapsed, null)
    this.#nextAt = elapsed + this.#evenGapMs()
  }

  /** Returns the reported limit in requests a minute. */
  limitPerMinute(): number | null {
    const { limit, lengthMs } = this.#window
    return limit === null ? null : Math.round((limit * MINUTE_MS) / lengthMs)
  }

  /** Returns the requests a minute that this pacer allows, share included; `null` = unlimited. */
  allowedPerMinute(): number | null {
    const whole = this.#wholePerMinute()
    return whole === null ? null : whole * this.#share
  }

  /**
   * With a share below 1 the rate only returns to proven ground, because a rate that is not used up cannot be tested.
   */
  #mayGrow(learned: LearnedRate): boolean {
    return this.#share === 1 || isProven(learned)
  }

  #wholePerMinute(): number | null {
    const { limit, lengthMs } = this.#window
    const reported = limit === null ? null : (limit * SPEND * MINUTE_MS) / lengthMs
    if (this.#learned === null) return reported
    return reported === null ? this.#learned.rate : Math.min(reported, this.#learned.rate)
  }

  /**
   * Learns from a refusal. One that the headers explain is the end of a window; any other, or a repeated one that no
   * other client can have caused, shows a lower limit. One after few requests of this client was caused by others or by
   * chance, and teaches nothing unless it is repeated.
   */
  #lower(times: RequestTimes, rate: RateFacts, cooldownMs: number): boolean {
    const { elapsed } = times
    const isExplained = rate.limit !== null && (rate.remaining ?? 0) <= 0
    const isRepeated = this.#refusedAt !== null && elapsed - this.#refusedAt < REPEATED_MS
    this.#refusedAt = elapsed
    this.#lowering = null
    if (isExplained && (!isRepeated || this.#window.foreign > 0)) return true
    if (isRepeated) this.#window.lengthen(elapsed)
    const verdict = this.#strays.refused(times, this.#learned)
    if (verdict === 'restore') this.#learned = null
    if (verdict !== 'measure') return false
    const before = this.#learned
    const believed = this.#wholePerMinute()
    this.#lowering = {
      before,
      believed,
      spanMs: this.#measuredSpanMs(elapsed, cooldownMs),
      floor: MINUTE_MS / cooldownMs,
      isRepeated
    }
    this.#judgeLowering(elapsed)
    return true
  }

  /**
   * The request was in flight. If most of those are served, the refusal was not about the rate, unless the rate is
   * known.
   */
  #servedDuringCooldown({ elapsed, sentAt }: RequestTimes): void {
    this.#strays.beside(true, sentAt)
    this.#judgeLowering(elapsed)
  }

  #refusedDuringCooldown({ elapsed, sentAt }: RequestTimes): void {
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
    const { count, perMinute } = this.#meter.over(elapsed, spanMs)
    if (count < FEW && !isRepeated) return
    const isShort = (before === null || isBelowCeiling(before)) && spanMs < SHORT_MS
    const isEstimate = count < FEW || isShort
    this.#learned = lowerRate({ perMinute: Math.max(floor, this.#wholeOf(perMinute, lowering)), isEstimate }, before)
  }

  /**
   * Returns the estimated limit. The measured rate was a share of it, and the first refusal had another cause; if it is
   * repeated, the measured rate is all there is.
   */
  #wholeOf(perMinute: number, { believed, isRepeated }: Lowering): number {
    if (isRepeated) return perMinute
    return Math.max(perMinute, Math.min(perMinute / this.#share, believed ?? 0))
  }

  /**
   * Returns how far back to count. The requests since the last cooldown, with the next one included, make one window,
   * unless it is so short that the window may be shorter still; then only the next cooldown is known.
   */
  #measuredSpanMs(elapsed: number, cooldownMs: number): number {
    const servedMs = elapsed - Math.max(this.#cooldownUntil, this.#firstAt ?? elapsed)
    return Math.min(MINUTE_MS, Math.max(1_000, this.#spanMs(servedMs, cooldownMs)))
  }

  #spanMs(servedMs: number, cooldownMs: number): number {
    const wholeMs = servedMs + cooldownMs
    const learned = this.#learned
    if (learned === null) return wholeMs >= SHORT_MS ? wholeMs : cooldownMs
    // Refused below its ceiling: the measurement before the last cooldown proved wrong.
    if (isBelowCeiling(learned)) return wholeMs
    return Math.min(servedMs, Math.max(cooldownMs, (MANY / learned.rate) * MINUTE_MS))
  }

  /** Returns the gap after one request, ms: never negative, 0 = none. */
  #gapMs(elapsed: number): number {
    return Math.max(this.#evenGapMs(), this.#sharedGapMs(elapsed))
  }

  #evenGapMs(): number {
    const rate = this.allowedPerMinute()
    return rate === null ? 0 : MINUTE_MS / rate
  }

  /**
   * With other clients on the same limit, spreads the remaining count over the remaining window. Only a count reveals
   * other clients, and it includes what remains and when the window ends.
   */
  #sharedGapMs(elapsed: number): number {
    const { limit, remaining, foreign, endsAt } = this.#window
    const kept = reserve(limit ?? 0)
    if (foreign <= kept) return 0
    return ((endsAt ?? elapsed) - elapsed) / Math.max(1, (remaining ?? 0) - kept)
  }

  /**
   * Returns whether an interactive request may be sent ahead: while the reserve lasts, each one delays others by a gap.
   */
  #mayBorrow(elapsed: number): boolean {
    const { limit, remaining } = this.#window
    if (limit === null || elapsed < this.#cooldownUntil) return false
    if (remaining !== null && remaining < 1) return false
    return this.#nextAt - elapsed <= this.#gapMs(elapsed) * reserve(limit)
  }
}

/** Returns the requests reserved for interactive use: what spending at `SPEND` leaves of the limit. */
function reserve(limit: number): number {
  return Math.max(1, Math.floor(limit * (1 - SPEND)) - 1)
}
