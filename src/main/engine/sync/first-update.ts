/**
 * One update whose record is read before and after, with every field compared: the first on a connection, and the first
 * that writes a list in a form which may lose what is in it. What such a form changed is written back in the next one.
 */
import type { Failure, FieldChange } from '../../../shared/failure.ts'
import { isWithin } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { recordChanges, showsWanted, type WantedValues } from '../domain/record-changes.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { nextResultsForm, RESULTS_FORMS, type ResultsForm } from '../service/dialect.ts'
import {
  chooseResults,
  type KnownResults,
  knownResults,
  RESULTS_TRAITS,
  type ResultsTrait,
  resultsTrait
} from '../service/results-carrier.ts'
import { letBatchGo } from '../storage/batches.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import * as updates from '../storage/tried-updates.ts'
import type { PushLane } from './push-line.ts'
import { type Looked, lookAtRecord } from './show-record.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import type { PageFinder } from './page-finder.ts'
import type { Parts } from './group-parts.ts'

type Tried = updates.TriedUpdate

interface Comparing {
  readonly lot: readonly Tried[]
  readonly first: Tried
  readonly saved: updates.SavedRecord | null
}

/** In one transaction; false when the disk did not take it. `records`: those that a screen shows otherwise from now on. */
type Write = (work: () => void, records?: readonly number[]) => boolean

/** What a look at updates has shown of them. */
export interface LotSeen {
  /** False: nothing could be read. */
  readonly isRead: boolean
  /** Those that are shown otherwise, or could not be read. */
  readonly unseen: readonly Tried[]
}

const SEEN: LotSeen = { isRead: true, unseen: [] }

/** A record read longer ago than this is read once more before its update. */
const SAVED_FRESH_MS = 60_000

const traitOf = (known: KnownResults) => resultsTrait(chooseResults(known).value)

/** It cannot be shown, as where a service has no single records (404 of its web server), and stands on no page. */
const isAbsent = (looked: Looked): boolean =>
  looked.kind === 'refused' || (looked.kind === 'troubled' && looked.failure.code === 'wrong-address')

export class FirstUpdate {
  readonly #ports: Parts
  readonly #write: Write
  /** The record of one is being kept as it is. */
  isReading = false

  constructor(ports: Parts, write: Write) {
    this.#ports = ports
    this.#write = write
  }

  /** The form in which it would write its list is not known to lose nothing. */
  isAttempt({ mirror }: PushEntry): boolean {
    const { dialect } = this.#ports.client
    return RESULTS_TRAITS.some((trait) => dialect.isAttempted(trait)) && dialect.isAttempted(traitOf(mirror))
  }

  /** Its record is kept as it was before its first update: also when the user was asked about that, and wants another thing now. */
  isSaved({ record }: PushEntry): boolean {
    const saved = updates.findSaved(this.#ports.db, record)
    return saved !== null && (saved.state !== 'read' || isWithin(this.#ports.clock.now(), saved.readAt, SAVED_FRESH_MS))
  }

  /** Keeps the record as it is now. False when nothing was learned. */
  async save(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const { db, clock, requests, onStuck } = this.#ports
    this.isReading = true
    const looked = await lookAtRecord(this.#ports, entry, lane).finally(() => {
      this.isReading = false
    })
    if (requests.isOver || looked === null) return false
    if (looked.kind === 'gone') return this.#rejectGone(entry)
    const image = looked.kind === 'shown' ? looked.image : null
    if (isAbsent(looked) && entry.mirror.results !== null) this.#tryNoForm(entry)
    const { record, entry: number } = entry
    const kept = tryStorage(() => updates.saveRecord(db, { entry: number, record, image, readAt: clock.now() }))
    if (!kept.ok) onStuck(kept.failure)
    return kept.ok
  }

  /**
   * Reads the record of the first one of a lot once more. `done`: what was taken, of this record and maybe of others.
   * null: what is to follow has been written.
   */
  async compare(lot: readonly Tried[], done: readonly Tried[]): Promise<LotSeen | null> {
    const { db, requests } = this.#ports
    const first = lot.find((one) => one.isSaved)
    if (first === undefined) return this.#forget(lot)
    const saved = updates.findSaved(db, first.record)
    const looked = await lookAtRecord(this.#ports, first, 'batch')
    if (requests.isOver) return null
    if (looked?.kind === 'gone') return this.#forget(lot)
    // No look is possible at all: the stages tell.
    if (looked !== null && isAbsent(looked)) return this.#prove(first, saved)
    if (looked?.kind !== 'shown') return { isRead: false, unseen: lot }
    const { image } = looked
    const wanted = wantedOf([...done.filter(({ record }) => record === first.record), first])
    // One that was refused need not be shown: what it was to bring back counts.
    if (!first.isStuck && !showsWanted(image.fields, wanted)) return { isRead: true, unseen: lot }
    const changes = saved?.image ? recordChanges(saved.image, image, wanted) : []
    return changes.length === 0 ? this.#prove(first, saved) : this.#undo({ lot, first, saved }, changes)
  }

  /** They can tell nothing, as one that somebody deleted meanwhile: another one is tried. */
  #forget(lot: readonly Tried[]): null {
    const { db } = this.#ports
    this.#write(() => (updates.dropTried(db, updates.renumbered(db, lot)), updates.dropSaved(db)))
    return null
  }

  /** Nothing could show what another form loses of its results: the refusal of the first one stands. */
  #tryNoForm({ mirror }: PushEntry): void {
    const { dialect } = this.#ports.client
    const trait = traitOf(mirror)
    for (const form of RESULTS_FORMS.slice(1)) dialect.ruleOut(trait, form)
    dialect.attempt(trait, null)
  }

  #rejectGone(entry: PushEntry): boolean {
    const { acknowledgements } = this.#ports
    acknowledgements.settle(entry, { kind: 'rejected', failure: { code: 'not-found' } })
    return acknowledgements.flush()
  }

