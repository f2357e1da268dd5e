/**
 * Reconciles the whole list with turns that no other lane uses, oldest first so that new records append at the end.
 * Finds changes far from the head, and removed records.
 */
import { isWithin } from '../domain/clock.ts'
import { isInconclusive, type Outcome } from '../domain/outcome.ts'
import { readMeta, writeMeta } from '../storage/meta.ts'
import { type Pass, newestPass } from '../storage/passes.ts'
import { countKnown } from '../storage/records.ts'
import type { RoundEnd } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { readImagePage } from './list-pages.ts'
import { runListPass } from './list-pass.ts'
import { showRecord } from './show-record.ts'

/** Delay before records that could not be shown are requested again. */
const RETRY_MS = 10 * 60_000
/** Intervals without any sign of removals, and after a user's request. */
const ROUTINE_GAP_MS = 6 * 3_600_000
const REQUESTED_GAP_MS = 10 * 60_000
/** Interval while the head reports fewer records than are known, or many seem removed. */
const SIGN_GAP_MS = 5 * 60_000
/** Keeps a pass of hours from starting again right after its end. */
const PAUSE_FACTOR = 2
/** Meta key of the number of missing records at the end of the last pass. */
const KNOWN_MISSING = 'missing:images'

export class ImagesReconciler {
  readonly #ports: Parts
  #isRunning = false
  #isRequested = false
  /** Known records in excess of the head's total, not explained by a pass. */
  #missing = 0
  /** When records that could not be shown are requested again, monotonic ms. */
  #retryAt = Number.POSITIVE_INFINITY

  constructor(ports: Parts) {
    this.#ports = ports
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Makes a pass due on a user's request. */
  ask(): void {
    const { db, clock } = this.#ports
    const complete = newestPass(db, 'complete', 'images')
    this.#isRequested = complete !== null && !isWithin(clock.now(), complete.endedAt ?? 0, REQUESTED_GAP_MS)
  }

  /** Makes candidates of what a complete pass missed. */
  judge(pass: number): void {
    this.#ports.removal.judge(pass)
    this.#noteMissing(this.#ports.removal.count)
  }

  /**
   * Compares the head's total with the known records; `null` if none was reported. What is still missing after a pass
   * is explained: the user was asked, or the service counts differently.
   */
  compare(total: number | null): void {
    if (total === null) return
    const missing = this.#missingOf(total)
    this.#missing = missing === this.#knownMissing ? 0 : missing
  }

  /** Whether a run is due; never before the library was read completely once, which the rounds do. */
  get isDue(): boolean {
    if (this.#isRunning) return false
    const complete = newestPass(this.#ports.db, 'complete', 'images')
    if (complete === null) return false
    return this.#ports.removal.hasUnproved || this.#isRetryDue || this.#isPassDue(complete)
  }

  async run(): Promise<RoundEnd> {
    this.#isRunning = true
    return this.#reconcile().finally(() => {
      this.#isRunning = false
    })
  }

  async #reconcile(): Promise<RoundEnd> {
    if ((await this.#prove()) === 'interrupted') return 'interrupted'
    const { db } = this.#ports
    const complete = newestPass(db, 'complete', 'images')
    if (complete === null || !this.#isPassDue(complete)) return 'done'
    const end = await runListPass({
      ...this.#ports,
      kind: 'full',
      order: 'asc',
      readPage: (at, turn) => readImagePage(this.#ports, { sortBy: 'id', ...at }, { lane: 'reconcile', ...turn })
    })
    if (end.kind === 'interrupted') return 'interrupted'
    this.#isRequested = false
    this.#missing = 0
    if (end.kind === 'complete') this.judge(end.pass)
    // A pass that proves only presence leaves the difference to its last total unexplained.
    else this.#noteMissing(this.#missingOf(newestPass(db, 'ended', 'images')?.total ?? Number.POSITIVE_INFINITY))
    return this.#prove()
  }

  #missingOf(total: number): number {
    return Math.max(0, countKnown(this.#ports.db, 'images') - total)
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
    if (!isOlder(PAUSE_FACTOR * Math.max(0, (endedAt ?? 0) - startedAt))) return false
    if (this.#isRequested) return true
    const hasSign = !removal.isAwaitingDecision && (this.#missing > 0 || removal.needsSecondPass)
    return isOlder(ROUTINE_GAP_MS) || (hasSign && isOlder(SIGN_GAP_MS))
  }

  get #isRetryDue(): boolean {
    return this.#ports.clock.elapsed() >= this.#retryAt
  }

  /** Shows the few candidates one by one, because only the service's own 404 or 410 is a proof. */
  async #prove(): Promise<RoundEnd> {
    const { removal, clock } = this.#ports
    if (!removal.hasUnproved && !this.#isRetryDue) return 'done'
    removal.hasUnproved = false
    this.#retryAt = Number.POSITIVE_INFINITY
    for (const { record, serviceId } of removal.unproved()) {
      const onResponse = (outcome: Outcome<unknown>): void => this.#applyShown(record, outcome)
      const shown = await showRecord(this.#ports, serviceId, { lane: 'reconcile', onResponse })
      if (shown !== null && isInconclusive(shown.outcome)) this.#retryAt = clock.elapsed() + RETRY_MS
      else if (shown === null || !['applied', 'gone', 'rejected'].includes(shown.outcome.kind)) {
        // Nothing was learned, so it is requested again.
        removal.hasUnproved = true
        return 'interrupted'
      }
    }
    return 'done'
  }

  /**
   * Keeps a record that is still present, and removes one that is gone at once: hours may pass between two shows, and
   * another response may arrive meanwhile.
   */
  #applyShown(record: number, { kind }: Outcome<unknown>): void {
    const { removal } = this.#ports
    if (kind === 'applied') removal.notePresent(record)
    if (kind !== 'gone') return
    removal.remove([record])
    this.#noteMissing(removal.count)
    this.#missing = Math.max(0, this.#missing - 1)
  }
}
