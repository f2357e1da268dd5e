/**
 * Puts desired values for any number of records into the outbox, with a batch item for each. One record and a hundred
 * thousand use the same few statements, and so do one value for all records and, for undo, a value for each.
 *
 * The result for each record depends on the displayed value (before) and the desired value:
 * - same value: unchanged, no entry;
 * - an unsent entry with another value, no request in flight, and the mirror has the desired value: the two cancel
 *   out. The entry is removed, the earlier item is canceled, the new one is unchanged;
 * - a request with another value is in flight: the new value is queued after it with a higher revision; a value
 *   queued there before is canceled;
 * - the pending entry writes saved values back: the new value joins it, whatever the mirror holds;
 * - a refused entry with another value may have arrived: it is looked up after all, with the new value queued after
 *   it, whatever the mirror holds;
 * - otherwise: a new pending entry.
 */
import type { BatchId } from '../../../shared/batch.ts'
import { countItems, moveItems } from './batches.ts'
import { logChange } from './change-log.ts'
import { inIntentTransaction, type SqlParams, type WriteDb } from './database.ts'
import { dropEntries, HAS_FLIGHT, hasRefused, IS_UNSENT, MAY_HAVE_ARRIVED, putEntries } from './entries.ts'
import { ownerOfIntent } from './key-owners.ts'
import { refreshSearch } from './search.ts'
import { GOES_BACK } from './checked-updates.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'

/** Records and their desired values: SQL with the columns `record` and `want`. */
export interface Source {
  readonly sql: string
  readonly params: Readonly<Record<string, string | number>>
  /** The records in order without duplicates, if they are listed; saves reading them back if all of them changed. */
  readonly records?: Uint32Array
  /** Additional condition, over the same names as in value-kinds.ts. */
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
  /** Records whose display changed, ascending. */
  readonly changed: Uint32Array
  /** Number of items of the batch, and of those pending. */
  readonly size: number
  readonly waiting: number
}

function insertItems({ kind, source }: Wanted): string {
  const { table, shown, mirror, items, itemValues } = VALUE_SQL[kind]
  const where = source.where === undefined ? '' : `AND ${source.where}`
  return `INSERT INTO batch_items (batch, record, ${items}, outcome)
    SELECT :batch, f.record, ${itemValues}, CASE
      WHEN ${shown} = s.want THEN 'unchanged'
      WHEN o.entry IS NOT NULL AND ${mirror} = s.want AND NOT ${HAS_FLIGHT('f.record')}
        AND NOT ${MAY_HAVE_ARRIVED('o')} AND NOT ${GOES_BACK('o.entry')} THEN 'unchanged'
      ELSE 'waiting' END
    FROM (${source.sql}) s CROSS JOIN ${table} f ON f.record = s.record
    LEFT JOIN outbox o ON o.record = f.record AND o.kind = '${kind}'
    WHERE f.record NOT IN (SELECT record FROM gone) ${where}`
}

/** SQL: items of earlier batches whose desired values the new batch changes, if `condition` holds for the entry `o`. */
const earlierItems = (kind: ValueKind, condition: string): string => `SELECT o.batch, o.record
  FROM batch_items i CROSS JOIN outbox o ON o.record = i.record AND o.kind = '${kind}' AND ${condition}
  WHERE i.batch = :batch AND i.before <> i.after`
/**
 * SQL: an entry that is replaced. An entry whose value is in flight or may have arrived is not; it gets its response.
 */
const IS_REPLACED = `${IS_UNSENT('o')} AND NOT ${MAY_HAVE_ARRIVED('o')}`

/** SQL: entries whose value differs from the displayed one and needs no request. */
const cancelsOut = (kind: ValueKind): string => `o.kind = '${kind}' AND o.record IN (
  SELECT record FROM batch_items WHERE batch = :batch AND before <> after AND outcome = 'unchanged')`

/** Returns the records of a batch whose displayed value changed. */
export function changedBy(db: WriteDb, batch: BatchId): Uint32Array {
  const sql = 'SELECT json_group_array(record) FROM batch_items WHERE batch = ? AND before <> after'
  // An array of numbers by construction of the statement.
  return Uint32Array.from(JSON.parse(db.value<string>(sql, [batch]) ?? '[]') as number[])
}

