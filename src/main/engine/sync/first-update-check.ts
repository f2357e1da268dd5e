/**
 * Checks the first updates on a connection: one alone, with its record read before and after and every field compared;
 * then ten and a hundred, verified on their list pages; then all. A service that empties fields which are not sent, or
 * does not do what it confirms, thus harms one record and not ten thousand. Runs once for each connection, and is kept
 * on disk.
 *
 * Within a cohort some updates may show other values while others show the desired ones, because a replica lags or
 * another client changed them back. Those are checked for two more minutes, while the others continue.
 */
import { Timer } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { pagesOf, roomOf, CheckDelays, TRUSTED } from '../domain/first-update-stages.ts'
import * as updates from '../storage/checked-updates.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { NeededRead } from './refresh.ts'
import { FirstUpdate, type CohortResult, seeOnPages } from './first-update.ts'
import { changing } from './mirror.ts'
import type { PushLane } from './push-queue.ts'
import { SingleFlight } from './background.ts'
import type { Parts } from './group-parts.ts'

type CheckedUpdate = updates.CheckedUpdate

export class FirstUpdateCheck {
  readonly #ports: Parts
  /** Something may be sent that was not allowed before. */
  readonly #onChange: () => void
  readonly #first: FirstUpdate
  readonly #flight = new SingleFlight()
  /** Whether the state read from disk may be outdated; it is read on demand. */
  #isStale = true
  #seen = 0
  #checked: readonly CheckedUpdate[] = []
  /**
   * Keys of entries sent since a check began, which says nothing about them. They stay valid when a record is
   * renumbered.
   */
  readonly #sentSince = new Set<string>()
  readonly #delays = new CheckDelays()
  readonly #timer: Timer

