/** Counts events of the last minute in one-second buckets, so that its size does not depend on the rate. */

const BUCKET_MS = 1_000
/** One more than a minute, for the bucket that is only partly inside it. */
const BUCKETS = 61

export interface RateMeter {
  add(elapsed: number): void
  /** Events not older than `ms` (at most a minute); rounded up to whole buckets, so never too few. */
  countSince(elapsed: number, ms: number): number
  /** Events of about the last `ms` (at most a minute, to whole buckets), and what they make a minute. */
  over(elapsed: number, ms: number): { readonly count: number; readonly perMinute: number }
  /** Events a minute since the given time (at most the last minute); null below `MIN_EVENTS` or `MIN_SPAN_MS`. */
  perMinute(elapsed: number, since: number): number | null
}

const MIN_EVENTS = 10
const MIN_SPAN_MS = 5_000
const MINUTE_MS = 60_000

/** An empty meter. Times are monotonic ms, never going back. */
export function createRateMeter(): RateMeter {
  const counts = new Array<number>(BUCKETS).fill(0)
  const stamps = new Array<number>(BUCKETS).fill(Number.NEGATIVE_INFINITY)

  const countSince = (elapsed: number, ms: number): number => {
    const oldest = Math.floor((elapsed - Math.min(ms, MINUTE_MS)) / BUCKET_MS)
    return counts.reduce((sum, count, slot) => ((stamps[slot] ?? -1) >= oldest ? sum + count : sum), 0)
  }

  return {
    add(elapsed) {
      const bucket = Math.floor(elapsed / BUCKET_MS)
      const slot = bucket % BUCKETS
      if (stamps[slot] !== bucket) counts[slot] = 0
      stamps[slot] = bucket
      counts[slot] = (counts[slot] ?? 0) + 1
    },
    countSince,
    over(elapsed, ms) {
      const count = countSince(elapsed, ms)
      const spanMs = elapsed - Math.floor((elapsed - ms) / BUCKET_MS) * BUCKET_MS
      return { count, perMinute: (count / Math.max(ms, Math.min(spanMs, elapsed))) * MINUTE_MS }
    },
    perMinute(elapsed, since) {
      const span = Math.min(MINUTE_MS, elapsed - since)
      const count = countSince(elapsed, span)
      if (count < MIN_EVENTS || span < MIN_SPAN_MS) return null
      return Math.round((count / span) * MINUTE_MS)
    }
  }
}

/** How long a measured pace is still told after the work ended. */
const KEPT_MS = 10 * 60_000

export class PaceKeeper {
  readonly #meter = createRateMeter()
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
    const perMinute = this.#meter.perMinute(elapsed, this.#busySince)
    if (perMinute !== null) this.#kept = { perMinute, at: elapsed }
  }
}
