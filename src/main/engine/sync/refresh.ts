/**
 * Reads what an entry needs right before it is sent. Stars and deletions need list pages where the list carries
 * `results`, or an update the name: both are sent back, and old ones would overwrite another client's changes. One page
 * serves up to a hundred updates. A new name needs its record: the update must carry its favorite and results, and must
 * not overwrite a name set elsewhere since.
 */
import type { Failure } from '../../../shared/failure.ts'
import { isWithin } from '../domain/clock.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import { FRESH_MS, lacksPicture } from '../domain/copy-of.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { PushLane } from './push-queue.ts'
import { type FetchedRecord, fetchRecord } from './show-record.ts'
import type { Parts } from './group-parts.ts'

/** Reads data for some of the next entries. Returns false if nothing was learned. */
export type NeededRead = () => Promise<boolean>

/** Fetches the next page when fewer fresh entries than this are at the head of a queue. */
const AHEAD = 12
/** Concurrent page reads, for selections so sparse that a page serves one row. */
const PAGES_AT_ONCE = 3
/** Maximum number of entries remembered in each map. A record that its page did not show is sent from the copy. */
const MAX_REMEMBERED = 10_000
/** Maximum number of records read ahead for new names, because a long wait requires another read. */
const NAMES_AT_ONCE = 3
const NAME_FRESH_MS = 60_000
/** Maximum factor of the validity of a record's read. */
const MAX_FACTOR = 5

export class Refresh {
  readonly #ports: Parts
  readonly #inFlight = new Set<number>()
  readonly #pages = new Map<number, number>()
  readonly #unfound = new Set<number>()
  /** When an entry of a record without a picture was first checked here, ms since epoch. */
  readonly #checkedAt = new Map<number, number>()
  /** Entries whose records are being read for their names. */
  readonly #naming = new Set<number>()
  /**
   * When the record of an entry was read for its name, ms since epoch. A page that happened to show it is not enough.
   */
  readonly #named = new Map<number, { readonly at: number; readonly times: number }>()

  constructor(ports: Parts) {
    this.#ports = ports
  }

  /**
   * Returns whether an entry may carry the mirror's data. An entry whose page cannot be estimated is sent from the
   * copy.
   */
  isFresh(entry: PushEntry): boolean {
    const now = this.#ports.clock.now()
    if (entry.kind === 'name') {
      const read = this.#named.get(entry.entry)
      return read !== undefined && isWithin(now, read.at, read.times * NAME_FRESH_MS)
    }
    const { dialect } = this.#ports.client
    if (dialect.get('results.carrier') !== 'list' && dialect.get('update.name') === 'absent') return true
    if (!isNumericId(entry.serviceId) || this.#unfound.has(entry.entry)) return true
    const { readAt } = entry.mirror
    return isWithin(now, readAt, FRESH_MS) && (!lacksPicture(entry, now) || readAt >= this.#firstCheckedAt(entry, now))
  }

  /** Returns the reads that the next entries of a lane need now. */
  wanted(entries: readonly PushEntry[], lane: PushLane): NeededRead[] {
    const pages = this.#wantedPages(entries.filter(({ kind }) => kind !== 'name'))
    const names = entries.filter(
      (entry) => entry.kind === 'name' && !this.isFresh(entry) && !this.#naming.has(entry.entry)
    )
    return [
      ...pages.map((entry) => () => this.#readPage(entry, lane)),
      ...names.slice(0, NAMES_AT_ONCE - this.#naming.size).map((entry) => () => this.#readName(entry, lane))
    ]
  }

  /** Returns entries to read, each of which represents its whole page. */
  #wantedPages(entries: readonly PushEntry[]): PushEntry[] {
    const freshAhead = entries.findIndex((entry) => !this.isFresh(entry))
    if (freshAhead < 0 || freshAhead >= AHEAD) return []
    const stale = entries.filter((entry) => !this.isFresh(entry)).slice(0, PAGES_AT_ONCE)
    const pages = new Set(this.#inFlight)
    return stale.filter((entry) => {
      const page = this.#pageOf(entry.record)
      const isChosen = pages.size < PAGES_AT_ONCE && !pages.has(page)
      pages.add(page)
      return isChosen
    })
  }

  async #readPage(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const page = this.#pageOf(entry.record)
    this.#inFlight.add(page)
    const reading = this.#ports.finder.read(entry.record, entry.serviceId, lane)
    const found = await reading.finally(() => this.#inFlight.delete(page))
    this.#pages.clear()
    if (found !== null && !found.holds) this.#noteUnfound(entry)
    return found !== null
  }

  /**
   * Returns the page of a record, cached until the next read, because counting the ids before it takes milliseconds in
   * a large library.
   */
  #pageOf(record: number): number {
    const page = this.#pages.get(record) ?? this.#ports.finder.pageOf(record)
    this.#pages.set(record, page)
    return page
  }

  /** Returns when the entry was first checked; never later than now, because the clock may be set back. */
  #firstCheckedAt({ entry }: PushEntry, now: number): number {
    const at = Math.min(this.#checkedAt.get(entry) ?? now, now)
    if (this.#checkedAt.size >= MAX_REMEMBERED) this.#checkedAt.clear()
    this.#checkedAt.set(entry, at)
    return at
  }

  #noteUnfound(entry: PushEntry): void {
    if (this.#unfound.size >= MAX_REMEMBERED) this.#unfound.clear()
    this.#unfound.add(entry.entry)
  }
  async #readName(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const { acknowledgements, failures } = this.#ports
    this.#naming.add(entry.entry)
    const fetched = await fetchRecord(this.#ports, entry, lane).finally(() => this.#naming.delete(entry.entry))
    if (fetched === null) return false
    const failure = fetched.kind === 'shown' ? failureOfMissingResults(entry, fetched) : fetched.failure
    if (failure === null) this.#noteNamed(entry)
    if (failure === null) return true
    // A rejected or removed record needs the user. A failure of this record does not keep others from being read.
    const isLasting = fetched.kind === 'gone' || fetched.kind === 'refused'
    const outcome = isLasting ? ({ kind: 'rejected', failure } as const) : failures.putOff(entry.entry, failure)
    acknowledgements.settle(entry, outcome)
    return acknowledgements.flush()
  }

  /**
   * Records the read of a name. If turns are rarer than a read stays fresh, each further read is valid longer, so the
   * name is finally sent.
   */
  #noteNamed({ entry }: PushEntry): void {
    const times = Math.min(MAX_FACTOR, (this.#named.get(entry)?.times ?? 0) + 1)
    if (this.#named.size >= MAX_REMEMBERED) this.#named.clear()
    this.#named.set(entry, { at: this.#ports.clock.now(), times })
  }
}

/** Returns the failure of `show` if the list page shows no results, because old results would be sent back. */
const failureOfMissingResults = (
  { mirror }: PushEntry,
  { image, failure }: Extract<FetchedRecord, { kind: 'shown' }>
): Failure | null => (image.fields.results === undefined && mirror.results !== null ? failure : null)
