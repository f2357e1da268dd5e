/** Readings of a group's list from one end to the other; an interrupted one goes on where it stopped. */
import type { Group, IncompleteWhy } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { keepTick, nextTick } from './meta.ts'

/** Of the whole list, or of what the service says are favorites. */
export type PassKind = 'full' | 'favorites'

export interface PassProgress {
  /** Next page to ask for, where pages have numbers. */
  readonly nextPage: number | null
  /** Cursor of the next page, where the service pages by cursor. */
  readonly nextCursor: string | null
  /** Records of the whole list as the service last told; null when it does not. */
  readonly total: number | null
  /** Distinct records read so far. */
  readonly seen: number
  /**
   * Why it proves presence only: something on the way, also when it is taken up again, or what it lacked at its end.
   * null: it may become complete, and has when it ended.
   */
  readonly why: IncompleteWhy | null
}

export interface Pass extends PassProgress {
  readonly pass: number
  readonly order: 'asc' | 'desc'
  readonly startedAt: number
  /** The tick at which it began: what was told later is no news from it. */
  readonly startedTick: number
  readonly endedAt: number | null
}

/** Begins a pass at page 1 and answers its number. */
export function openPass(
  db: WriteDb,
  pass: { group: Group; kind: PassKind; order: 'asc' | 'desc'; startedAt: number }
): number {
  const startedTick = nextTick(db)
  keepTick(db)
  return db.insert(
    `INSERT INTO passes (grp, kind, sort, started_at, next_page, started_tick)
     VALUES (:group, :kind, :order, :startedAt, 1, :startedTick)`,
    { ...pass, startedTick }
  )
}

/** Notes how far a pass has come, after its page was applied; `endedAt`: that was the last one. */
export function notePass(db: WriteDb, pass: number, progress: PassProgress & { endedAt?: number }): void {
  db.run(
    `UPDATE passes SET next_page = :nextPage, next_cursor = :nextCursor, total = :total, seen = :seen, why = :why,
       ended_at = :endedAt WHERE pass = :pass`,
    { endedAt: null, ...progress, pass }
  )
}

const IS_COMPLETE = 'ended_at IS NOT NULL AND why IS NULL'

const IS: Readonly<Record<'open' | 'ended' | 'complete', string>> = {
  open: 'ended_at IS NULL',
  ended: 'ended_at IS NOT NULL',
  complete: IS_COMPLETE
}

/** The newest pass that is open, that ended, complete or not, or that was complete; null when there is none. */
export function newestPass(db: ReadDb, is: keyof typeof IS, group: Group, kind: PassKind = 'full'): Pass | null {
  const sql = `SELECT pass, sort AS "order", started_at AS startedAt, started_tick AS startedTick, ended_at AS endedAt,
      next_page AS nextPage, next_cursor AS nextCursor, total, seen, why
    FROM passes WHERE grp = ? AND kind = ? AND ${IS[is]} ORDER BY pass DESC LIMIT 1`
  return db.get<Pass>(sql, [group, kind]) ?? null
}

/** Whether the list of a group was ever read, if only its first page. */
export function wasEverRead(db: ReadDb, group: Group): boolean {
  const sql = `SELECT 1 FROM passes WHERE grp = ? AND (seen > 0 OR (${IS_COMPLETE})) LIMIT 1`
  return db.value<number>(sql, [group]) !== undefined
}

/** Whether the whole list had been read to its end by then, ms since epoch. */
export function wasReadWhole(db: ReadDb, group: Group, by: number): boolean {
  const sql = `SELECT 1 FROM passes WHERE grp = ? AND kind = 'full' AND ${IS_COMPLETE} AND ended_at <= ? LIMIT 1`
  return db.value<number>(sql, [group, by]) !== undefined
}

/** Whether the newest reading of the whole list was always given the same page. */
export const isUnpaged = (db: ReadDb, group: Group): boolean => newestPass(db, 'ended', group)?.why === 'no-paging'

/**
 * Marks records as seen by a pass and answers how many of them it had not seen before. Marks are kept for each kind
 * apart, so that a pass over favorites does not hide what a full one saw.
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

/** How many distinct records a pass has marked. Reads all marks of its kind: for the end of a pass, not each page. */
export function countSeen(db: ReadDb, pass: number): number {
  return db.value<number>('SELECT count(*) FROM seen WHERE pass = ?', [pass]) ?? 0
}

/**
 * Favorites of the mirror that a pass over favorites did not meet: to be read again, never changed by that alone. Those
 * that are known to be gone are left out.
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
