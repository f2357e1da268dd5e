/**
 * Compares every field of a record before and after one update: the first on a connection, and the first that writes a
 * list in a form that may lose data. What such a form changed is written back in the next form.
 */
import type { Failure, FieldChange } from '../../../shared/failure.ts'
import { isWithin } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { fateOfResults, recordChanges, showsDesired, type DesiredValues } from '../domain/record-changes.ts'
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
import { clearBatchPause } from '../storage/batches.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import * as updates from '../storage/checked-updates.ts'
import type { PushLane } from './push-queue.ts'
import { type FetchedRecord, fetchRecord } from './show-record.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import type { PageFinder } from './page-finder.ts'
import type { Parts } from './group-parts.ts'

type CheckedUpdate = updates.CheckedUpdate

interface Comparing {
  readonly cohort: readonly CheckedUpdate[]
  readonly first: CheckedUpdate
  readonly saved: updates.SavedRecord | null
  readonly image: ServiceImage
}

/**
 * Runs the work in one transaction; returns false if the disk rejects it. `records`: those that screens must read
 * again.
 */
type Write = (work: () => void, records?: readonly number[]) => boolean

/** What reading updated records has shown. */
export interface CohortResult {
  /** False if nothing could be read. */
  readonly isRead: boolean
  /** Updates with other values than desired, or that could not be read. */
  readonly unseen: readonly CheckedUpdate[]
}

const SEEN: CohortResult = { isRead: true, unseen: [] }

/** A saved record older than this is read again before its update. */
const SAVED_FRESH_MS = 60_000

const traitOf = (known: KnownResults) => resultsTrait(chooseResults(known).value)

/**
 * Whether the record can be read neither by `show`, as where a service has no single records (404 of its web server),
 * nor on a page.
 */
const isAbsent = (fetched: FetchedRecord): boolean =>
  fetched.kind === 'refused' || (fetched.kind === 'inconclusive' && fetched.failure.code === 'wrong-address')

export class FirstUpdate {
  readonly #ports: Parts
  readonly #write: Write
  /** Whether a record is being saved right now. */
  isReading = false

  constructor(ports: Parts, write: Write) {
    this.#ports = ports
    this.#write = write
  }

  /** Returns whether the update would write its list in a form that is not known to be lossless. */
  isAttempt({ mirror }: PushEntry): boolean {
    const { dialect } = this.#ports.client
    return RESULTS_TRAITS.some((trait) => dialect.isAttempted(trait)) && dialect.isAttempted(traitOf(mirror))
  }

