/**
 * Merges two records of one image: a page contained a created image before its create was acknowledged. The data of the
 * pulled record moves into the record that the user has seen from the start. Everything here runs inside the caller's
 * transaction.
 *
 * The last value that the user set for either record is kept, even if it needed no request ("already so"), so that
 * nothing older is sent after it. docs/sync.md lists the cases.
 */
import type { ServiceImage } from '../domain/service-records.ts'
import { endEntries, moveItem } from './batches.ts'
import type { WriteDb } from './database.ts'
import { dropEntries, IS_IN_FLIGHT, moveEntries, putEntry, wantBehind } from './entries.ts'
import { IMAGE_COLUMNS } from './image-row.ts'
import { currentOwner } from './key-owners.ts'
import { takeFavorite } from './mirror-favorite.ts'
import { findRecord } from './records.ts'
import { removeText, refreshSearch } from './search.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'
import { writeImage } from './write-image.ts'

/** Columns that are taken over; the prompt that was entered here is kept. */
const TAKEN_COLUMNS = [
  ...IMAGE_COLUMNS.filter((column) => column !== 'description'),
  'read_at',
  'request_sequence',
  'results_request_sequence'
]

/** SQL: the entry to drop if both records have a deletion. The one in flight is kept. */
const LOSERS = `SELECT CASE WHEN NOT ${IS_IN_FLIGHT('f')} AND t.batch >= f.batch THEN f.entry ELSE t.entry END
  FROM outbox f CROSS JOIN outbox t ON t.record = :into AND t.kind = f.kind WHERE f.record = :from`

/**
 * SQL: batches of open entries and updates of `from`; their items move with them, even if `into` has one in the same
 * batch.
 */
const OPEN = `SELECT batch FROM outbox WHERE record = :from UNION SELECT batch FROM checked_updates WHERE record = :from
  UNION SELECT sent_batch FROM entries WHERE record = :from AND sent_batch IS NOT NULL`

/**
 * SQL: finds items by one lookup in each batch, because the key starts with the batch, instead of a scan of all items.
 */
const EACH_BATCH = 'batch IN (SELECT batch FROM batches)'

/**
 * Moves entries and items. An item that is replaced stays under the old record number, because it counts in its batch.
 */
function moveIntents(db: WriteDb, merge: Merge): void {
  const { from, into, now } = merge
  mergeEntries(db, merge)
  endEntries(db, { which: `o.entry IN (${LOSERS})`, params: { from, into }, to: 'canceled', now })
  db.run(`UPDATE batch_items SET record = -:into WHERE record = :into AND batch IN (${OPEN})`, { from, into })
  moveEntries(db, { from, into })
  db.run(`UPDATE OR IGNORE batch_items SET record = :into WHERE record = :from AND ${EACH_BATCH}`, { from, into })
  // Where only `into` had an item it is restored; where both had one, it gets the other number.
  db.run(`UPDATE OR IGNORE batch_items SET record = :into WHERE record = -:into AND ${EACH_BATCH}`, { into })
  db.run(`UPDATE batch_items SET record = :from WHERE record = -:into AND ${EACH_BATCH}`, { from, into })
}

function moveMirror(db: WriteDb, { from, into }: Merge): void {
  const columns = TAKEN_COLUMNS.join(', ')
  db.run(`UPDATE images SET (${columns}) = (SELECT ${columns} FROM images WHERE record = :from) WHERE record = :into`, {
    from,
    into
  })
  db.run(
    `UPDATE images SET description = ifnull(description, (SELECT description FROM images WHERE record = :from))
     WHERE record = :into`,
    { from, into }
  )
  db.run(
    `INSERT OR REPLACE INTO flags (record, favorite, fresh_sequence, acked_at, doubt_sequence)
     SELECT :into, favorite, fresh_sequence, acked_at, doubt_sequence FROM flags WHERE record = :from`,
    { from, into }
  )
  db.run('INSERT OR REPLACE INTO seen SELECT kind, :into, pass FROM seen WHERE record = :from', { from, into })
  db.run('UPDATE foreign_changes SET record = :into WHERE record = :from', { from, into })
  db.run('INSERT OR IGNORE INTO viewed SELECT :into FROM viewed WHERE record = :from', { from, into })
  db.run('UPDATE review_stops SET record = :into WHERE record = :from', { from, into })
}

