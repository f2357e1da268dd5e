/** Rules of each kind of change for the mirror: when the mirror has a value, and how it accepts one. */
import type { EntryKind, EntryState } from '../domain/entry.ts'
import { isSameName } from '../domain/same-value.ts'
import { endEntries } from './batches.ts'
import { CHANGED } from './change-log.ts'
import type { WriteDb } from './database.ts'
import { acknowledgedFavorite } from './mirror-favorite.ts'
import { refreshSearch } from './search.ts'
import { bury, isGone } from './tombstones.ts'
import { readFlags, writeFlags } from './write-image.ts'

/** Current state of an entry. */
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
  /** ms since epoch, and `nextSequence` now. */
  readonly now: number
  readonly sequence: number
  /** Names in responses of the same group of results, by record. */
  readonly named: ReadonlyMap<number, string | null | undefined>
}

/** A value of an entry: the newest desired value, or an older one that was sent. */
export interface Value {
  readonly want: 0 | 1 | null
  readonly text: string | null
}

interface Accepting {
  readonly db: WriteDb
  readonly record: number
  readonly value: Value
  readonly times: SettleTimes
  /** False if a read returned the value, and the service did not respond to our own request. */
  readonly isAcknowledged: boolean
}

export interface KindRules {
  /** Bits of `CHANGED` for any result of an entry. */
  readonly kinds: number
  /** Returns whether the mirror has this value. */
  readonly isInPlace: (db: WriteDb, record: number, value: Value) => boolean
  /**
   * Returns whether the mirror has what the service made of this value, for kinds in which the service may normalize or
   * truncate it.
   */
  readonly hasArrived?: (db: WriteDb, record: number, value: Value) => boolean
  /** Writes to the mirror that the service has this value. */
  readonly accept: (accepting: Accepting) => void
}

/**
 * Updates the saved record with a value that the service accepted, so that writing saved values back does not undo it.
 */
function noteInSaved(db: WriteDb, record: number, fields: { favorite: boolean } | { name: string | null }): void {
  const sql = "UPDATE saved SET image = json_patch(image, ?) WHERE record = ? AND image <> 'null'"
  db.run(sql, [JSON.stringify({ fields }), record])
}

const favorite: KindRules = {
  kinds: CHANGED.overlay,
  // An unreported favorite counts as false, as displayed.
  isInPlace: (db, record, { want }) => want === (readFlags(db, record).favorite ?? 0),
  accept: ({ db, record, value, times, isAcknowledged }) => {
    const { sequence, now } = times
    noteInSaved(db, record, { favorite: value.want === 1 })
    if (isAcknowledged) {
      return writeFlags(db, record, acknowledgedFavorite({ want: value.want === 1, sequence, now }))
    }
    writeFlags(db, record, {
      ...readFlags(db, record),
      favorite: value.want,
      fresh_sequence: sequence,
      doubt_sequence: null
    })
  }
}

const nameOf = (db: WriteDb, record: number): string =>
  db.value<string | null>('SELECT name FROM images WHERE record = ?', [record]) ?? ''

const name: KindRules = {
  kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  isInPlace: (db, record, { text }) => text === nameOf(db, record),
  // Stryker disable next-line StringLiteral: an entry of a name has a text always; the other half is there for the compiler
  hasArrived: (db, record, { text }) => isSameName(nameOf(db, record), text ?? ''),
  /**
   * The service may have normalized the name and returned it so. The mirror usually has that name already, except after
   * a list that was requested after the rename, answered before the rename was processed, and read first: the response
   * to the rename is the newer one.
   */
  accept: ({ db, record, value, times }) => {
    const text = times.named.get(record) ?? value.text
    noteInSaved(db, record, { name: text })
    if (text === nameOf(db, record)) return
    db.run('UPDATE images SET name = ?, request_sequence = max(request_sequence, ?) WHERE record = ?', [
      text,
      times.sequence,
      record
    ])
  }
}

const OTHERS = "o.record = :record AND o.kind NOT IN ('delete', 'delete-project')"

/** Removes the record; its other entries are canceled. */
const acceptDeletion: KindRules['accept'] = ({ db, record, times }) => {
  const { now, sequence } = times
  bury(db, { records: [record], now, sequence, isKept: false })
  endEntries(db, { which: OTHERS, params: { record }, to: 'canceled', now })
  // If it is displayed again, search finds it by its name on the service.
  refreshSearch(db, record)
}

const remove: KindRules = {
  kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  isInPlace: (db, record) => isGone(db, record),
  accept: acceptDeletion
}

/** A create ends with `created`, which returns the id of the record; nothing else writes to the mirror for it. */
const create: KindRules = {
  kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  // Stryker disable next-line ArrowFunction: it is asked as a condition only, and undefined is as false there
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
