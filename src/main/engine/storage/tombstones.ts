/** Records that are gone from the service. The full row stays for a while; what a person keeps stays for ever. */
import type { Group } from '../../../shared/sync-status.ts'
import type { WriteDb, ReadDb } from './database.ts'
import { type ToldFavorite, doubtOf } from './mirror-favorite.ts'

/**
 * Gone, not kept, and nothing of the person waits about it: no screen shows it. One with a change that needs the
 * person stays until that is decided.
 */
export const IS_HIDDEN = (record: string): string =>
  `EXISTS (SELECT 1 FROM gone g WHERE g.record = ${record} AND g.is_kept = 0
    AND NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = g.record))`

/** Whether the record is there to be changed: known, and not gone from the service. */
export function isPresent(db: ReadDb, group: Group, record: number): boolean {
  // Both tables are named as their groups.
  const sql = `SELECT 1 FROM ${group} WHERE record = ? AND record NOT IN (SELECT record FROM gone)`
  return db.value<number>(sql, [record]) !== undefined
}

/** The person wants an image deleted, and nobody has refused that. */
export const IS_DELETING = (record: string): string =>
  `EXISTS (SELECT 1 FROM outbox d WHERE d.record = ${record} AND d.kind = 'delete' AND d.is_refused = 0)`

/** Whether no screen shows the record any more. */
export function isHidden(db: ReadDb, record: number): boolean {
  return db.value<number>(`SELECT ${IS_HIDDEN(':record')}`, { record }) === 1
}

export interface Burial {
  readonly records: readonly number[]
  /** ms since epoch, and `nextTick` now. */
  readonly now: number
  readonly tick: number
  /** The person keeps what is here, as a copy of its own. */
  readonly isKept: boolean
}

/** Notes that records are gone; what is kept stays kept. Inside the caller's transaction. */
export function bury(db: WriteDb, { records, now, tick, isKept }: Burial): void {
  const listed = JSON.stringify(records)
  db.run(
    `INSERT INTO gone (record, grp, gone_at, tick, is_kept)
     SELECT record, grp, :now, :tick, :kept FROM records WHERE record IN (SELECT value FROM json_each(:listed))
     ON CONFLICT (record) DO UPDATE
     SET is_kept = max(is_kept, excluded.is_kept), tick = excluded.tick, doubt_tick = NULL`,
    { listed, now, tick, kept: isKept ? 1 : 0 }
  )
  db.run('DELETE FROM candidates WHERE record IN (SELECT value FROM json_each(?))', [listed])
}

/** Whether a record is gone from the service, kept here or not. */
export function isGone(db: ReadDb, record: number): boolean {
  return db.value<number>('SELECT 1 FROM gone WHERE record = ?', [record]) !== undefined
}

/** Whether there are tombstones or candidates at all: pages ask for each of their records only then. */
export function hasRemovals(db: ReadDb): boolean {
  const sql = 'SELECT EXISTS (SELECT 1 FROM gone) OR EXISTS (SELECT 1 FROM candidates)'
  return db.value<number>(sql) === 1
}

/**
 * An answer shows a record. `present`: it was not thought gone. `revived`: it is believed to be back. `gone`: the
 * answer is older than the proof, or may come from a replica that lags behind; nothing of it is taken.
 */
export function sight(
  db: WriteDb,
  { record, askedAt, tick, readAt }: Omit<ToldFavorite, 'favorite'> & { readonly record: number }
): 'present' | 'revived' | 'gone' {
  db.run('DELETE FROM candidates WHERE record = ?', [record])
  const stone = db.get<{ confirmedAt: number; tick: number; doubt_tick: number | null }>(
    'SELECT gone_at AS confirmedAt, tick, doubt_tick FROM gone WHERE record = ?',
    [record]
  )
  if (stone === undefined) return 'present'
  if (askedAt < stone.tick) return 'gone'
  const doubt = doubtOf(stone, { askedAt, tick, readAt })
  if (doubt !== null) {
    db.run('UPDATE gone SET doubt_tick = ? WHERE record = ?', [doubt, record])
    return 'gone'
  }
  db.run('DELETE FROM gone WHERE record = ?', [record])
  return 'revived'
}
