/**
 * Puts wanted values for any number of records into the outbox, with a batch item for each. One and a hundred thousand
 * are the same few statements; so are one value for all of them and, for undo, each one's own.
 *
 * What becomes of each record, by the value that the screen showed (before) and the one wanted:
 * - same value: `already so`, nothing is made;
 * - something unsent of another value waits, nothing is under way, and the mirror has the wanted one: the two cancel
 *   out. The entry disappears, the earlier item is `taken back`, the new one is `already so`;
 * - a request of another value is under way: the new want waits behind it under a higher revision;
 *   what waited there before is `taken back`;
 * - saved values of the record go back with what waits: they go with the new want, whatever the mirror holds;
 * - the person is asked about another value that was sent and may have arrived: it is looked up after all, with the new
 *   want behind it, whatever the mirror holds;
 * - otherwise a new entry waits.
 */
import type { BatchId } from '../../../shared/batch.ts'
import { countItems, moveItems } from './batches.ts'
import { logChange } from './change-log.ts'
import { inIntentTransaction, type SqlParams, type WriteDb } from './database.ts'
import { dropEntries, HAS_FLIGHT, hasRefused, IS_UNSENT, MAY_HAVE_ARRIVED, putEntries } from './entries.ts'
import { ownerOfWish } from './key-owners.ts'
import { refreshSearch } from './search.ts'
import { GOES_BACK } from './tried-updates.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'

/** Which records, and what is wanted of each: SQL answering `record` and `want`. */
export interface Source {
  readonly sql: string
  readonly params: Readonly<Record<string, string | number>>
  /** The records in order, each once, where they are listed: saves reading them back when all of them changed. */
  readonly records?: Uint32Array
  /** Further condition, over the same names as in value-kinds.ts. */
  readonly where?: string
}

export interface Wanted {
  readonly kind: ValueKind
  readonly source: Source
  /** Just created, empty. */
  readonly batch: BatchId
  /** ms since epoch. */
  readonly now: number
}

export interface PutValues {
  /** Records that look different now, ascending. */
  readonly changed: Uint32Array
  /** Items of the batch, and how many of them wait. */
  readonly size: number
  readonly waiting: number
}

function insertItems({ kind, source }: Wanted): string {
  const { table, shown, mirror, items, itemValues } = VALUE_SQL[kind]
  const where = source.where === undefined ? '' : `AND ${source.where}`
  return `INSERT INTO batch_items (batch, record, ${items}, outcome)
    SELECT :batch, f.record, ${itemValues}, CASE
      WHEN ${shown} = s.want THEN 'already-so'
      WHEN o.entry IS NOT NULL AND ${mirror} = s.want AND NOT ${HAS_FLIGHT('f.record')}
        AND NOT ${MAY_HAVE_ARRIVED('o')} AND NOT ${GOES_BACK('o.entry')} THEN 'already-so'
      ELSE 'waiting' END
    FROM (${source.sql}) s CROSS JOIN ${table} f ON f.record = s.record
    LEFT JOIN outbox o ON o.record = f.record AND o.kind = '${kind}'
    WHERE f.record NOT IN (SELECT record FROM gone) ${where}`
}

/** Items of earlier batches whose wants the new batch changes: those that meet `condition` over the entry `o`. */
const earlierItems = (kind: ValueKind, condition: string): string => `SELECT o.batch, o.record
  FROM batch_items i CROSS JOIN outbox o ON o.record = i.record AND o.kind = '${kind}' AND ${condition}
  WHERE i.batch = :batch AND i.before <> i.after`
/** One whose own value is on the wire is not replaced, and neither is one that may have arrived: it gets its answer. */
const IS_REPLACED = `${IS_UNSENT('o')} AND NOT ${MAY_HAVE_ARRIVED('o')}`

/** A value that differs from what was shown and needs nothing sent. */
const cancelsOut = (kind: ValueKind): string => `o.kind = '${kind}' AND o.record IN (
  SELECT record FROM batch_items WHERE batch = :batch AND before <> after AND outcome = 'already-so')`

/** Records of a batch whose value on screen differs now. */
export function changedBy(db: WriteDb, batch: BatchId): Uint32Array {
  const sql = 'SELECT json_group_array(record) FROM batch_items WHERE batch = ? AND before <> after'
  // An array of numbers by construction of the statement.
  return Uint32Array.from(JSON.parse(db.value<string>(sql, [batch]) ?? '[]') as number[])
}

/** Settles what an earlier batch had waiting; answers how many entries cancelled out. */
function replaceEarlier(db: WriteDb, { kind, batch, now }: Wanted): number {
  if (db.value<number>('SELECT 1 FROM outbox LIMIT 1') === undefined) return 0
  const params: SqlParams = { batch }
  moveItems(db, { select: earlierItems(kind, IS_REPLACED), params, to: 'taken-back', now })
  if (hasRefused(db)) moveItems(db, { select: earlierItems(kind, MAY_HAVE_ARRIVED('o')), params, to: 'waiting', now })
  return dropEntries(db, cancelsOut(kind), params)
}

/**
 * Fills the batch and answers what it changed. On disk when it returns, whole or not at all. Throws what the driver
 * throws.
 */
export function putValues(db: WriteDb, wanted: Wanted): PutValues {
  const { kind, source, batch, now } = wanted
  return inIntentTransaction(db, () => {
    const size = db.run(insertItems(wanted), { batch, ...source.params })
    const cancelled = replaceEarlier(db, wanted)
    const waiting = putEntries(db, kind, { batch, isHand: size === 1, owner: ownerOfWish(db, 'images') })
    countItems(db, { batch, size, waiting, now })
    const isAll = waiting + cancelled === source.records?.length
    const changed = isAll && source.records !== undefined ? source.records : changedBy(db, batch)
    if (kind === 'name') for (const record of changed) refreshSearch(db, record)
    if (changed.length > 0) logChange(db, { kinds: VALUE_SQL[kind].kinds, records: changed })
    return { changed, size, waiting }
  })
}

/** Sorted, each once: neighbours in the tables are written one after the other. */
function inOrder(records: Uint32Array): Uint32Array {
  const sorted = records.toSorted()
  return sorted.filter((record, at) => at === 0 || record !== sorted[at - 1])
}

/** One value of a favorite for all of the records; numbers that are no image are left out. */
export function sameFavorite(records: Uint32Array, favorite: boolean): Source {
  const sorted = inOrder(records)
  return {
    sql: 'SELECT value AS record, :want AS want FROM json_each(:records)',
    params: { want: favorite ? 1 : 0, records: `[${sorted.join(',')}]` },
    records: sorted
  }
}

/** A name for one record. */
export function oneName(record: number, name: string): Source {
  return { sql: 'SELECT :record AS record, :want AS want', params: { record, want: name } }
}

/** A rename of what was not ordered yet: an item of a batch that needs nothing sent. Inside the caller's transaction. */
export function putMergedName(
  db: WriteDb,
  merged: { record: number; before: string; after: string; batch: BatchId; now: number }
): void {
  const { record, before, after, batch, now } = merged
  db.run(
    `INSERT INTO batch_items (batch, record, before, after, before_text, after_text, outcome)
     VALUES (:batch, :record, 0, :before <> :after, :before, :after, 'already-so')`,
    { batch, record, before, after }
  )
  countItems(db, { batch, size: 1, waiting: 0, now })
}
