/** The acknowledged rate while there was work: an idle minute says nothing about how fast a service is. */
import { createRateMeter } from './rate-meter.ts'

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
