/**
 * Backoff of a page that keeps failing while other requests succeed. Each good page resets the backoff of reads, so
 * nothing else slows this page down. Kept in memory: a new start requests it at once.
 */
import { backoffMs } from '../domain/backoff.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { isInconclusive, type Outcome } from '../domain/outcome.ts'

export interface PageWaitsPorts {
  readonly clock: Clock
  readonly random: Random
  /** When the group last received a usable response, ms since epoch. */
  readonly respondedAt: () => number | null
}

interface Failing {
  readonly count: number
  /** ms since epoch. */
  readonly failedAt: number
  /** Monotonic ms. */
  readonly until: number
}

export class PageWaits {
  readonly #ports: PageWaitsPorts
  readonly #failing = new Map<string, Failing>()

  constructor(ports: PageWaitsPorts) {
    this.#ports = ports
  }

  /** Returns whether the page may be requested. */
  isDue(page: string): boolean {
    return this.#ports.clock.elapsed() >= (this.#failing.get(page)?.until ?? 0)
  }

  /** Records every outcome of a request for the page. */
  note(page: string, outcome: Outcome<unknown>): void {
    const { clock, random, respondedAt } = this.#ports
    if (outcome.kind === 'applied') this.#failing.delete(page)
    if (!isInconclusive(outcome) && outcome.kind !== 'rejected') return
    const before = this.#failing.get(page)
    // In an outage other requests fail too, and reads are delayed anyway.
    const isAlone = before === undefined || (respondedAt() ?? 0) > before.failedAt
    const count = (before?.count ?? 0) + (isAlone ? 1 : 0)
    const until = clock.elapsed() + backoffMs(count, random)
    this.#failing.set(page, { count, failedAt: clock.now(), until })
  }

  /** Lets every page be requested now, on a user's request. */
  forget(): void {
    this.#failing.clear()
  }

  /** Time until the next failing page may be requested, in ms; 0 if there is none. */
  get waitMs(): number {
    const elapsed = this.#ports.clock.elapsed()
    const waits = [...this.#failing.values()].map(({ until }) => until - elapsed).filter((wait) => wait > 0)
    return waits.length === 0 ? 0 : Math.min(...waits)
  }
}
