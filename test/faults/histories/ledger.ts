/** What a history has promised: what the screen acknowledged, what was ordered, and what others had a word on. */
import { readId } from '../../../src/reference-service/dialects/wire-values.ts'
import type { LibraryReader } from '../../../src/main/engine/library/reader.ts'
import type { Run } from '../../helpers/sync-rig.ts'
import type { HistoryRig } from './history-rig.ts'
import { dialectIn } from './plan.ts'

/** What a person was shown after their last word on a record; it stays so until somebody else has one. */
export interface Shown {
  readonly record: number
  /** As the service counts its images; 0 while it has not told one. */
  readonly id: number
  readonly favorite: boolean
  readonly name: string
  readonly isThere: boolean
  /** Something of it needs the person. */
  readonly isParked: boolean
  /** Something of it waits, or needs the person. */
  readonly hasEntry: boolean
  /** When the service last told of it, ms since epoch; 0 = never. */
  readonly readAt: number
}

/** What one record was told to become, in order; I4 compares it with what arrives. */
export interface Intents {
  readonly favorites: boolean[]
  readonly names: string[]
  /** As the service counts its images, when it was last told to become something; 0 = not known. */
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
  /** The program as it runs now. */
  run: Run
  /** By record number. */
  readonly wanted = new Map<number, Shown>()
  readonly intents = new Map<number, Intents>()
  /** Images that another client has changed: what is shown of them may change without a word of the person. */
  readonly foreign = new Set<number>()
  /** How many creates were ordered with each prompt, and how many deletions of each project. */
  readonly ordered = new Map<string, number>()
  readonly projects = new Map<string, number>()
  /** Records of which something needed the person before the step that is under way. */
  parked: ReadonlySet<number> = new Set()
  /** Images of which the person was asked about a deletion that may have arrived. */
  readonly #perhapsDeleted = new Set<number>()
  /** By record and field: the place in its intents of what arrived last. */
  readonly arrivedUpTo = new Map<string, number>()
  /** Records that left by a word of the person. */
  readonly goneByWord = new Set<number>()
  foreignDeletions = 0
  /** What was read from the first lie of the service until then is its word, ms since epoch. */
  liesUntil = 0
  /** A selection that was frozen in this run of the program. */
  frozen: { readonly reader: LibraryReader; readonly selection: number } | null = null
  /** What happened so far, one line for each step. */
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

  /** The screen has acknowledged a word of the person on these. */
  note(records: Iterable<number>): void {
    const shown = this.shown()
    for (const record of records) {
      const now = shown.get(record)
      // Behind all others, also when there was a word on it before.
      this.wanted.delete(record)
      // Discarded, a change that may have arrived is no word on its value: whatever the service has shows with the next page.
      if (now === undefined || (this.parked.has(record) && !now.hasEntry)) continue
      this.#forgetMerged(now, shown)
      // Not read again since the service has lied: the next page may show another name.
      if (now.readAt === 0 || now.readAt >= this.liesUntil) this.wanted.set(record, now)
      const intents = this.#intentsOf(record)
      intents.id = now.id
      intents.favorites.push(now.favorite)
      intents.names.push(now.name)
    }
  }

  /** Saved values go back by a word of the person: they are wanted now, whatever is shown until then. */
  noteWriteBack(record: number): void {
    const sql = "SELECT image ->> '$.fields.name' FROM saved WHERE record = ?"
    const name = this.run.db.value<string | null>(sql, [record]) ?? null
    if (name !== null) this.#intentsOf(record).names.push(name)
  }

  /** Nothing is promised of these any more, under whichever number it was said. */
  forget(records: Iterable<number>): void {
    const shown = this.shown()
    for (const record of records) {
      this.wanted.delete(record)
      const now = shown.get(record)
      if (now !== undefined) this.#forgetMerged(now, shown)
    }
  }

  /** Before each word on what needs the person: what may have arrived. */
  noteParked(): void {
    const sql = `SELECT o.record, o.kind, r.service_id AS id FROM entries o JOIN records r USING (record)
      WHERE o.state = 'refused' AND o.last_failure ->> '$.mayHaveArrived'`
    const parked = this.run.db.all<{ record: number; kind: string; id: string | null }>(sql)
    this.parked = new Set(parked.map(({ record }) => record))
    const { ids } = dialectIn(this.rig.plan.world)
    for (const { kind, id } of parked) if (kind === 'delete' && id !== null) this.#perhapsDeleted.add(readId(ids, id))
  }

  /** Deleted by the person after all, whatever was said of it while nothing told. */
  isDeletedAfterAll(id: number): boolean {
    return this.#perhapsDeleted.has(id) && !this.rig.service.truth.images.has(id)
  }

  /** One more of what costs, by a word of the person. */
  order(book: Map<string, number>, key: string): void {
    book.set(key, (book.get(key) ?? 0) + 1)
  }

  /** A word on the number that is left of two is one on both. */
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
