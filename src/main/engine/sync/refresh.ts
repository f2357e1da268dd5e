/**
 * What must be read just before an entry is sent: list pages where the list carries `results`, or an update the name,
 * since both go back, and older ones would overwrite what another client wrote. One page serves up to a hundred updates.
 */
import { isWithin } from '../domain/clock.ts'
import { isNumericId } from '../domain/compare-ids.ts'
import { FRESH_MS, lacksPicture } from '../domain/copy-of.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { PushLane } from './push-line.ts'
import { NameRead } from './name-read.ts'
import type { Parts } from './group-parts.ts'

/** A read that some of the next entries need; false when nothing was learned. */
export type WantedRead = () => Promise<boolean>

/** Fewer fresh entries than this at the head of a line: the next page is fetched. */
const AHEAD = 12
/** Pages under way at once, for selections so sparse that a page serves one row. */
const PAGES_AT_ONCE = 3
/** Records that their page did not show are sent from the copy. So many are remembered at most, and what came up. */
const MAX_REMEMBERED = 10_000

/** Pages for stars and deletions; names are read record by record. */
export class Refresh {
  readonly #ports: Parts
  readonly #names: NameRead
  readonly #underWay = new Set<number>()
  readonly #pages = new Map<number, number>()
  readonly #unfound = new Set<number>()
  /** When an entry of a record without a picture was first looked at here, ms since epoch. */
  readonly #cameUpAt = new Map<number, number>()

  constructor(ports: Parts) {
    this.#ports = ports
    this.#names = new NameRead(ports)
  }

  /** Whether an entry may carry what the mirror holds. A place that cannot be guessed is sent from the copy. */
  isFresh(entry: PushEntry): boolean {
    if (entry.kind === 'name') return this.#names.isFresh(entry)
    const { dialect } = this.#ports.client
    if (dialect.get('results.carrier') !== 'list' && dialect.get('update.name') === 'absent') return true
    if (!isNumericId(entry.serviceId) || this.#unfound.has(entry.entry)) return true
    const now = this.#ports.clock.now()
    const { readAt } = entry.mirror
    return isWithin(now, readAt, FRESH_MS) && (!lacksPicture(entry, now) || readAt >= this.#whenItCameUp(entry, now))
  }

  /** What should be read now for the next entries of a lane. */
  wanted(entries: readonly PushEntry[], lane: PushLane): WantedRead[] {
    const pages = this.#wantedPages(entries.filter(({ kind }) => kind !== 'name'))
    const names = this.#names.wanted(entries)
    return [
      ...pages.map((entry) => () => this.#read(entry, lane)),
      ...names.map((entry) => () => this.#names.read(entry, lane))
    ]
  }

  /** Each stands for its whole page. */
  #wantedPages(entries: readonly PushEntry[]): PushEntry[] {
    const freshAhead = entries.findIndex((entry) => !this.isFresh(entry))
    if (freshAhead < 0 || freshAhead >= AHEAD) return []
    const stale = entries.filter((entry) => !this.isFresh(entry)).slice(0, PAGES_AT_ONCE)
    const pages = new Set(this.#underWay)
    return stale.filter((entry) => {
      const page = this.#pageOf(entry.record)
      const isChosen = pages.size < PAGES_AT_ONCE && !pages.has(page)
      pages.add(page)
      return isChosen
    })
  }

  async #read(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const page = this.#pageOf(entry.record)
    this.#underWay.add(page)
    const reading = this.#ports.finder.read(entry.record, entry.serviceId, lane)
    const found = await reading.finally(() => this.#underWay.delete(page))
    this.#pages.clear()
    if (found !== null && !found.holds) this.#noteUnfound(entry)
    return found !== null
  }

  /** Counting the ids before one costs milliseconds in a large library: once for each record and read. */
  #pageOf(record: number): number {
    const page = this.#pages.get(record) ?? this.#ports.finder.pageOf(record)
    this.#pages.set(record, page)
    return page
  }

  /** Never ahead of the clock, which may be set back. */
  #whenItCameUp({ entry }: PushEntry, now: number): number {
    const at = Math.min(this.#cameUpAt.get(entry) ?? now, now)
    if (this.#cameUpAt.size >= MAX_REMEMBERED) this.#cameUpAt.clear()
    this.#cameUpAt.set(entry, at)
    return at
  }

  #noteUnfound(entry: PushEntry): void {
    if (this.#unfound.size >= MAX_REMEMBERED) this.#unfound.clear()
    this.#unfound.add(entry.entry)
  }
}