  /** What was used is known to do no harm now; a batch that waited for values to be written back goes on. */
  #prove(first: Tried, saved: updates.SavedRecord | null): LotSeen {
    const { db, client, clock } = this.#ports
    const { dialect } = client
    const trait = saved?.image ? traitOf(knownResults(saved.image)) : null
    const form = trait === null ? null : dialect.usedFor(trait, first.serviceId)
    if (trait !== null && form !== null && dialect.isAttempted(trait)) dialect.learn(trait, form)
    const failure = saved?.state === 'writing-back' ? updates.changedMoreHold(db, first) : null
    if (failure === null) return SEEN
    // The name went along with what was written back, and it is still there.
    if (failure.changes?.some(({ field }) => field === 'name') === true) dialect.learn('update.name', 'sent')
    this.#write(() => letBatchGo(db, first.batch, clock.now()))
    return SEEN
  }

  /** The form that may bring results back, used from now on. Where one is known, an earlier run lost them in another one. */
  #leave(trait: ResultsTrait, form: ResultsForm, saved: updates.SavedRecord | null): ResultsForm | null {
    const { dialect } = this.#ports.client
    const isKnown = form !== RESULTS_FORMS[0] && dialect.known(trait) === form
    if (isKnown && saved?.state === 'sent') return form
    const next = nextResultsForm(dialect, trait, form)
    dialect.ruleOut(trait, form)
    // Before it is written: what is to be written back goes at once.
    dialect.attempt(trait, next)
    return next
  }

  /** Only what the next form may bring back is written without a question, and only as long as there is a next one. */
  #undo({ lot, first, saved }: Comparing, changes: readonly FieldChange[]): null {
    const { db, client, clock, onStatus } = this.#ports
    const { dialect } = client
    const trait = saved?.image ? traitOf(knownResults(saved.image)) : null
    const form = trait === null ? null : dialect.get(trait)
    const [tried = first] = updates.renumbered(db, [first])
    // Asked about before, it was lost in an earlier form.
    const isNew = !first.isStuck && saved?.state !== 'asked'
    const isLossy = trait !== null && form !== null && isNew && changes.some(({ field }) => field === 'results')
    const next = isLossy ? this.#leave(trait, form, saved) : null
    if (next !== null && changes.length === 1) {
      const isWritten = this.#write(() => updates.putBack(db, tried, clock.now()), [tried.record])
      // It is compared once more then, and the same form follows.
      if (!isWritten && isLossy) dialect.attempt(trait, form)
      return null
    }
    // The user has seen what it changed, and has asked for what could be written back.
    if (saved?.state === 'writing-back') return this.#forget(lot)
    const failure: Failure = { code: 'changed-more', changes }
    const refuted = { tried, failure, address: client.address, now: clock.now() }
    this.#write(() => updates.refuteFirst(db, refuted), [tried.record])
    onStatus()
    return null
  }
}

/** Reads at most so many pages: of a selection that lies far apart, those of the first ones stand for the others. */
export async function seeOnPages(finder: PageFinder, done: readonly Tried[], atMost: number): Promise<LotSeen> {
  const shown = new Map<string, ServiceImage>()
  for (let pages = 0; pages < atMost; pages += 1) {
    const next = done.find((one) => !shown.has(one.serviceId) && isNumericId(one.serviceId))
    if (next === undefined) break
    const found = await finder.read(next.record, next.serviceId, 'batch')
    if (found === null) return { isRead: false, unseen: done }
    for (const image of found.images) shown.set(image.id, image)
    if (!found.holds) break
  }
  const unseen = done.filter((one) => {
    const image = shown.get(one.serviceId)
    return image !== undefined && !showsWanted(image.fields, wantedOf([one]))
  })
  return { isRead: true, unseen }
}

/** What updates of one record want of it together. */
const wantedOf = (tried: readonly Tried[]): WantedValues =>
  Object.assign(
    {},
    ...tried.map(({ kind, want, name }) => (kind === 'name' ? { name: name ?? '' } : { favorite: want }))
  )