/** Moves first updates that are not confirmed yet to the remaining record. */
function moveChecked(db: WriteDb, { from, into }: Merge): void {
  for (const table of ['checked_updates', 'saved'])
    db.run(`UPDATE OR REPLACE ${table} SET record = :into WHERE record = :from`, { from, into })
}

/** Moves all data of `from` into `into`, including its id of the service. */
export function mergeRecords(db: WriteDb, merge: Merge): void {
  const { from, into } = merge
  const serviceId = db.value<string | null>('SELECT service_id FROM records WHERE record = ?', [from]) ?? null
  moveIntents(db, merge)
  moveChecked(db, merge)
  moveMirror(db, merge)
  removeText(db, from)
  for (const table of ['images', 'flags', 'gone', 'candidates', 'creates', 'viewed', 'records']) {
    // Names come from the list above, never from outside.
    db.run(`DELETE FROM ${table} WHERE record = ?`, [from])
  }
  db.run("DELETE FROM seen WHERE kind IN ('full', 'favorites') AND record = ?", [from])
  db.run(
    `UPDATE records SET service_id = :serviceId, born_at = (SELECT created_at FROM images WHERE record = :into)
     WHERE record = :into`,
    { serviceId, into }
  )
  refreshSearch(db, into)
}

/**
 * Links the record to this image. Returns the records merged into it: a page may have contained the image before its
 * create was acknowledged, and its data may be newer than the response. `requestSequence`: sequence number of the request,
 * `sequence`: `nextSequence` now, `now`: ms since epoch.
 */
export function adoptImage(
  db: WriteDb,
  adoption: {
    readonly record: number
    readonly image: ServiceImage
    readonly requestSequence: number
    readonly now: number
    readonly sequence: number
  }
): readonly number[] {
  const { record, image, requestSequence, now, sequence } = adoption
  const known = findRecord(db, 'images', image.id)
  const isOther = known !== null && known !== record
  if (isOther) mergeRecords(db, { from: known, into: record, now })
  else db.run('UPDATE records SET service_id = ? WHERE record = ?', [image.id, record])
  writeImage(db, image, { requestSequence, sequence, readAt: now, take: takeFavorite })
  return isOther ? [known] : []
}

interface Merge {
  /** The pulled record, which is deleted. */
  readonly from: number
  readonly into: number
  /** ms since epoch. */
  readonly now: number
}

/** Desired value of an item or an entry, and its item. */
interface DesiredValue {
  readonly record: number
  readonly batch: number
  readonly want: number
  readonly text: string | null
}

interface LastValue extends DesiredValue {
  readonly isInteractive: 0 | 1
}

interface EntryValue extends DesiredValue {
  readonly entry: number
  readonly sentBatch: number | null
}

/**
 * SQL: the last value that the user set: the latest item that was not canceled. If a batch contains both records, the
 * item of the pulled one counts.
 */
const LAST_VALUE = `SELECT i.record, i.batch, i.after AS want, i.after_text AS text, b.size = 1 AS isInteractive
  FROM batches b CROSS JOIN batch_items i ON i.batch = b.batch AND i.record IN (:from, :into)
  WHERE b.kind = :kind AND i.outcome <> 'canceled' ORDER BY b.batch DESC, i.record = :from DESC LIMIT 1`

const ENTRY_VALUES = `SELECT entry, record, batch, want, want_text AS text, sent_batch AS sentBatch FROM entries
  WHERE record IN (:from, :into) AND kind = :kind`

const isSame = (kind: ValueKind, one: DesiredValue, other: DesiredValue): boolean =>
  kind === 'favorite' ? one.want === other.want : one.text === other.text

interface Context {
  readonly db: WriteDb
  readonly merge: Merge
  readonly kind: ValueKind
}

const takeBack = ({ db, merge }: Context, { batch, record }: DesiredValue): void =>
  moveItem(db, { batch, record, to: 'canceled', now: merge.now })

