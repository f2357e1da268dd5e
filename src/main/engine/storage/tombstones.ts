/**
 * Tombstones of records that are gone from the service. The full row is kept for a while, and forever if the user keeps
 * a copy.
 */
import type { Group } from '../../../shared/sync-status.ts'
import type { WriteDb, ReadDb } from './database.ts'
import { type ReportedFavorite, doubtOf } from './mirror-favorite.ts'

/**
 * SQL: gone, not kept, and without entries, so it is not displayed. A record with a change that needs a decision stays
 * until that is decided.
 */
export const IS_HIDDEN = (record: string): string =>
  `EXISTS (SELECT 1 FROM gone g WHERE g.record = ${record} AND g.is_kept = 0
    AND NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = g.record))`

/** Returns whether the record can be changed: known, and not gone from the service. */
export function isPresent(db: ReadDb, group: Group, record: number): boolean {
  // Both tables have the names of their groups.
  const sql = `SELECT 1 FROM ${group} WHERE record = ? AND record NOT IN (SELECT record FROM gone)`
  return db.value<number>(sql, [record]) !== undefined
}

/** SQL: an image has a deletion that was not refused. */
export const IS_DELETING = (record: string): string =>
  `EXISTS (SELECT 1 FROM outbox d WHERE d.record = ${record} AND d.kind = 'delete' AND d.is_refused = 0)`

/** Returns whether the record is no longer displayed. */
export function isHidden(db: ReadDb, record: number): boolean {
  return db.value<number>(`SELECT ${IS_HIDDEN(':record')}`, { record }) === 1
}

export interface Burial {
  readonly records: readonly number[]
  /** ms since epoch, and `nextSequence` now. */
  readonly now: number
  readonly sequence: number
  /** The user keeps the local data as a copy. */
  readonly isKept: boolean
}

/** Writes tombstones; copies that are kept stay kept. Runs inside the caller's transaction. */
export function bury(db: WriteDb, { records, now, sequence, isKept }: Burial): void {
  const listed = JSON.stringify(records)
  db.run(
    `INSERT INTO gone (record, grp, gone_at, sequence, is_kept)
     SELECT record, grp, :now, :sequence, :kept FROM records WHERE record IN (SELECT value FROM json_each(:listed))
     ON CONFLICT (record) DO UPDATE
     SET is_kept = max(is_kept, excluded.is_kept), sequence = excluded.sequence, doubt_sequence = NULL`,
    { listed, now, sequence, kept: isKept ? 1 : 0 }
  )
  db.run('DELETE FROM candidates WHERE record IN (SELECT value FROM json_each(?))', [listed])
}

/** Returns whether a record is gone from the service, kept here or not. */
export function isGone(db: ReadDb, record: number): boolean {
  return db.value<number>('SELECT 1 FROM gone WHERE record = ?', [record]) !== undefined
}

/** Returns whether there are any tombstones or candidates; pages check each of their records only then. */
export function hasRemovals(db: ReadDb): boolean {
  const sql = 'SELECT EXISTS (SELECT 1 FROM gone) OR EXISTS (SELECT 1 FROM candidates)'
  return db.value<number>(sql) === 1
}

/**
 * Handles a record in a response. `present`: it was not considered gone. `revived`: it exists again. `gone`: the
 * response is older than the proof, or may come from a stale replica, and is ignored.
 */
export function sight(
  db: WriteDb,
  { record, requestSequence, sequence, readAt }: Omit<ReportedFavorite, 'favorite'> & { readonly record: number }
): 'present' | 'revived' | 'gone' {
  db.run('DELETE FROM candidates WHERE record = ?', [record])
  const tombstone = db.get<{ confirmedAt: number; sequence: number; doubt_sequence: number | null }>(
    'SELECT gone_at AS confirmedAt, sequence, doubt_sequence FROM gone WHERE record = ?',
    [record]
  )
  if (tombstone === undefined) return 'present'
  if (requestSequence < tombstone.sequence) return 'gone'
  const doubt = doubtOf(tombstone, { requestSequence, sequence, readAt })
  if (doubt !== null) {
    db.run('UPDATE gone SET doubt_sequence = ? WHERE record = ?', [doubt, record])
    return 'gone'
  }
  db.run('DELETE FROM gone WHERE record = ?', [record])
  return 'revived'
}
