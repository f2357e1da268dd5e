/** Counts events of the last minute in one-second buckets, so that its size does not depend on the rate. */

const BUCKET_MS = 1_000
/** One more than a minute, for the bucket that is only partly inside it. */
const BUCKETS = 61

const MINUTE_MS = 60_000

/** Counts the events of the last minute. Times are monotonic ms and never decrease. */
export class RateMeter {
  // Stryker disable next-line ArrayDeclaration: a slot that was never written is passed over by reduce, as one that counts 0 is
  readonly #counts = new Array<number>(BUCKETS).fill(0)
  // Stryker disable next-line ArrayDeclaration: a stamp is written with its count, and a slot without a count adds 0, whatever its stamp
  readonly #stamps = new Array<number>(BUCKETS).fill(Number.NEGATIVE_INFINITY)

  add(elapsed: number): void {
    const bucket = Math.floor(elapsed / BUCKET_MS)
    // Stryker disable next-line ArithmeticOperator: each second has a slot of its own then, which costs memory and counts the same
    const slot = bucket % BUCKETS
    if (this.#stamps[slot] !== bucket) this.#counts[slot] = 0
    this.#stamps[slot] = bucket
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
  }

  /**
   * Returns the events of about the last `ms` (at most a minute, in whole buckets, so never too few), and their rate.
   */
  over(elapsed: number, ms: number): { readonly count: number; readonly perMinute: number } {
    const oldest = Math.floor((elapsed - ms) / BUCKET_MS)
    // Stryker disable next-line UnaryOperator: every slot has a stamp from the beginning; the other value is there for the compiler
    const count = this.#counts.reduce((sum, one, slot) => ((this.#stamps[slot] ?? -1) >= oldest ? sum + one : sum), 0)
    const spanMs = Math.max(ms, Math.min(elapsed - oldest * BUCKET_MS, elapsed))
    return { count, perMinute: (count / spanMs) * MINUTE_MS }
  }
}

/** A rate of fewer requests, or of less time, is not significant. */
const LEAST_TAKEN = 10
const LEAST_MS = 5_000
/** How long a measured rate is reported after the work ended. */
const KEPT_MS = 10 * 60_000

export class ThroughputMeter {
  readonly #meter = new RateMeter()
  #busySince: number | null = null
  #kept: { readonly perMinute: number; readonly at: number } | null = null

  /** Records a served request. Times are monotonic ms. */
  taken(elapsed: number): void {
    this.#meter.add(elapsed)
  }

  /** Records whether any work is pending or in flight. */
  setBusy(elapsed: number, isBusy: boolean): void {
    if (isBusy === (this.#busySince !== null)) return
    this.#measure(elapsed)
    this.#busySince = isBusy ? elapsed : null
  }

  /** Returns the measured rate; `null` until enough responses came. */
  perMinute(elapsed: number): number | null {
    this.#measure(elapsed)
    return this.#kept !== null && elapsed - this.#kept.at <= KEPT_MS ? this.#kept.perMinute : null
  }

  #measure(elapsed: number): void {
    if (this.#busySince === null) return
    const spanMs = Math.min(MINUTE_MS, elapsed - this.#busySince)
    const { count, perMinute } = this.#meter.over(elapsed, spanMs)
    if (count >= LEAST_TAKEN && spanMs >= LEAST_MS) this.#kept = { perMinute: Math.round(perMinute), at: elapsed }
  }
}
