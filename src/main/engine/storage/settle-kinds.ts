/** What each kind of change means to the mirror: when it holds a value already, and how it takes one. */
import type { EntryKind, EntryState } from '../domain/entry.ts'
import { isSameName } from '../domain/same-name.ts'
import { endEntries } from './batches.ts'
import { CHANGED } from './change-log.ts'
import type { WriteDb } from './database.ts'
import { acknowledgedFavorite } from './mirror-favorite.ts'
import { refreshSearch } from './search.ts'
import { bury, isGone } from './tombstones.ts'
import { readFlags, writeFlags } from './write-image.ts'

/** An entry as it stands. */
export interface SettlingEntry {
  readonly entry: number
  readonly record: number
  readonly kind: EntryKind
  readonly want: 0 | 1
  readonly want_text: string | null
  readonly revision: number
  readonly state: EntryState
  readonly batch: number
  readonly sent_revision: number | null
  readonly sent_want: 0 | 1 | null
  readonly sent_text: string | null
  readonly sent_batch: number | null
}

export interface SettleTimes {
  /** ms since epoch, and `nextTick` now. */
  readonly now: number
  readonly tick: number
  /** The names that answers of the same group of results have shown, by record. */
  readonly named: ReadonlyMap<number, string | null | undefined>
}

/** A value of an entry: the newest want, or what was sent of an older one. */
export interface Value {
  readonly want: 0 | 1 | null
  readonly text: string | null
}

export interface Accepting {
  readonly db: WriteDb
  readonly record: number
  readonly value: Value
  readonly times: SettleTimes
  /** `found`: a read showed it; the service did not answer our own request. */
  readonly how: 'acknowledged' | 'found'
}

export interface KindRules {
  /** Bits of `CHANGED` for whatever becomes of an entry. */
  readonly kinds: number
  /** The mirror holds this value. */
  readonly isInPlace: (db: WriteDb, record: number, value: Value) => boolean
  /**
   * The mirror holds what became of this value when it was sent, where that may be another one: a service may tidy or
   * cut what it takes.
   */
  readonly hasArrived?: (db: WriteDb, record: number, value: Value) => boolean
  /** Writes to the mirror that the service has this value. */
  readonly accept: (accepting: Accepting) => void
}

/** What the service has taken since a record was saved is not undone when its saved values are written back. */
function noteInSaved(db: WriteDb, record: number, fields: { favorite: boolean } | { name: string | null }): void {
  const sql = "UPDATE saved SET image = json_patch(image, ?) WHERE record = ? AND image <> 'null'"
  db.run(sql, [JSON.stringify({ fields }), record])
}

const favorite: KindRules = {
  kinds: CHANGED.overlay,
  // One never told counts as none, as it does on the screen.
  isInPlace: (db, record, { want }) => want === (readFlags(db, record).favorite ?? 0),
  accept: ({ db, record, value, times, how }) => {
    const { tick, now } = times
    noteInSaved(db, record, { favorite: value.want === 1 })
    if (how === 'acknowledged') {
      return writeFlags(db, record, acknowledgedFavorite({ want: value.want === 1, tick, now }))
    }
    writeFlags(db, record, { ...readFlags(db, record), favorite: value.want, fresh_tick: tick, doubt_tick: null })
  }
}

const nameOf = (db: WriteDb, record: number): string =>
  db.value<string | null>('SELECT name FROM images WHERE record = ?', [record]) ?? ''

const name: KindRules = {
  kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  isInPlace: (db, record, { text }) => text === nameOf(db, record),
  hasArrived: (db, record, { text }) => isSameName(nameOf(db, record), text ?? ''),
  /**
   * The service may have trimmed it, and has shown that. It stands already, but behind a list that was asked for after
   * the rename, answered before it was done, and read first: what settles the rename is the later word.
   */
  accept: ({ db, record, value, times }) => {
    const text = times.named.get(record) ?? value.text
    noteInSaved(db, record, { name: text })
    if (text === nameOf(db, record)) return
    db.run('UPDATE images SET name = ?, asked_at = max(asked_at, ?) WHERE record = ?', [text, times.tick, record])
  }
}

const OTHERS = "o.record = :record AND o.kind NOT IN ('delete', 'delete-project')"

/** The record is gone: whatever else was wanted of it was taken back with the wish to delete it. */
const leave: KindRules['accept'] = ({ db, record, times }) => {
  const { now, tick } = times
  bury(db, { records: [record], now, tick, isKept: false })
  endEntries(db, { which: OTHERS, params: { record }, to: 'taken-back', now })
  // Should it come back, it is found by the name that the service has.
  refreshSearch(db, record)
}

const remove: KindRules = {
  kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  isInPlace: (db, record) => isGone(db, record),
  accept: leave
}

/** A create ends with `created`, which brings the record's id; nothing else writes the mirror for it. */
const create: KindRules = {
  kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  isInPlace: () => false,
  accept: () => undefined
}

export const KIND_RULES: Readonly<Record<EntryKind, KindRules>> = {
  favorite,
  name,
  create,
  delete: remove,
  'delete-project': { ...remove, kinds: CHANGED.projects }
}
