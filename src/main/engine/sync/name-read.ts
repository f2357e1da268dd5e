/**
 * Reads a record just before its new name is sent: the update must carry its favorite and results, and a name that
 * somebody else gave it meanwhile must not be overwritten.
 */
import type { Failure } from '../../../shared/failure.ts'
import { isWithin } from '../domain/clock.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { isTroubled, shownBy } from '../domain/outcome.ts'
import type { PushLane } from './push-line.ts'
import { type Shown, showRecord } from './show-record.ts'
import type { Parts } from './group-parts.ts'

const FRESH_MS = 60_000
/** Read ahead of their turns at most this many: what waits longer must be read again. */
const AT_ONCE = 3
/** A read lasts so many times as long at most. */
const MOST_TIMES = 5
/** Forgotten, a record is read once more. */
const MAX_REMEMBERED = 1_000

export class NameRead {
  readonly #ports: Parts
  readonly #underWay = new Set<number>()
  /** When the record of an entry was read for it, ms since epoch. A page that happened to show it is not enough. */
  readonly #read = new Map<number, { readonly at: number; readonly times: number }>()

  constructor(ports: Parts) {
    this.#ports = ports
  }

  isFresh(entry: PushEntry): boolean {
    const read = this.#read.get(entry.entry)
    if (entry.kind !== 'name') return true
    return read !== undefined && isWithin(this.#ports.clock.now(), read.at, read.times * FRESH_MS)
  }

  /** The entries whose records should be read now. */
  wanted(entries: readonly PushEntry[]): PushEntry[] {
    const room = AT_ONCE - this.#underWay.size
    const stale = entries.filter((entry) => !this.isFresh(entry) && !this.#underWay.has(entry.entry))
    return stale.slice(0, Math.max(0, room))
  }

  /** Reads the record of an entry, or its list page where the record cannot be shown; false when nothing was learned. */
  async read(entry: PushEntry, lane: PushLane): Promise<boolean> {
    this.#underWay.add(entry.entry)
    return this.#look(entry, lane).finally(() => this.#underWay.delete(entry.entry))
  }

  async #look(entry: PushEntry, lane: PushLane): Promise<boolean> {
    const learned = { is: false }
    const heard = async (shown: Shown): Promise<void> => {
      learned.is = await this.#take(entry, shown)
    }
    const shown = await showRecord(this.#ports, entry.serviceId, { lane, heard })
    if (shown !== null && isTroubled(shown.outcome)) return this.#readPage(entry, lane, shown.outcome.failure)
    return learned.is
  }

  async #take(entry: PushEntry, shown: Shown): Promise<boolean> {
    const { outcome } = shown
    if (shownBy(outcome) !== null) this.#note(entry)
    if (outcome.kind !== 'gone' && outcome.kind !== 'rejected') return this.#ports.mirror.takeShown(shown)
    return this.#settle(entry, { kind: 'rejected', failure: outcome.failure })
  }

  /**
   * What stands on no page where it should waits, and keeps no other record from being read. So does one with results
   * that its page does not tell: they would go along as they were.
   */
  async #readPage(entry: PushEntry, lane: PushLane, trouble: Failure): Promise<boolean> {
    const { finder, troubles } = this.#ports
    const found = await finder.read(entry.record, entry.serviceId, lane)
    if (found === null) return false
    const image = found.images.find(({ id }) => id === entry.serviceId)
    const isRead = image !== undefined && (image.fields.results !== undefined || entry.mirror.results === null)
    if (isRead) this.#note(entry)
    return isRead || this.#settle(entry, troubles.putOff(entry.entry, trouble))
  }

  #settle({ entry, revision }: PushEntry, outcome: EntryResult['outcome']): boolean {
    const { acknowledgements } = this.#ports
    acknowledgements.add([{ entry, revision, outcome }], null)
    return acknowledgements.flush()
  }

  /** Where turns are rarer than a read is fresh, each further one lasts longer: in the end the name goes. */
  #note({ entry }: PushEntry): void {
    const times = Math.min(MOST_TIMES, (this.#read.get(entry)?.times ?? 0) + 1)
    if (this.#read.size >= MAX_REMEMBERED) this.#read.clear()
    this.#read.set(entry, { at: this.#ports.clock.now(), times })
  }
}