/** Updates the items of earlier batches that the new batch replaces. Returns how many entries canceled out. */
function replaceEarlier(db: WriteDb, { kind, batch, now }: Wanted): number {
  // Stryker disable next-line ConditionalExpression: a shortcut: in an empty outbox the statements behind it find nothing
  if (db.value<number>('SELECT 1 FROM outbox LIMIT 1') === undefined) return 0
  const params: SqlParams = { batch }
  moveItems(db, { select: earlierItems(kind, IS_REPLACED), params, to: 'canceled', now })
  // Stryker disable next-line ConditionalExpression: a shortcut: with nothing rejected the statement finds nothing
  if (hasRefused(db)) moveItems(db, { select: earlierItems(kind, MAY_HAVE_ARRIVED('o')), params, to: 'waiting', now })
  return dropEntries(db, cancelsOut(kind), params)
}

/**
 * Fills the batch and returns what it changed. Durable on return, completely or not at all. Throws what the driver
 * throws.
 */
export function putValues(db: WriteDb, wanted: Wanted): PutValues {
  const { kind, source, batch, now } = wanted
  return inIntentTransaction(db, () => {
    const size = db.run(insertItems(wanted), { batch, ...source.params })
    const canceled = replaceEarlier(db, wanted)
    const waiting = putEntries(db, kind, { batch, isInteractive: size === 1, owner: ownerOfIntent(db, 'images') })
    countItems(db, { batch, size, waiting, now })
    // Stryker disable next-line ConditionalExpression: the list that is at hand is the one that is read back otherwise; it saves the reading alone
    // Stryker disable next-line ArithmeticOperator: where something canceled out it never is all of them then, and the same list is read back
    const isAll = waiting + canceled === source.records?.length
    // Stryker disable next-line ConditionalExpression, EqualityOperator: the list that is at hand is the one that is read back otherwise; it saves the reading alone
    const changed = isAll && source.records !== undefined ? source.records : changedBy(db, batch)
    // Stryker disable next-line ConditionalExpression: a shortcut: refreshSearch writes only what differs, and a star changes nothing that is searched
    if (kind === 'name') for (const record of changed) refreshSearch(db, record)
    if (changed.length > 0) logChange(db, { kinds: VALUE_SQL[kind].kinds, records: changed })
    return { changed, size, waiting }
  })
}

/** Sorts records and removes duplicates, so that adjacent rows are written one after the other. */
function sortedUnique(records: Uint32Array): Uint32Array {
  const sorted = records.toSorted()
  // Stryker disable next-line ConditionalExpression: before the first one there is none, which differs from every number
  return sorted.filter((record, at) => at === 0 || record !== sorted[at - 1])
}

/** Source of one favorite value for all records; numbers that are not images are left out. */
export function sameFavorite(records: Uint32Array, favorite: boolean): Source {
  const sorted = sortedUnique(records)
  return {
    sql: 'SELECT value AS record, :want AS want FROM json_each(:records)',
    params: { want: favorite ? 1 : 0, records: `[${sorted.join(',')}]` },
    records: sorted
  }
}

/** Source of a name for one record. */
export function oneName(record: number, name: string): Source {
  return { sql: 'SELECT :record AS record, :want AS want', params: { record, want: name } }
}

/**
 * Adds a rename of an unsent create: an item of a batch that needs no request. Runs inside the caller's transaction.
 */
export function putMergedName(
  db: WriteDb,
  merged: { record: number; before: string; after: string; batch: BatchId; now: number }
): void {
  const { record, before, after, batch, now } = merged
  db.run(
    `INSERT INTO batch_items (batch, record, before, after, before_text, after_text, outcome)
     VALUES (:batch, :record, 0, :before <> :after, :before, :after, 'unchanged')`,
    { batch, record, before, after }
  )
  countItems(db, { batch, size: 1, waiting: 0, now })
}
