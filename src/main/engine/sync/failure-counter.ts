/**
 * Which entries failed, since when, and when each is looked up or sent again. Kept in memory: a new start looks them up
 * at once and sends them again.
 */
import { BACKOFF_FLOOR_MS, backoffMs } from '../domain/backoff.ts'
import type { EntryResult } from '../domain/entry.ts'
import { type EntryFailures, isParked } from '../domain/entry-results.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Parts } from './group-parts.ts'

/** Longest delay before a change that was sent, or is desired now, is looked up again. */
const LOOKUP_CEILING_MS = 60_000

export class FailureCounter {
  readonly #ports: Pick<Parts, 'clock' | 'random'>
  /** Failures of requests, and of the lookups that entries need. */
  readonly #failures = new Map<number, EntryFailures>()
  /**
   * Entries rejected with 403 once. The next rejection counts; the first may come from one bad instance behind a load
   * balancer.
   */
  readonly #forbidden = new Set<number>()
  #lastThroughAt: number | null = null

  constructor(ports: Pick<Parts, 'clock' | 'random'>) {
    this.#ports = ports
  }

  /**
   * Returns when to look up an entry after its response: at once (0) after the first failure, later after each further
   * one; `null` if it is parked. For a rejected entry, returns when to send it again; 0 if the rejection counts.
   */
  lookupAt(entry: number, outcome: Outcome<unknown>): number | null {
    if (outcome.kind === 'unknown') return this.#note(entry)
    if (outcome.kind === 'applied' || outcome.kind === 'rejected') {
      this.forget(entry)
      this.#lastThroughAt = this.#ports.clock.elapsed()
    }
    const isForbidden = outcome.kind === 'rejected' && outcome.failure.code === 'forbidden'
    if (this.#forbidden.delete(entry) || !isForbidden) return 0
    this.#forbidden.add(entry)
    return this.#ports.clock.now() + BACKOFF_FLOOR_MS
  }

  /** Returns the result of an entry whose lookup failed: postponed for longer each time, and finally parked. */
  putOff(entry: number, failure: Failure): EntryResult['outcome'] {
    const lookupAt = this.#note(entry)
    if (lookupAt === null) return { kind: 'rejected', failure }
    const { clock, random } = this.#ports
    const now = clock.now()
    const notBefore = lookupAt === 0 ? now + backoffMs(1, random) : Math.min(lookupAt, now + LOOKUP_CEILING_MS)
    return { kind: 'postponed', notBefore, failure, countsAttempt: true }
  }

  /** Records a successful lookup that revealed nothing about the entry. Returns whether the entry is parked. */
  isFruitless(entry: number): boolean {
    this.#lastThroughAt = this.#ports.clock.elapsed()
    return this.#note(entry) === null
  }

  /** Resets the failures of an entry whose state is known. */
  forget(entry: number): void {
    this.#failures.delete(entry)
  }

  #note(entry: number): number | null {
    const { clock, random } = this.#ports
    const elapsed = clock.elapsed()
    const before = this.#failures.get(entry)
    const problem = { count: (before?.count ?? 0) + 1, since: before?.since ?? elapsed }
    const { count } = problem
    this.#failures.set(entry, problem)
    if (!isParked(problem, { elapsed, lastThroughAt: this.#lastThroughAt }))
      return count === 1 ? 0 : clock.now() + backoffMs(count - 1, random)
    // A retry by the user starts with the full allowance again.
    this.#failures.delete(entry)
    return null
  }
}
