/**
 * Records that the service failed to show a moment ago. For a while their list pages are asked in the place of `show`:
 * asked for again and again, one such record would be the probe that fails whenever reads rest.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'

const KEPT_MS = 10 * 60_000
/** Forgotten, a record is asked for once more. */
const MAX_KEPT = 1_000

export class NotShown {
  readonly #clock: Pick<Clock, 'elapsed'>
  /** By service id; monotonic ms. */
  readonly #known = new Map<string, { readonly until: number; readonly failure: Failure }>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  note(id: string, failure: Failure): void {
    if (this.#known.size >= MAX_KEPT) this.#known.clear()
    this.#known.set(id, { until: this.#clock.elapsed() + KEPT_MS, failure })
  }

  /** Why it was not shown; null when it may be asked for. */
  failureOf(id: string): Failure | null {
    const known = this.#known.get(id)
    if (known === undefined || this.#clock.elapsed() < known.until) return known?.failure ?? null
    this.#known.delete(id)
    return null
  }
}
