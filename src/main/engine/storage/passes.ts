/** Passes: reads of the list of a group from one end to the other. An interrupted pass resumes where it stopped. */
import type { Group, IncompleteWhy } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { keepSequence, nextSequence } from './meta.ts'

/** Kind of a pass: the whole list, or the list that the service filters by favorite. */
export type PassKind = 'full' | 'favorites'

export interface PassProgress {
  /** Next page to request, for services with page numbers. */
  readonly nextPage: number | null
  /** Cursor of the next page, for services that page by cursor. */
  readonly nextCursor: string | null
  /** Total number of records that the service last reported; `null` if it reports none. */
  readonly total: number | null
  /** Distinct records read so far. */
  readonly seen: number
  /**
   * Why the pass proves presence only: a disturbance during the pass, also when it is resumed, or a deficit at its end.
   * `null`: it may become complete, and is complete once it has ended.
   */
  readonly why: IncompleteWhy | null
}

export interface Pass extends PassProgress {
  readonly pass: number
  readonly order: 'asc' | 'desc'
  readonly startedAt: number
  /** Sequence number at its start; it contains no news about records that were reported later. */
  readonly startedSequence: number
  readonly endedAt: number | null
}

/** Starts a pass at page 1 and returns its number. */
export function openPass(
  db: WriteDb,
  pass: { group: Group; kind: PassKind; order: 'asc' | 'desc'; startedAt: number }
): number {
  const startedSequence = nextSequence(db)
  keepSequence(db)
  return db.insert(
    `INSERT INTO passes (grp, kind, sort, started_at, next_page, started_sequence)
     VALUES (:group, :kind, :order, :startedAt, 1, :startedSequence)`,
    { ...pass, startedSequence }
  )
}

/** Stores the progress of a pass after its page was applied; `endedAt` ends the pass. */
export function notePass(db: WriteDb, pass: number, progress: PassProgress & { endedAt?: number }): void {
  db.run(
    `UPDATE passes SET next_page = :nextPage, next_cursor = :nextCursor, total = :total, seen = :seen, why = :why,
       ended_at = :endedAt WHERE pass = :pass`,
    { endedAt: null, ...progress, pass }
  )
}

const IS_COMPLETE = 'ended_at IS NOT NULL AND why IS NULL'

const IS: Readonly<Record<'open' | 'ended' | 'ascending' | 'complete', string>> = {
  open: 'ended_at IS NULL',
  ended: 'ended_at IS NOT NULL',
  ascending: "ended_at IS NOT NULL AND sort = 'asc'",
  complete: IS_COMPLETE
}

/** Returns the newest pass that is open, ended (complete or not), ended and ascending, or complete; `null` if none. */
export function newestPass(db: ReadDb, is: keyof typeof IS, group: Group, kind: PassKind = 'full'): Pass | null {
  const sql = `SELECT pass, sort AS "order", started_at AS startedAt, started_sequence AS startedSequence, ended_at AS endedAt,
      next_page AS nextPage, next_cursor AS nextCursor, total, seen, why
    FROM passes WHERE grp = ? AND kind = ? AND ${IS[is]} ORDER BY pass DESC LIMIT 1`
  return db.get<Pass>(sql, [group, kind]) ?? null
}

/** Returns whether the list of a group was ever read, even if only its first page. */
export function wasEverRead(db: ReadDb, group: Group): boolean {
  const sql = `SELECT 1 FROM passes WHERE grp = ? AND (seen > 0 OR (${IS_COMPLETE})) LIMIT 1`
  return db.value<number>(sql, [group]) !== undefined
}

/** Returns whether the whole list had been read to its end by then, ms since epoch. */
export function wasReadWhole(db: ReadDb, group: Group, by: number): boolean {
  const sql = `SELECT 1 FROM passes WHERE grp = ? AND kind = 'full' AND ${IS_COMPLETE} AND ended_at <= ? LIMIT 1`
  return db.value<number>(sql, [group, by]) !== undefined
}

/** Returns whether the service returned the same page again and again in the newest full pass that ended. */
export const isUnpaged = (db: ReadDb, group: Group): boolean => newestPass(db, 'ended', group)?.why === 'no-paging'

/**
 * Marks records as seen by a pass and returns how many were new to the pass. Marks are separate for each kind, so that
 * a favorites pass does not hide the marks of a full pass.
 */
export function markSeen(db: WriteDb, pass: number, records: readonly number[]): number {
  const kind = db.value<PassKind>('SELECT kind FROM passes WHERE pass = ?', [pass])
  if (kind === undefined) return 0
  const mark = (record: number): number =>
    db.run(
      `INSERT INTO seen VALUES (:kind, :record, :pass)
       ON CONFLICT (kind, record) DO UPDATE SET pass = excluded.pass WHERE pass <> excluded.pass`,
      { kind, record, pass }
    )
  return records.reduce((total, record) => total + mark(record), 0)
}

/**
 * Returns how many distinct records a pass has marked. Reads all marks, so it is meant for the end of a pass, not for
 * each page.
 */
export function countSeen(db: ReadDb, pass: number): number {
  return db.value<number>('SELECT count(*) FROM seen WHERE pass = ?', [pass]) ?? 0
}

/**
 * Returns favorites of the mirror that a favorites pass did not contain. They are read again; their absence alone
 * changes nothing. Records that are known to be gone are left out.
 */
export function unseenFavorites(db: ReadDb, pass: number): { readonly record: number; readonly serviceId: string }[] {
  return db.all(
    `SELECT f.record, r.service_id AS serviceId FROM flags f CROSS JOIN records r USING (record)
     LEFT JOIN seen s ON s.kind = 'favorites' AND s.record = f.record AND s.pass = ?
     WHERE f.favorite = 1 AND s.record IS NULL AND r.service_id IS NOT NULL
       AND f.record NOT IN (SELECT record FROM gone) ORDER BY f.record`,
    [pass]
  )
}
