/** Counts events of the last minute in one-second buckets, so that its size does not depend on the rate. */

const BUCKET_MS = 1_000
/** One more than a minute, for the bucket that is only partly inside it. */
const BUCKETS = 61

const MINUTE_MS = 60_000

/** Events of the last minute. Times are monotonic ms, never going back. */
export class RateMeter {
  readonly #counts = new Array<number>(BUCKETS).fill(0)
  readonly #stamps = new Array<number>(BUCKETS).fill(Number.NEGATIVE_INFINITY)

  add(elapsed: number): void {
    const bucket = Math.floor(elapsed / BUCKET_MS)
    const slot = bucket % BUCKETS
    if (this.#stamps[slot] !== bucket) this.#counts[slot] = 0
    this.#stamps[slot] = bucket
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
  }

  /** Events of about the last `ms` (at most a minute, to whole buckets, so never too few), and what they make a minute. */
  over(elapsed: number, ms: number): { readonly count: number; readonly perMinute: number } {
    const oldest = Math.floor((elapsed - ms) / BUCKET_MS)
    const count = this.#counts.reduce((sum, one, slot) => ((this.#stamps[slot] ?? -1) >= oldest ? sum + one : sum), 0)
    const spanMs = Math.max(ms, Math.min(elapsed - oldest * BUCKET_MS, elapsed))
    return { count, perMinute: (count / spanMs) * MINUTE_MS }
  }
}

/** A pace of fewer requests, or of less time, is chance. */
const LEAST_TAKEN = 10
const LEAST_MS = 5_000
/** How long a measured pace is still told after the work ended. */
const KEPT_MS = 10 * 60_000

export class PaceKeeper {
  readonly #meter = new RateMeter()
  #busySince: number | null = null
  #kept: { readonly perMinute: number; readonly at: number } | null = null

  /** One request was served. Times are monotonic ms. */
  taken(elapsed: number): void {
    this.#meter.add(elapsed)
  }

  /** Something waits or is on its way, or nothing does. */
  setBusy(elapsed: number, isBusy: boolean): void {
    if (isBusy === (this.#busySince !== null)) return
    this.#measure(elapsed)
    this.#busySince = isBusy ? elapsed : null
  }

  /** null while too few answers came. */
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