  constructor(ports: Parts, onChange: () => void) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
    this.#onChange = onChange
    this.#first = new FirstUpdate(ports, (work, records) => this.#write(work, records))
  }

  mayGo(entry: PushEntry): boolean {
    this.#read()
    if (!isUpdate(entry) || entry.saved !== null) return true
    // Another update before the comparison could make losses of its record permanent.
    if (this.#checked.some((one) => one.record === entry.record && one.isSaved && isAnswered(one))) return false
    if (this.#isFirst(entry)) return !this.#isComparing() && this.#first.isSaved(entry)
    // A single user action waits for nothing, but counts all the same.
    return this.#seen >= TRUSTED || entry.isInteractive || roomOf(this.#seen, this.#pending()) > 0
  }

  /** Returns whether an update may be written in a form about which nothing is known yet. */
  mayAttempt(entry: PushEntry): boolean {
    return entry.saved !== null || !this.#first.isAttempt(entry) || this.#first.isSaved(entry)
  }

  /** Returns the read that saves the record of the first update. */
  wanted(entries: readonly PushEntry[], lane: PushLane): readonly NeededRead[] {
    this.#read()
    const firsts = entries.filter((one) => isUpdate(one) && one.saved === null && this.#isFirst(one))
    const [first] = firsts
    if (first === undefined || this.#isComparing() || this.#first.isReading) return []
    if (firsts.some((one) => this.#first.isSaved(one))) return []
    return [() => this.#first.save(first, lane)]
  }

  /** Records checked updates, in the transaction of their claims. */
  noteClaims(entries: readonly PushEntry[]): void {
    this.#read()
    for (const entry of entries) {
      const isChecked = this.#seen < TRUSTED || entry.saved !== null || this.#first.isAttempt(entry)
      if (!isUpdate(entry) || !isChecked) continue
      updates.noteChecked(this.#ports.db, entry)
      this.#sentSince.add(keyOf(entry))
      this.#delays.forget(keyOf(entry))
      this.#isStale = true
    }
  }

  /** Makes the next call read the state again, because the outbox has changed. */
  refresh(): void {
    this.#isStale = true
  }

  /** Starts the check of acknowledged updates that are due. `isIdle`: nothing else is to be sent. */
  see(isIdle: boolean): void {
    this.#read()
    if (this.#flight.isRunning) return
    const due = this.#dueCohort(isIdle)
    if (due.length > 0) this.#ports.background.run(() => this.#flight.run(() => this.#check(due)))
  }

  /** Whether pending changes wait until the service shows the earlier ones. */
  get isChecking(): boolean {
    return this.#checked.some((one) => isAnswered(one) && this.#delays.isAlone(keyOf(one)) === false)
  }

  #read(): void {
    if (!this.#isStale) return
    const { db, client, clock } = this.#ports
    this.#seen = updates.countSeen(db, client.address)
    this.#checked = updates.readChecked(db, clock.now())
    this.#isStale = false
  }

  #isFirst(entry: PushEntry): boolean {
    return this.#seen === 0 || this.#first.isAttempt(entry)
  }

  /** Whether an update whose record is compared is in progress. */
  #isComparing(): boolean {
    if (updates.isPuttingBack(this.#ports.db) || this.#checked.some((one) => one.isStuck)) return true
    if (this.#seen === 0) return this.#pending() > 0
    return this.#checked.some((one) => one.isSaved && (one.isInFlight || one.isDone))
  }

  /**
   * Counts updates in flight or not yet verified. Those looked up after a failure block nothing, because that may take
   * an hour.
   */
  #pending(): number {
    return this.#checked.filter((one) => one.isInFlight || (one.isDone && !this.#isAlone(one))).length
  }

  #isAlone(one: CheckedUpdate): boolean {
    return this.#delays.isAlone(keyOf(one)) === true
  }

  #isTimeFor(one: CheckedUpdate): boolean {
    return this.#delays.isOver(keyOf(one), this.#ports.clock.elapsed())
  }

  /** Returns the updates to check now: a record to compare, a full cohort, or what was in doubt. */
  #dueCohort(isIdle: boolean): readonly CheckedUpdate[] {
    const done = this.#checked.filter((one) => one.isDone)
    const compared = done.find((one) => one.isSaved) ?? this.#checked.find((one) => one.isStuck)
    if (compared !== undefined) return this.#isTimeFor(compared) ? [compared] : []
    const stage = done.filter((one) => !this.#isAlone(one))
    // Nothing else is sent, and not only single user actions are open.
    const isOver = isIdle && stage.some((one) => !one.isInteractive)
    const isFull = stage.length > 0 && roomOf(this.#seen, stage.length) === 0
    const isInFlight = this.#checked.some((one) => one.isInFlight)
    if (!isInFlight && (isFull || isOver) && stage.every((one) => this.#isTimeFor(one))) return stage
    return done.filter((one) => this.#isAlone(one) && this.#isTimeFor(one))
  }

  async #check(cohort: readonly CheckedUpdate[]): Promise<void> {
    this.#sentSince.clear()
    const isFirst = this.#seen === 0 || cohort.some((one) => one.isSaved)
    const done = this.#checked.filter((one) => one.isDone)
    const checking = isFirst
      ? this.#first.compare(cohort, done)
      : seeOnPages(this.#ports.finder, cohort, pagesOf(this.#seen))
    const seen = await checking
    if (!this.#ports.requests.isOver && seen !== null) this.#judge(this.#inCohort(cohort), seen)
  }

  /** Returns the updates of the cohort without a newer request, in their current state. */
  #inCohort(cohort: readonly CheckedUpdate[]): CheckedUpdate[] {
    const { db, clock } = this.#ports
    const keys = new Set(cohort.map(keyOf).filter((key) => !this.#sentSince.has(key)))
    return updates.readChecked(db, clock.now()).filter((one) => keys.has(keyOf(one)))
  }

  /**
   * Applies the result of a check. What cannot be read within two minutes proves nothing against the service, and
   * counts as verified.
   */
  #judge(cohort: readonly CheckedUpdate[], { isRead, unseen: unseenNow }: CohortResult): void {
    const keys = new Set(unseenNow.map(keyOf))
    const unseen = cohort.filter((one) => isAnswered(one) && keys.has(keyOf(one)) && !(isRead && one.isShown))
    const isAlone = cohort.some((one) => this.#isAlone(one)) || 2 * unseen.length <= cohort.length
    const wait = { isAlone, now: this.#ports.clock.elapsed() }
    const over = unseen.filter((one) => !this.#delays.add(keyOf(one), wait))
    const left = new Set(unseen.filter((one) => !over.includes(one)))
    const ended = cohort.filter((one) => !left.has(one))
    if (ended.length === 0) return this.#wakeForNext()
    const refuted = isRead ? over : []
    const { db, client, clock } = this.#ports
    this.#write(
      () => {
        updates.addSeen(db, client.address, ended.filter((one) => one.isDone).length - refuted.length)
        updates.dropChecked(db, ended)
        updates.refuteUnseen(db, { unseen: refuted, isPausing: !isAlone, now: clock.now() })
      },
      refuted.map(({ record }) => record)
    )
    if (refuted.length > 0) this.#ports.onStatus()
  }

  #wakeForNext(): void {
    const { clock, onStatus } = this.#ports
    const { nextAt } = this.#delays
    this.#timer.cancel()
    onStatus()
    if (nextAt === null) return
    this.#timer.set(Math.max(0, nextAt - clock.elapsed()), this.#onChange)
  }

  /**
   * Runs the work in one transaction; returns false if the disk rejects it. `records`: those that screens must read
   * again.
   */
  #write(work: () => void, records: readonly number[] = []): boolean {
    const { db, mirror, onStuck } = this.#ports
    const written = tryStorage(() => changing(db, work))
    if (!written.ok) onStuck(written.failure)
    if (!written.ok) return false
    mirror.notify({ revision: written.value.revision, records, added: 0 })
    this.#isStale = true
    this.#read()
    this.#delays.keepOnly(new Set(this.#checked.map(keyOf)))
    this.#wakeForNext()
    this.#onChange()
    return true
  }
}

const isAnswered = ({ isDone, isStuck }: CheckedUpdate): boolean => isDone || isStuck
export const isUpdate = ({ kind }: PushEntry): boolean => kind === 'favorite' || kind === 'name'

/** Returns a key of the update that does not depend on the record's number. */
const keyOf = ({ serviceId, kind }: Pick<CheckedUpdate, 'serviceId'> & { readonly kind: string }): string =>
  `${kind} ${serviceId}`