const drop = ({ db, merge: { now } }: Context, { entry }: EntryValue): void =>
  endEntries(db, { which: 'o.entry = :entry', params: { entry }, to: 'canceled', now })

/** Makes the item pending again, and reopens its batch if that had finished. */
const reopen = ({ db, merge }: Context, { batch, record }: DesiredValue): void =>
  moveItem(db, { batch, record, to: 'waiting', now: merge.now })

/** Returns whether the mirror of a record has the value. */
function holds({ db, kind }: Context, record: number, last: LastValue): boolean {
  const { table, mirror } = VALUE_SQL[kind]
  const mirrored = db.value<number | string>(`SELECT ${mirror} FROM ${table} f WHERE f.record = ?`, [record])
  return mirrored === (kind === 'favorite' ? last.want : last.text)
}

/** Queues the value after the one in flight, replacing the value queued there. */
function putBehind(context: Context, inFlight: EntryValue, next: DesiredValue): void {
  if (isSame(context.kind, inFlight, next)) return
  if (inFlight.sentBatch !== inFlight.batch) takeBack(context, inFlight)
  reopen(context, next)
  wantBehind(context.db, inFlight.entry, next)
}

/**
 * SQL: the base of a rename, a name that the user has seen: the name on the service if the user set it, else the name
 * of the created record.
 */
const BASE_NAME = `SELECT CASE WHEN EXISTS (SELECT 1 FROM batches b CROSS JOIN batch_items i
    ON i.batch = b.batch AND i.record = :from WHERE b.kind = 'name' AND i.after_text = f.name)
  THEN f.name ELSE (SELECT name FROM images WHERE record = :into) END FROM images f WHERE f.record = :from`

/** Sends the last value again, if the service has another and nothing is in flight. */
function putAgain(context: Context, last: LastValue): void {
  const { db, merge, kind } = context
  const { from, into } = merge
  if (holds(context, from, last)) return
  reopen(context, last)
  const base = kind === 'name' ? (db.value<string | null>(BASE_NAME, { from, into }) ?? null) : null
  putEntry(db, {
    record: from,
    kind,
    want: kind === 'name' ? 1 : last.want,
    base: 0,
    text: last.text,
    baseText: base,
    batch: last.batch,
    isInteractive: last.isInteractive === 1,
    owner: currentOwner(db, 'images')
  })
}

/** The last value was set on the pulled record, so drop all entries of the created one. */
function keepPulled(context: Context, values: readonly EntryValue[]): void {
  for (const value of values) if (value.record === context.merge.into) drop(context, value)
}

function keepCreated(context: Context, values: readonly EntryValue[], last: LastValue): void {
  const { from, into } = context.merge
  const pulled = values.find(({ record }) => record === from)
  const own = values.find(({ record }) => record === into)
  // An unchanged item is no longer valid if the entry it agreed with was canceled afterwards: nothing is pending or
  // displayed.
  if (own === undefined && !holds(context, into, last)) return
  if (pulled !== undefined && pulled.sentBatch === null) drop(context, pulled)
  else if (pulled !== undefined) {
    putBehind(context, pulled, own ?? last)
    if (own === undefined) return
    if (isSame(context.kind, pulled, own)) takeBack(context, own)
    dropEntries(context.db, 'o.entry = ?', [own.entry])
    return
  }
  if (own === undefined) putAgain(context, last)
}

/**
 * Leaves at most one entry of each value kind for the two records, with the last value: in flight, queued after an
 * attempt, or pending. Runs inside the caller's transaction, before any data is moved.
 */
function mergeEntries(db: WriteDb, merge: Merge): void {
  for (const kind of ['favorite', 'name'] as const) {
    const params = { from: merge.from, into: merge.into, kind }
    const last = db.get<LastValue>(LAST_VALUE, params)
    if (last === undefined) continue
    const values = db.all<EntryValue>(ENTRY_VALUES, params)
    const context: Context = { db, merge, kind }
    if (last.record === merge.from) keepPulled(context, values)
    else keepCreated(context, values, last)
  }
}
