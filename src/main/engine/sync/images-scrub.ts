/**
 * Goes through the whole list with the turns that nobody else wants, oldest first, so that new records append at the
 * end: finds what changed far from the head, and what is gone.
 */
import { isWithin } from '../domain/clock.ts'
import { isTroubled, type Outcome } from '../domain/outcome.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { countKnown } from '../storage/known-images.ts'
import { type Pass, newestPass } from '../storage/passes.ts'
import { readImagePage } from './list-pages.ts'
import { runListPass } from './list-pass.ts'
import type { RoundEnd } from './group-loop.ts'
import { showRecord } from './show-record.ts'
import type { Parts } from './group-parts.ts'

/** What could not be shown is asked for again. */
const AGAIN_MS = 10 * 60_000
/** Without any sign, and after a person asked. */
const ROUTINE_GAP_MS = 6 * 3_600_000
const ASKED_GAP_MS = 10 * 60_000
/** The head tells of fewer records than are known here, or many seem gone. */
const SIGN_GAP_MS = 5 * 60_000
/** A pass of hours is not begun again as soon as it ended. */
const REST_SHARE = 2
/** How many were missing when the last pass had ended. */
const KNOWN_MISSING = 'missing:images'

export class ImagesScrub {
  readonly #ports: Parts
  #isRunning = false
  #isAsked = false
  /** Records known here that the head's total leaves no room for, and that nothing explains yet. */
  #missing = 0
  /** When some could not be shown, they are asked for again: monotonic ms. */
  #againAt = Number.POSITIVE_INFINITY

  constructor(ports: Parts) {
    this.#ports = ports
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** A person asked for news. */
  ask(): void {
    const { db, clock } = this.#ports
    const complete = newestPass(db, 'complete', 'images')
    this.#isAsked = complete !== null && !isWithin(clock.now(), complete.endedAt ?? 0, ASKED_GAP_MS)
  }

  /** A complete pass has ended: what it missed seems gone. */
  judge(pass: number): void {
    this.#ports.removal.judge(pass)
    this.#noteMissing(this.#ports.removal.count)
  }

  /**
   * How many records the head told of; null = not told. What is missing still after a pass is known: the person was
   * asked, or the service counts in a way of its own.
   */
  compare(told: number | null): void {
    if (told === null) return
    const missing = this.#missingOf(told)
    this.#missing = missing === this.#knownMissing ? 0 : missing
  }

  /** Never before the library was once read whole: until then the rounds see to that. */
  get isDue(): boolean {
    if (this.#isRunning) return false
    const complete = newestPass(this.#ports.db, 'complete', 'images')
    if (complete === null) return false
    return this.#ports.removal.hasUnproved || this.#isAgainDue || this.#isPassDue(complete)
  }

  async run(): Promise<RoundEnd> {
    this.#isRunning = true
    return this.#goThrough().finally(() => {
      this.#isRunning = false
    })
  }

  async #goThrough(): Promise<RoundEnd> {
    if ((await this.#prove()) === 'interrupted') return 'interrupted'
    const { db } = this.#ports
    const complete = newestPass(db, 'complete', 'images')
    if (complete === null || !this.#isPassDue(complete)) return 'done'
    const end = await runListPass({
      ...this.#ports,
      kind: 'full',
      order: 'asc',
      readPage: (at, turn) => readImagePage(this.#ports, { sortBy: 'id', ...at }, { lane: 'scrub', ...turn })
    })
    if (end.kind === 'interrupted') return 'interrupted'
    this.#isAsked = false
    this.#missing = 0
    if (end.kind === 'complete') this.judge(end.pass)
    // A pass that proves presence only leaves as many unexplained as its last total told.
    else this.#noteMissing(this.#missingOf(newestPass(db, 'ended', 'images')?.total ?? Number.POSITIVE_INFINITY))
    return this.#prove()
  }

  #missingOf(told: number): number {
    return Math.max(0, countKnown(this.#ports.db, 'images') - told)
  }

  get #knownMissing(): number {
    return Number(readMeta(this.#ports.db, KNOWN_MISSING) ?? 0)
  }

  #noteMissing(missing: number): void {
    if (missing !== this.#knownMissing) writeMeta(this.#ports.db, KNOWN_MISSING, String(missing))
  }

  #isPassDue(complete: Pass): boolean {
    const { db, clock, removal } = this.#ports
    if (newestPass(db, 'open', 'images') !== null) return true
    const { startedAt, endedAt } = newestPass(db, 'ended', 'images') ?? complete
    const isOlder = (gapMs: number): boolean => !isWithin(clock.now(), endedAt ?? 0, gapMs)
    if (!isOlder(REST_SHARE * Math.max(0, (endedAt ?? 0) - startedAt))) return false
    if (this.#isAsked) return true
    const hasSign = !removal.isAsking && (this.#missing > 0 || removal.needsSecondPass)
    return isOlder(ROUTINE_GAP_MS) || (hasSign && isOlder(SIGN_GAP_MS))
  }

  get #isAgainDue(): boolean {
    return this.#ports.clock.elapsed() >= this.#againAt
  }

  /** Shows the few that seem gone one by one: only the service's own 404 or 410 is a proof. */
  async #prove(): Promise<RoundEnd> {
    const { removal, clock } = this.#ports
    if (!removal.hasUnproved && !this.#isAgainDue) return 'done'
    removal.hasUnproved = false
    this.#againAt = Number.POSITIVE_INFINITY
    for (const { record, serviceId } of removal.unproved()) {
      const heard = (outcome: Outcome<unknown>): void => this.#heard(record, outcome)
      const shown = await showRecord(this.#ports, serviceId, { lane: 'scrub', heard })
      if (shown !== null && isTroubled(shown.outcome)) this.#againAt = clock.elapsed() + AGAIN_MS
      else if (shown === null || !['applied', 'gone', 'rejected'].includes(shown.outcome.kind)) {
        // Nothing was learned, and it is asked again.
        removal.hasUnproved = true
        return 'interrupted'
      }
    }
    return 'done'
  }

  /**
   * What is there after all is no candidate once it was read; what is gone goes with the answer: between two shows there
   * may be hours, and then another answer has come.
   */
  #heard(record: number, { kind }: Outcome<unknown>): void {
    const { removal } = this.#ports
    if (kind === 'applied') removal.notePresent(record)
    if (kind !== 'gone') return
    removal.remove([record])
    this.#noteMissing(removal.count)
    this.#missing = Math.max(0, this.#missing - 1)
  }
}
