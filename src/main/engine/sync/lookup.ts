/**
 * Looks up what was sent without a reliable response before anything is sent again: by list page for many, by `show`
 * for few. In place: done. Not in place: sent again.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import { fateOfResults } from '../domain/record-changes.ts'
import { isSameName } from '../domain/same-value.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { unknownEntries } from '../storage/outbox.ts'
import type { Parts } from './group-parts.ts'
import type { FoundPage } from './page-finder.ts'
import { type FetchedRecord, fetchRecord } from './show-record.ts'

/** More entries than this are looked up by list page, which shows up to a hundred. */
const FEW = 3
const AT_ONCE = 100

export class Lookup {
  readonly #ports: Parts
  /**
   * One page for all entries that are looked up together, because most are on it and each would otherwise cost a page.
   */
  #sharedPage: Promise<FoundPage | null> | null = null

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /** Runs until nothing is left or nothing may be sent. One run at a time. */
  async lookUpAll(): Promise<void> {
    const { db, clock, acknowledgements } = this.#ports
    let hasMoved = true
    while (hasMoved) {
      if (!acknowledgements.flush()) return
      const entries = unknownEntries(db, { group: 'images', limit: AT_ONCE, now: clock.now() })
      hasMoved = entries.length > 0 && (await this.#lookAtSome(entries))
    }
  }

  /** Returns whether the state of at least one entry is known now. */
  #lookAtSome(entries: readonly PushEntry[]): Promise<boolean> {
    this.#sharedPage = null
    const first = entries[0]
    if (first !== undefined && entries.length > FEW && isNumericId(first.serviceId))
      return this.#readPage(first, entries)
    return this.#showEach(entries)
  }

  async #readPage(first: PushEntry, entries: readonly PushEntry[]): Promise<boolean> {
    const page = await this.#ports.finder.read(first.record, first.serviceId, 'batch')
    if (page === null) return false
    const shown = new Map(page.images.map((image) => [image.id, image]))
    for (const entry of entries) {
      const image = shown.get(entry.serviceId)
      if (image !== undefined)
        this.#settle(entry, { kind: 'shown', image, requestSequence: page.requestSequence, failure: null })
    }
    return page.holds || this.#showEach([first])
  }

  async #showEach(entries: readonly PushEntry[]): Promise<boolean> {
    const results = await Promise.all(entries.map((entry) => this.#show(entry)))
    return results.some((isKnown) => isKnown)
  }

  async #show(entry: PushEntry): Promise<boolean> {
    const fetched = await fetchRecord(this.#ports, entry, 'batch', () => this.#pageFor(entry))
    return fetched !== null && this.#settle(entry, fetched)
  }

  /**
   * Finds the page of an entry. With non-numeric ids it may be another page, which at least shows that lists are
   * available.
   */
  async #pageFor({ record, serviceId }: PushEntry): Promise<FoundPage | null> {
    const { finder } = this.#ports
    const isNumeric = isNumericId(serviceId)
    const isFirst = this.#sharedPage === null
    this.#sharedPage ??= isNumeric
      ? finder.read(record, serviceId, 'batch')
      : finder.read(record, serviceId, 'batch', 1)
    const page = await this.#sharedPage
    const holdsIt = page?.images.some(({ id }) => id === serviceId) === true
    // A record on another page is found by its own rank.
    return isFirst || !isNumeric || page === null || holdsIt ? page : finder.read(record, serviceId, 'batch')
  }

  #settle(entry: PushEntry, fetched: FetchedRecord): boolean {
    const shown = fetched.kind === 'shown' ? fetched : null
    this.#ports.acknowledgements.settle(entry, this.#outcomeOf(entry, fetched), shown)
    return true
  }

  #outcomeOf(entry: PushEntry, fetched: FetchedRecord): EntryResult['outcome'] {
    if (fetched.kind === 'shown') return { kind: isInPlace(entry, fetched.image) ? 'unchanged' : 'ready' }
    if (fetched.kind === 'gone' && entry.kind === 'delete') return { kind: 'acknowledged' }
    if (fetched.kind === 'gone') return { kind: 'rejected', failure: fetched.failure }
    // Nothing is known about the change itself.
    const failure: Failure = { ...fetched.failure, isUnconfirmed: true }
    return fetched.kind === 'refused'
      ? { kind: 'rejected', failure }
      : this.#ports.failures.putOff(entry.entry, failure)
  }
}

/**
 * Returns whether the record shows the desired value. A shown record whose deletion was requested has not been deleted.
 */
function isInPlace(entry: PushEntry, image: ServiceImage): boolean {
  const { fields } = image
  if (entry.saved !== null && !isBack(entry, entry.saved, image)) return false
  if (entry.kind === 'favorite') return fields.favorite === entry.want
  return entry.kind === 'name' && isSameName(fields.name ?? '', entry.name ?? '')
}

/** Returns whether the record has those saved values that an update can write. */
function isBack({ name }: PushEntry, saved: ServiceImage, image: ServiceImage): boolean {
  const { results } = image.fields
  if (results !== undefined && fateOfResults(saved.fields.results, results) === 'lost') return false
  const desired = name ?? saved.fields.name
  return desired === undefined || isSameName(image.fields.name ?? '', desired ?? '')
}
