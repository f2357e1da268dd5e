/**
 * The first updates on a connection: one is tried, with its record read before and after and every field compared;
 * then ten and a hundred, seen on their list pages; then all. So a service that empties what is not sent, or only
 * pretends to take what it answers, harms one record and not ten thousand. Once for each connection, kept on disk.
 */
import type { Failure } from '../../../shared/failure.ts'
import { type Clock, isWithin } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { recordChanges, showsWanted } from '../domain/record-changes.ts'
import { nextLookMs, pagesOf, roomOf, TRUSTED } from '../domain/trial-stages.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import * as updates from '../storage/tried-updates.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Background } from './background.ts'
import type { WantedRead } from './freshness.ts'
import { type LotSeen, seeOnPages, wantedOf } from './lot-pages.ts'
import { changing, type Mirror } from './mirror.ts'
import type { PageFinder } from './page-finder.ts'
import type { PushLane } from './push-line.ts'
import type { RecordLook } from './record-look.ts'
import { SingleFlight } from './single-flight.ts'

type Tried = updates.TriedUpdate

export interface TrialPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly clock: Clock
  readonly finder: PageFinder
  readonly look: RecordLook
  readonly background: Background
  readonly acknowledgements: Acknowledgements
  readonly mirror: Pick<Mirror, 'tell'>
  /** Something may go that could not before. */
  readonly onChange: () => void
  /** A batch was stopped: the person is asked. */
  readonly onHeld: () => void
  readonly onStuck: (failure: Failure) => void
}

/** What Push asks of it. */
export interface Trying {
  readonly mayGo: (entry: PushEntry) => boolean
  readonly wanted: (entries: readonly PushEntry[], lane: PushLane) => readonly WantedRead[]
  /** In the transaction of their claims. */
  readonly noteClaims: (entries: readonly PushEntry[]) => void
  /** The outbox has changed, by a person or by answers. */
  readonly refresh: () => void
  /** Looks at what was acknowledged, if there is something to see. `isIdle`: nothing else is to be sent. */
  readonly see: (isIdle: boolean) => void
  readonly close: () => void
}

/** Nothing is tried first. */
export const NO_TRIAL: Trying = {
  mayGo: () => true,
  wanted: () => [],
  noteClaims: () => undefined,
  refresh: () => undefined,
  see: () => undefined,
  close: () => undefined
}

/** A record read longer ago than this is read once more before its update. */
const SAVED_FRESH_MS = 60_000

export class Trial implements Trying {
  readonly #ports: TrialPorts
  readonly #flight = new SingleFlight()
  readonly #reading = new Set<number>()
  /** What was read of the disk may be out of date; read when it is asked for. */
  #isStale = true
  #seen = 0
  #tried: readonly Tried[] = []
  /** Claimed since it was last read from the disk. */
  #claimed = 0
  #looks = 0
  /** Handed over since the first look at this lot: they belong to the next one. By what they have under every number. */
  readonly #since = new Set<string>()
  #cancelTimer: (() => void) | null = null
  #isClosed = false

  constructor(ports: TrialPorts) {
    this.#ports = ports
  }