  /**
   * Returns whether the record is saved as it was before its first update. It stays saved after a decision by the user
   * and after a newer intent.
   */
  isSaved({ record }: PushEntry): boolean {
    const saved = updates.findSaved(this.#ports.db, record)
    return saved !== null && (saved.state !== 'read' || isWithin(this.#ports.clock.now(), saved.readAt, SAVED_FRESH_MS))
  }

  /** Saves the current record. Returns false if nothing was learned. */
  async save(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const { db, clock, requests, onStuck } = this.#ports
    this.isReading = true
    const fetched = await fetchRecord(this.#ports, entry, lane).finally(() => {
      this.isReading = false
    })
    if (requests.isOver || fetched === null) return false
    if (fetched.kind === 'gone') return this.#rejectGone(entry)
    const image = fetched.kind === 'shown' ? fetched.image : null
    if (isAbsent(fetched) && entry.mirror.results !== null) this.#ruleOutForms(entry)
    const { record, entry: number } = entry
    const kept = tryStorage(() => updates.saveRecord(db, { entry: number, record, image, readAt: clock.now() }))
    if (!kept.ok) onStuck(kept.failure)
    return kept.ok
  }

  /**
   * Reads the record of the first update of a cohort again. `done`: the accepted updates, of this record and possibly
   * of others. Returns `null` if the consequence has been written.
   */
  async compare(cohort: readonly CheckedUpdate[], done: readonly CheckedUpdate[]): Promise<CohortResult | null> {
    const { db, requests } = this.#ports
    const first = cohort.find((one) => one.isSaved)
    if (first === undefined) return this.#forget(cohort)
    const saved = updates.findSaved(db, first.record)
    const fetched = await fetchRecord(this.#ports, first, 'batch')
    if (requests.isOver) return null
    if (fetched?.kind === 'gone') return this.#forget(cohort)
    // No read is possible at all, so the later stages decide.
    if (fetched !== null && isAbsent(fetched)) return this.#prove(first, saved)
    if (fetched?.kind !== 'shown') return { isRead: false, unseen: cohort }
    const { image } = fetched
    const desired = desiredOf([...done.filter(({ record }) => record === first.record), first])
    // A rejected update need not be visible; the values that it should bring back count.
    if (!first.isStuck && !showsDesired(image.fields, desired)) return { isRead: true, unseen: cohort }
    const changes = saved?.image ? recordChanges(saved.image, image, desired) : []
    return changes.length === 0 ? this.#prove(first, saved) : this.#undo({ cohort, first, saved, image }, changes)
  }

  /** Drops updates that can prove nothing, such as of a record deleted elsewhere; another one becomes the first. */
  #forget(cohort: readonly CheckedUpdate[]): null {
    const { db } = this.#ports
    this.#write(() => (updates.dropChecked(db, updates.renumbered(db, cohort)), updates.dropSaved(db)))
    return null
  }

  /** Rules out the other forms, because nothing could show what they lose; the refusal of the first form counts. */
  #ruleOutForms({ mirror }: PushEntry): void {
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

  /** Records that the form is safe, and resumes a batch that waited for values to be written back. */
  #prove(first: CheckedUpdate, saved: updates.SavedRecord | null): CohortResult {
    const { db, client, clock } = this.#ports
    const { dialect } = client
    const trait = saved?.image ? traitOf(knownResults(saved.image)) : null
    const form = trait === null ? null : dialect.usedFor(trait, first.serviceId)
    if (trait !== null && form !== null && dialect.isAttempted(trait)) dialect.learn(trait, form)
    const failure = saved?.state === 'writing-back' ? updates.changedMorePause(db, first) : null
    if (failure === null) return SEEN
    // The name was sent with the values written back and is in place again, so later updates send it, too.
    if (failure.changes?.some(({ field }) => field === 'name') === true) dialect.learn('update.name', 'sent')
    this.#write(() => clearBatchPause(db, first.batch, clock.now()))
    return SEEN
  }

  /**
   * Rules out a form and returns the next one that may bring results back. If another form is known to work, an earlier
   * run lost the results in an older form.
   */
  #leave(trait: ResultsTrait, form: ResultsForm, saved: updates.SavedRecord | null): ResultsForm | null {
    const { dialect } = this.#ports.client
    const isKnown = form !== RESULTS_FORMS[0] && dialect.known(trait) === form
    if (isKnown && saved?.state === 'sent') return form
    const next = nextResultsForm(dialect, trait, form)
    dialect.ruleOut(trait, form)
    // Set before the write, because the values to write back are sent at once.
    dialect.attempt(trait, next)
    return next
  }

  /**
   * Writes back without a question only what the next form may bring back, and only while there is a next form. Results
   * that came instead are another client's, and stay.
   */
  #undo({ cohort, first, saved, image }: Comparing, changes: readonly FieldChange[]): null {
    const { db, client, clock, onStatus } = this.#ports
    const { dialect } = client
    const trait = saved?.image ? traitOf(knownResults(saved.image)) : null
    const form = trait === null ? null : dialect.get(trait)
    const [checked = first] = updates.renumbered(db, [first])
    // If the user was asked before, an earlier form lost the results.
    const isNew = !first.isStuck && saved?.state !== 'needs-decision'
    const fate = fateOfResults(saved?.image?.fields.results, image.fields.results)
    const isLossy = trait !== null && form !== null && isNew && fate === 'lost'
    const next = isLossy ? this.#leave(trait, form, saved) : null
    if (next !== null && changes.length === 1) {
      const isWritten = this.#write(() => updates.putBack(db, checked, clock.now()), [checked.record])
      // The next comparison leads to the same form again.
      if (!isWritten && isLossy) dialect.attempt(trait, form)
      return null
    }
    // The user has seen the changes, and requested what could be written back.
    if (saved?.state === 'writing-back') return this.#forget(cohort)
    const failure: Failure = { code: 'changed-more', changes }
    const refuted = { checked, failure, address: client.address, now: clock.now() }
    this.#write(() => updates.refuteFirst(db, refuted), [checked.record])
    onStatus()
    return null
  }
}

/**
 * Checks updates on their list pages, reading at most `atMost` pages; in a scattered selection the first ones represent
 * the others.
 */
export async function seeOnPages(
  finder: PageFinder,
  done: readonly CheckedUpdate[],
  atMost: number
): Promise<CohortResult> {
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
    return image !== undefined && !showsDesired(image.fields, desiredOf([one]))
  })
  return { isRead: true, unseen }
}

/** Returns the combined desired values of several updates of one record. */
const desiredOf = (checked: readonly CheckedUpdate[]): DesiredValues =>
  Object.assign(
    {},
    ...checked.map(({ kind, want, name }) => (kind === 'name' ? { name: name ?? '' } : { favorite: want }))
  )
