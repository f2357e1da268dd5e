/**
 * How long a page that fails each time is left alone while other requests are answered: each good page resets the wait of
 * its way, so nothing else slows this one down. In memory: a new start asks at once.
 */
import { backoffMs } from '../domain/backoff.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { isTroubled, type Outcome } from '../domain/outcome.ts'

export interface PageWaitsPorts {
  readonly clock: Clock
  readonly random: Random
  /** When the group last got a usable answer, ms since epoch. */
  readonly answeredAt: () => number | null
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

  /** Whether the page may be asked for. */
  isDue(page: string): boolean {
    return this.#ports.clock.elapsed() >= (this.#failing.get(page)?.until ?? 0)
  }

  /** Takes in every answer to a request for the page. */
  note(page: string, outcome: Outcome<unknown>): void {
    const { clock, random, answeredAt } = this.#ports
    if (outcome.kind === 'applied') this.#failing.delete(page)
    if (!isTroubled(outcome) && outcome.kind !== 'rejected') return
    const before = this.#failing.get(page)
    // In an outage nothing else is answered either, and reads wait longer anyway.
    const isAlone = before === undefined || (answeredAt() ?? 0) > before.failedAt
    const count = (before?.count ?? 0) + (isAlone ? 1 : 0)
    const until = clock.elapsed() + backoffMs(count, random)
    this.#failing.set(page, { count, failedAt: clock.now(), until })
  }

  /** The user asked: every page may be asked for now. */
  forget(): void {
    this.#failing.clear()
  }

  /** Until the next page that is left alone may be asked for, in ms; 0 = there is none. */
  get waitMs(): number {
    const elapsed = this.#ports.clock.elapsed()
    const waits = [...this.#failing.values()].map(({ until }) => until - elapsed).filter((wait) => wait > 0)
    return waits.length === 0 ? 0 : Math.min(...waits)
  }
}