  mayGo(entry: PushEntry): boolean {
    this.#read()
    if (!isUpdate(entry) || this.#seen >= TRUSTED || entry.saved !== null) return true
    if (this.#seen === 0) return this.#pending() === 0 && this.#isSaved(entry)
    // A click of the hand waits for nothing; it counts all the same.
    return entry.isHand || roomOf(this.#seen, this.#pending()) > 0
  }

  /** The record of the first update, as it is before. */
  wanted(entries: readonly PushEntry[], lane: PushLane): readonly WantedRead[] {
    this.#read()
    if (this.#seen > 0 || this.#pending() > 0) return []
    const updating = entries.filter(isUpdate)
    const [first] = updating
    if (first === undefined || this.#reading.has(first.record) || updating.some((one) => this.#isSaved(one))) return []
    return [{ read: () => this.#save(first, lane) }]
  }

  noteClaims(entries: readonly PushEntry[]): void {
    this.#read()
    if (this.#seen >= TRUSTED) return
    for (const entry of entries) {
      if (!isUpdate(entry) || entry.saved !== null) continue
      updates.noteTried(this.#ports.db, entry)
      this.#since.add(keyOf(entry))
      this.#claimed += 1
    }
  }

  refresh(): void {
    this.#isStale = true
  }

  see(isIdle: boolean): void {
    this.#read()
    const isDue = this.#isDue(isIdle)
    if (!isDue || this.#flight.isRunning || this.#cancelTimer !== null || this.#isClosed) return
    this.#ports.background.run(() => this.#flight.run(() => this.#look()))
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #read(): void {
    if (!this.#isStale) return
    const { db, client, clock } = this.#ports
    this.#seen = updates.countSeen(db, client.address)
    this.#tried = updates.readTried(db, clock.now())
    this.#claimed = 0
    this.#isStale = false
  }

  /** Under way or not yet seen. What is looked up after trouble keeps nothing from going: it may take an hour. */
  #pending(): number {
    return this.#claimed + this.#tried.filter((one) => one.isUnderWay || one.isDone).length
  }

  #isSaved(entry: PushEntry): boolean {
    const saved = updates.findSaved(this.#ports.db, entry.record)
    if (saved === null) return false
    // As it was before the first update of it: also when the person was asked about that, and wants another thing now.
    return saved.state !== 'read' || isWithin(this.#ports.clock.now(), saved.readAt, SAVED_FRESH_MS)
  }

  async #save(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const { db, look, clock, onStuck } = this.#ports
    this.#reading.add(entry.record)
    const looked = await look.read(entry, lane).finally(() => this.#reading.delete(entry.record))
    if (this.#isClosed || looked === null) return false
    const { record, entry: number, revision } = entry
    if (looked === 'gone') return this.#rejectGone({ entry: number, revision })
    const image = looked === 'absent' || looked === 'troubled' ? null : looked
    const kept = tryStorage(() => updates.saveRecord(db, { entry: number, record, image, readAt: clock.now() }))
    if (!kept.ok) onStuck(kept.failure)
    return kept.ok
  }

  #rejectGone(entry: { readonly entry: number; readonly revision: number }): boolean {
    const { acknowledgements } = this.#ports
    acknowledgements.add([{ ...entry, outcome: { kind: 'rejected', failure: { code: 'not-found' } } }], null)
    return acknowledgements.flush()
  }

  /** They can tell nothing, as one that somebody deleted meanwhile: another one is tried. */
  #forget(done: readonly Tried[]): null {
    const { db } = this.#ports
    this.#write(() => (updates.dropTried(db, updates.renumbered(db, done)), updates.dropSaved(db)))
    return null
  }

  /** A stage is full; or nothing else goes, and not only clicks of the hand are open. */
  #isDue(isIdle: boolean): boolean {
    if (this.#claimed > 0 || this.#tried.length === 0 || this.#tried.some((one) => one.isUnderWay)) return false
    const done = this.#tried.filter((one) => one.isDone)
    const isFull = roomOf(this.#seen, done.length) === 0
    return done.length > 0 && (isFull || (isIdle && done.some((one) => !one.isHand)))
  }

  async #look(): Promise<void> {
    const { finder } = this.#ports
    if (this.#looks === 0) this.#since.clear()
    const lot = this.#ofLot(this.#tried)
    const done = lot.filter((one) => one.isDone)
    // Other things are wanted of all of them by now.
    if (done.length === 0) return this.#pass(lot)
    const seen = await (this.#seen === 0 ? this.#seeFirst(done) : seeOnPages(finder, done, pagesOf(this.#seen)))
    if (this.#isClosed || seen === null) return
    if (seen.how === 'seen') return this.#pass(lot)
    this.#looks += 1
    const wait = nextLookMs(this.#looks)
    if (wait !== null) return this.#lookAgainIn(wait)
    // What cannot be read proves nothing against the service.
    if (seen.how === 'unreadable') return this.#pass(lot)
    this.#refute(lot, this.#ofLot(seen.unseen))
  }

  /** Those of the lot that nothing newer was sent for, under the numbers they have now. */
  #ofLot(tried: readonly Tried[]): Tried[] {
    const isOfLot = (one: Tried): boolean => !this.#since.has(keyOf(one))
    return updates.renumbered(this.#ports.db, tried.filter(isOfLot))
  }

  #lookAgainIn(ms: number): void {
    this.#cancelTimer = this.#ports.clock.after(ms, () => {
      this.#cancelTimer = null
      this.#ports.onChange()
    })
  }

  /** null: the person is asked by now. */
  async #seeFirst(done: readonly Tried[]): Promise<LotSeen | null> {
    const { db, look, client, clock } = this.#ports
    const first = done.find(({ record }) => updates.findSaved(db, record) !== null)
    // Nothing to compare with, as with those of another address.
    if (first === undefined) return this.#forget(done)
    const saved = updates.findSaved(db, first.record)
    const image = await look.read(first, 'batch')
    if (this.#isClosed) return null
    if (image === 'gone') return this.#forget(done)
    // No look is possible at all: the stages tell.
    if (image === 'absent') return { how: 'seen', unseen: [] }
    if (image === null || image === 'troubled') return { how: 'unreadable', unseen: [] }
    const wanted = wantedOf(done.filter(({ record }) => record === first.record))
    if (!showsWanted(image.fields, wanted)) return { how: 'unseen', unseen: done }
    const changes = !saved?.image ? [] : recordChanges(saved.image, image, wanted)
    if (changes.length === 0) return { how: 'seen', unseen: [] }
    const failure: Failure = { code: 'changed-more', changes }
    const [tried = first] = updates.renumbered(db, [first])
    const refuted = { tried, failure, address: client.address, now: clock.now() }
    this.#write(() => updates.refuteFirst(db, refuted), [tried.record])
    this.#ports.onHeld()
    return null
  }

  #pass(lot: readonly Tried[]): void {
    this.#write(() => (this.#endLot(this.#ofLot(lot), []), updates.dropSaved(this.#ports.db)))
  }

  #refute(lot: readonly Tried[], unseen: readonly Tried[]): void {
    const { db, clock, onHeld } = this.#ports
    const work = (): void => {
      this.#endLot(this.#ofLot(lot), unseen)
      updates.refuteUnseen(db, unseen, clock.now())
    }
    this.#write(
      work,
      unseen.map(({ record }) => record)
    )
    onHeld()
  }

  /** What stands on disk of it goes, and nothing else: what was handed over meanwhile is still to be seen. */
  #endLot(lot: readonly Tried[], unseen: readonly Tried[]): void {
    const { db, client } = this.#ports
    updates.addSeen(db, client.address, lot.filter((one) => one.isDone).length - unseen.length)
    updates.dropTried(db, lot)
  }

  /** In one transaction. `records`: those that a screen shows otherwise from now on. */
  #write(work: () => void, records: readonly number[] = []): void {
    const { db, mirror } = this.#ports
    const written = tryStorage(() => changing(db, work))
    if (!written.ok) return this.#ports.onStuck(written.failure)
    mirror.tell({ revision: written.value.revision, records, added: 0 })
    this.#looks = 0
    this.#ports.onChange()
  }
}

const isUpdate = ({ kind }: PushEntry): boolean => kind === 'favorite' || kind === 'name'

/** Under whichever number its record stands. */
const keyOf = ({ serviceId, kind }: Pick<Tried, 'serviceId'> & { readonly kind: string }): string =>
  `${kind} ${serviceId}`
