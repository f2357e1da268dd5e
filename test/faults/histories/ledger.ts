/** The promises of a history: what the screen acknowledged, what was ordered, and what other clients changed. */
import { readId } from '../../../src/reference-service/dialects/wire-values.ts'
import type { LibraryReader } from '../../../src/main/engine/library/reader.ts'
import type { Run } from '../../helpers/sync-rig.ts'
import type { HistoryRig } from './history-rig.ts'
import { dialectIn } from './plan.ts'

/** The state of a record on screen after the user's last change; it must stay until another client changes it. */
export interface Shown {
  readonly record: number
  /** Numeric id at the service; 0 while it is unknown. */
  readonly id: number
  readonly favorite: boolean
  readonly name: string
  readonly isThere: boolean
  /** One of its changes needs attention. */
  readonly isParked: boolean
  /** One of its changes is pending or needs attention. */
  readonly hasEntry: boolean
  /** When the service last returned it, ms since epoch; 0 = never. */
  readonly readAt: number
}

/** The desired values of one record in order; I4 compares them with what arrives. */
export interface Intents {
  readonly favorites: boolean[]
  readonly names: string[]
  /** Numeric id at the service at the last change; 0 = unknown. */
  id: number
}

interface ShownRow {
  readonly record: number
  readonly id: string | null
  readonly favorite: number
  readonly name: string
  readonly isThere: number
  readonly isParked: number
  readonly hasEntry: number
  readonly readAt: number
}

const SHOWN = `SELECT i.record, r.service_id AS id, ifnull(o.want, ifnull(f.favorite, 0)) AS favorite,
    coalesce(n.want_text, i.name, '') AS name,
    i.record NOT IN (SELECT record FROM gone)
      AND NOT EXISTS (SELECT 1 FROM entries d WHERE d.record = i.record AND d.kind = 'delete' AND d.state <> 'refused')
      AS isThere,
    EXISTS (SELECT 1 FROM entries p WHERE p.record = i.record AND p.state = 'refused') AS isParked,
    EXISTS (SELECT 1 FROM outbox w WHERE w.record = i.record) AS hasEntry,
    iif(r.service_id IS NULL, 0, ifnull(i.read_at, 0)) AS readAt
  FROM images i JOIN records r USING (record) LEFT JOIN flags f USING (record)
  LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'favorite'
  LEFT JOIN outbox n ON n.record = i.record AND n.kind = 'name' ORDER BY i.record`

export class Ledger {
  readonly rig: HistoryRig
  /** The current run of the program. */
  run: Run
  /** By record number. */
  readonly wanted = new Map<number, Shown>()
  readonly intents = new Map<number, Intents>()
  /** Images that another client has changed, so their shown state may change without the user. */
  readonly foreign = new Set<number>()
  /** Number of creates ordered with each prompt, and of deletions of each project. */
  readonly ordered = new Map<string, number>()
  readonly projects = new Map<string, number>()
  /** Records with a change that needed attention before the current step. */
  parked: ReadonlySet<number> = new Set()
  /** Images with a parked deletion that may have arrived. */
  readonly #perhapsDeleted = new Set<number>()
  /** By record and field: the index in its intents of the value that arrived last. */
  readonly arrivedUpTo = new Map<string, number>()
  /** Records removed by a decision of the user. */
  readonly goneByWord = new Set<number>()
  foreignDeletions = 0
  /** Values read between the first lie of the service and this time may be wrong, ms since epoch. */
  liesUntil = 0
  /** A selection frozen in this run of the program. */
  frozen: { readonly reader: LibraryReader; readonly selection: number } | null = null
  /** The events so far, one line for each step. */
  readonly story: string[] = []

  constructor(rig: HistoryRig) {
    this.rig = rig
    this.run = rig.start()
  }

  restart(how: 'kill' | 'close'): void {
    this.run[how]()
    this.frozen = null
    this.run = this.rig.start()
  }

  /** Everything the library holds of images, as the screens show it. */
  shown(): Map<number, Shown> {
    const { ids } = dialectIn(this.rig.plan.world)
    const rows = this.run.db.all<ShownRow>(SHOWN)
    const toShown = ({ id, favorite, isThere, isParked, hasEntry, ...row }: ShownRow): Shown => ({
      ...row,
      id: id === null ? 0 : readId(ids, id),
      favorite: favorite === 1,
      isThere: isThere === 1,
      isParked: isParked === 1,
      hasEntry: hasEntry === 1
    })
    return new Map(rows.map((row) => [row.record, toShown(row)]))
  }

  /** Records on screen that are not about to be deleted. */
  present(): Shown[] {
    return [...this.shown().values()].filter(({ isThere }) => isThere)
  }

  /** Records that the screen has acknowledged a change of these records. */
  note(records: Iterable<number>): void {
    const shown = this.shown()
    for (const record of records) {
      const now = shown.get(record)
      // Moves the record to the end, even if it is already in the map.
      this.wanted.delete(record)
      // Discarding a change that may have arrived promises no value: the next page shows whatever the service has.
      if (now === undefined || (this.parked.has(record) && !now.hasEntry)) continue
      this.#forgetMerged(now, shown)
      // A record not read again since the service has lied may get another name with the next page.
      if (now.readAt === 0 || now.readAt >= this.liesUntil) this.wanted.set(record, now)
      const intents = this.#intentsOf(record)
      intents.id = now.id
      intents.favorites.push(now.favorite)
      intents.names.push(now.name)
    }
  }

  /** Restored values are desired from now on, whatever is shown until they are sent. */
  noteWriteBack(record: number): void {
    const sql = "SELECT image ->> '$.fields.name' FROM saved WHERE record = ?"
    const name = this.run.db.value<string | null>(sql, [record]) ?? null
    if (name !== null) this.#intentsOf(record).names.push(name)
  }

  /** Removes all promises for these records, under any of their numbers. */
  forget(records: Iterable<number>): void {
    const shown = this.shown()
    for (const record of records) {
      this.wanted.delete(record)
      const now = shown.get(record)
      if (now !== undefined) this.#forgetMerged(now, shown)
    }
  }

  /** Notes before each decision which parked changes may have arrived. */
  noteParked(): void {
    const sql = `SELECT o.record, o.kind, r.service_id AS id FROM entries o JOIN records r USING (record)
      WHERE o.state = 'refused' AND o.last_failure ->> '$.isUnconfirmed'`
    const parked = this.run.db.all<{ record: number; kind: string; id: string | null }>(sql)
    this.parked = new Set(parked.map(({ record }) => record))
    const { ids } = dialectIn(this.rig.plan.world)
    for (const { kind, id } of parked) if (kind === 'delete' && id !== null) this.#perhapsDeleted.add(readId(ids, id))
  }

  /** Whether a deletion that was thought lost has reached the service after all. */
  isDeletedAfterAll(id: number): boolean {
    return this.#perhapsDeleted.has(id) && !this.rig.service.truth.images.has(id)
  }

  /** Counts another order by the user of what costs. */
  order(book: Map<string, number>, key: string): void {
    book.set(key, (book.get(key) ?? 0) + 1)
  }

  /** A change of the number that remains after a merge replaces the promises for both. */
  #forgetMerged({ id }: Shown, shown: ReadonlyMap<number, Shown>): void {
    if (id === 0) return
    for (const [record, one] of this.wanted) if (one.id === id && !shown.has(record)) this.wanted.delete(record)
  }

  #intentsOf(record: number): Intents {
    const known = this.intents.get(record)
    if (known !== undefined) return known
    const fresh = { favorites: [], names: [], id: 0 }
    this.intents.set(record, fresh)
    return fresh
  }
}
