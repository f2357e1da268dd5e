/**
 * Records that the service failed to show a moment ago. For a while their list pages are asked in the place of `show`:
 * asked for again and again, one such record would be the probe that fails whenever reads rest.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../domain/clock.ts'
import { isNumericId } from '../domain/compare-ids.ts'

/** For numeric ids, whose list page can be found and tells the same as `show`. */
const KEPT_MS = 10 * 60_000
/** For other ids only `show` is sure to find the record, so it is asked again soon; the callers' backoff spaces it. */
const KEPT_UNGUESSED_MS = 1_000
/** Forgotten, a record is asked for once more. */
const MAX_KEPT = 1_000

export interface NotShownPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Reads of the group rest: the next one decides whether they go on. */
  readonly isResting: () => boolean
}

export class NotShown {
  readonly #ports: NotShownPorts
  /** By service id; monotonic ms. */
  readonly #known = new Map<string, { readonly until: number; readonly failure: Failure }>()

  constructor(ports: NotShownPorts) {
    this.#ports = ports
  }

  note(id: string, failure: Failure): void {
    if (this.#known.size >= MAX_KEPT) this.#known.clear()
    const keptMs = isNumericId(id) ? KEPT_MS : KEPT_UNGUESSED_MS
    this.#known.set(id, { until: this.#ports.clock.elapsed() + keptMs, failure })
  }

  /** Why it was not shown; null when it may be asked for. */
  failureOf(id: string): Failure | null {
    const known = this.#known.get(id)
    if (known === undefined || this.#ports.clock.elapsed() < known.until) return known?.failure ?? null
    // A list page as the probe tells of the service, whatever becomes of this record.
    if (this.#ports.isResting()) return known.failure
    this.#known.delete(id)
    return null
  }
}
