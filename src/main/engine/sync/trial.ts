/**
 * The first updates on a connection: one is tried, with its record read before and after and every field compared;
 * then ten and a hundred, seen on their list pages; then all. So a service that empties what is not sent, or only
 * pretends to take what it answers, harms one record and not ten thousand. Once for each connection, kept on disk.
 *
 * Of those that are looked at together, some may be shown otherwise while others are shown as wanted: a replica that
 * lags, or somebody who changed one back. They are looked at for two minutes more, and the rest goes on meanwhile.
 */
import { Timer } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { pagesOf, roomOf, TrialWaits, TRUSTED } from '../domain/trial-stages.ts'
import * as updates from '../storage/tried-updates.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { WantedRead } from './refresh.ts'
import { FirstUpdate, type LotSeen, seeOnPages } from './first-update.ts'
import { changing } from './mirror.ts'
import type { PushLane } from './push-line.ts'
import { SingleFlight } from './background.ts'
import type { Parts } from './group-parts.ts'

type Tried = updates.TriedUpdate

export class Trial {
  readonly #ports: Parts
  /** Something may go that could not before. */
  readonly #onChange: () => void
  readonly #first: FirstUpdate
  readonly #flight = new SingleFlight()
  /** What was read of the disk may be out of date; read when it is asked for. */
  #isStale = true
  #seen = 0
  #tried: readonly Tried[] = []
  /** Handed over since a look began: it tells nothing of them. By what they have under every number. */
  readonly #since = new Set<string>()
  readonly #waits = new TrialWaits()
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
    // What was lost of its record would be lost for good.
    if (this.#tried.some((one) => one.record === entry.record && one.isSaved && isAnswered(one))) return false
    if (this.#isFirst(entry)) return !this.#isComparing() && this.#first.isSaved(entry)
    // A click of the hand waits for nothing; it counts all the same.
    return this.#seen >= TRUSTED || entry.isHand || roomOf(this.#seen, this.#pending()) > 0
  }

  /** Whether an update may be written in a form of which nothing is known yet. */
  mayAttempt(entry: PushEntry): boolean {
    return entry.saved !== null || !this.#first.isAttempt(entry) || this.#first.isSaved(entry)
  }

  /** The record of the first update, as it is before. */
  wanted(entries: readonly PushEntry[], lane: PushLane): readonly WantedRead[] {
    this.#read()
    const firsts = entries.filter((one) => isUpdate(one) && one.saved === null && this.#isFirst(one))
    const [first] = firsts
    if (first === undefined || this.#isComparing() || this.#first.isReading) return []
    if (firsts.some((one) => this.#first.isSaved(one))) return []
    return [() => this.#first.save(first, lane)]
  }

  /** In the transaction of their claims. */
  noteClaims(entries: readonly PushEntry[]): void {
    this.#read()
    for (const entry of entries) {
      const isTried = this.#seen < TRUSTED || entry.saved !== null || this.#first.isAttempt(entry)
      if (!isUpdate(entry) || !isTried) continue
      updates.noteTried(this.#ports.db, entry)
      this.#since.add(keyOf(entry))
      this.#waits.forget(keyOf(entry))
      this.#isStale = true
    }
  }

  /** The outbox has changed, by a person or by answers. */
  refresh(): void {
    this.#isStale = true
  }

  /** Looks at what was acknowledged, if there is something to see. `isIdle`: nothing else is to be sent. */
  see(isIdle: boolean): void {
    this.#read()
    if (this.#flight.isRunning) return
    const due = this.#dueLot(isIdle)
    if (due.length > 0) this.#ports.background.run(() => this.#flight.run(() => this.#look(due)))
  }

  /** Nothing of what waits may go before the service shows what it took. */
  get isChecking(): boolean {
    return this.#tried.some((one) => isAnswered(one) && this.#waits.isAlone(keyOf(one)) === false)
  }

  #read(): void {
    if (!this.#isStale) return
    const { db, client, clock } = this.#ports
    this.#seen = updates.countSeen(db, client.address)
    this.#tried = updates.readTried(db, clock.now())
    this.#isStale = false
  }

  #isFirst(entry: PushEntry): boolean {
    return this.#seen === 0 || this.#first.isAttempt(entry)
  }

  /** One is under way whose record is compared. */
  #isComparing(): boolean {
    if (updates.isPuttingBack(this.#ports.db) || this.#tried.some((one) => one.isStuck)) return true
    if (this.#seen === 0) return this.#pending() > 0
    return this.#tried.some((one) => one.isSaved && (one.isUnderWay || one.isDone))
  }

  /** Under way or not yet seen. What is looked up after trouble keeps nothing from going: it may take an hour. */
  #pending(): number {
    return this.#tried.filter((one) => one.isUnderWay || (one.isDone && !this.#isAlone(one))).length
  }

  #isAlone(one: Tried): boolean {
    return this.#waits.isAlone(keyOf(one)) === true
  }

  #isTimeFor(one: Tried): boolean {
    return this.#waits.isOver(keyOf(one), this.#ports.clock.elapsed())
  }

  /** What is to be looked at now: a record that is compared, a stage that is full, or what was in doubt. */
  #dueLot(isIdle: boolean): readonly Tried[] {
    const done = this.#tried.filter((one) => one.isDone)
    const compared = done.find((one) => one.isSaved) ?? this.#tried.find((one) => one.isStuck)
    if (compared !== undefined) return this.#isTimeFor(compared) ? [compared] : []
    const stage = done.filter((one) => !this.#isAlone(one))
    // Nothing else goes, and not only clicks of the hand are open.
    const isOver = isIdle && stage.some((one) => !one.isHand)
    const isFull = stage.length > 0 && roomOf(this.#seen, stage.length) === 0
    const isUnderWay = this.#tried.some((one) => one.isUnderWay)
    if (!isUnderWay && (isFull || isOver) && stage.every((one) => this.#isTimeFor(one))) return stage
    return done.filter((one) => this.#isAlone(one) && this.#isTimeFor(one))
  }

  async #look(lot: readonly Tried[]): Promise<void> {
    this.#since.clear()
    const isFirst = this.#seen === 0 || lot.some((one) => one.isSaved)
    const done = this.#tried.filter((one) => one.isDone)
    const look = isFirst ? this.#first.compare(lot, done) : seeOnPages(this.#ports.finder, lot, pagesOf(this.#seen))
    const seen = await look
    if (!this.#ports.requests.isOver && seen !== null) this.#judge(this.#ofLot(lot), seen)
  }

  /** Those of the lot that nothing newer was sent for, as they are by now. */
  #ofLot(lot: readonly Tried[]): Tried[] {
    const { db, clock } = this.#ports
    const keys = new Set(lot.map(keyOf).filter((key) => !this.#since.has(key)))
    return updates.readTried(db, clock.now()).filter((one) => keys.has(keyOf(one)))
  }

  /** What cannot be read in two minutes proves nothing against the service, and counts as seen. */
  #judge(lot: readonly Tried[], { isRead, unseen: looked }: LotSeen): void {
    const keys = new Set(looked.map(keyOf))
    const unseen = lot.filter((one) => isAnswered(one) && keys.has(keyOf(one)) && !(isRead && one.isShown))
    const isAlone = lot.some((one) => this.#isAlone(one)) || 2 * unseen.length <= lot.length
    const wait = { isAlone, now: this.#ports.clock.elapsed() }
    const over = unseen.filter((one) => !this.#waits.add(keyOf(one), wait))
    const left = new Set(unseen.filter((one) => !over.includes(one)))
    const ended = lot.filter((one) => !left.has(one))
    if (ended.length === 0) return this.#wakeForNext()
    const refuted = isRead ? over : []
    const { db, client, clock } = this.#ports
    this.#write(
      () => {
        updates.addSeen(db, client.address, ended.filter((one) => one.isDone).length - refuted.length)
        updates.dropTried(db, ended)
        updates.refuteUnseen(db, { unseen: refuted, isHolding: !isAlone, now: clock.now() })
      },
      refuted.map(({ record }) => record)
    )
    if (refuted.length > 0) this.#ports.onStatus()
  }

  #wakeForNext(): void {
    const { clock, onStatus } = this.#ports
    const { nextAt } = this.#waits
    this.#timer.cancel()
    onStatus()
    if (nextAt === null) return
    this.#timer.set(Math.max(0, nextAt - clock.elapsed()), this.#onChange)
  }

  /** In one transaction; false when the disk did not take it. `records`: those that a screen shows otherwise from now on. */
  #write(work: () => void, records: readonly number[] = []): boolean {
    const { db, mirror, onStuck } = this.#ports
    const written = tryStorage(() => changing(db, work))
    if (!written.ok) onStuck(written.failure)
    if (!written.ok) return false
    mirror.tell({ revision: written.value.revision, records, added: 0 })
    this.#isStale = true
    this.#read()
    this.#waits.keepOnly(new Set(this.#tried.map(keyOf)))
    this.#wakeForNext()
    this.#onChange()
    return true
  }
}

const isAnswered = ({ isDone, isStuck }: Tried): boolean => isDone || isStuck
export const isUpdate = ({ kind }: PushEntry): boolean => kind === 'favorite' || kind === 'name'

/** Under whichever number its record stands. */
const keyOf = ({ serviceId, kind }: Pick<Tried, 'serviceId'> & { readonly kind: string }): string =>
  `${kind} ${serviceId}`
