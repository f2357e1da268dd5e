/**
 * Which entries met trouble, since when, and when each is looked up or sent once more. In memory: a new start looks at
 * once, and asks once more.
 */
import { BACKOFF_FLOOR_MS, backoffMs } from '../domain/backoff.ts'
import type { EntryResult } from '../domain/entry.ts'
import { type EntryTrouble, isParked } from '../domain/entry-results.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Parts } from './group-parts.ts'

/** A change that was sent, or is wanted now, is looked at again at least this often. */
const LOOK_CEILING_MS = 60_000

export class EntryTroubles {
  readonly #ports: Pick<Parts, 'clock' | 'random'>
  /** Of requests, and of the looks that entries need. */
  readonly #troubles = new Map<number, EntryTrouble>()
  /** Refused with 403 once; the next refusal counts, because one bad server of many may have said the first. */
  readonly #forbidden = new Set<number>()
  #lastThroughAt: number | null = null

  constructor(ports: Pick<Parts, 'clock' | 'random'>) {
    this.#ports = ports
  }

  /**
   * When to look an answered entry up: at once (0) after its first trouble, later each time; null = it is parked. Of a
   * refused one, when it is sent once more; 0 = the refusal counts.
   */
  lookAt(entry: number, outcome: Outcome<unknown>): number | null {
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

  /** What becomes of an entry when the look that it needs met trouble: it waits longer each time, and is parked in the end. */
  putOff(entry: number, failure: Failure): EntryResult['outcome'] {
    const lookAt = this.#note(entry)
    if (lookAt === null) return { kind: 'rejected', failure }
    const { clock, random } = this.#ports
    const now = clock.now()
    const notBefore = lookAt === 0 ? now + backoffMs(1, random) : Math.min(lookAt, now + LOOK_CEILING_MS)
    return { kind: 'postponed', notBefore, failure, countsAttempt: true }
  }

  /** A look that got through told nothing of the entry: whether it is parked. */
  isFruitless(entry: number): boolean {
    this.#lastThroughAt = this.#ports.clock.elapsed()
    return this.#note(entry) === null
  }

  /** It is known where it stands: what comes later has all the patience again. */
  forget(entry: number): void {
    this.#troubles.delete(entry)
  }

  #note(entry: number): number | null {
    const { clock, random } = this.#ports
    const elapsed = clock.elapsed()
    const before = this.#troubles.get(entry)
    const trouble = { count: (before?.count ?? 0) + 1, since: before?.since ?? elapsed }
    const { count } = trouble
    this.#troubles.set(entry, trouble)
    if (!isParked(trouble, { elapsed, lastThroughAt: this.#lastThroughAt }))
      return count === 1 ? 0 : clock.now() + backoffMs(count - 1, random)
    // Tried again by a word of the person, it has as long as before.
    this.#troubles.delete(entry)
    return null
  }
}
