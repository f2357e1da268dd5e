/** Readings of a group's list from one end to the other; an interrupted one goes on where it stopped. */
import type { Group, IncompleteWhy } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { keepTick, nextTick } from './meta.ts'

export type PassKind = 'first' | 'full' | 'head' | 'favorites'

export interface PassProgress {
  /** Next page to ask for, where pages have numbers. */
  readonly nextPage: number | null
  /** Cursor of the next page, where the service pages by cursor. */
  readonly nextCursor: string | null
  /** Records of the whole list as the service last told; null when it does not. */
  readonly total: number | null
  /** Distinct records read so far. */
  readonly seen: number
}

export interface Pass extends PassProgress {
  readonly pass: number
  readonly group: Group
  readonly kind: PassKind
  readonly order: 'asc' | 'desc'
  readonly startedAt: number
  readonly endedAt: number | null
  /** The service itself said that the list ended there. */
  readonly isComplete: boolean
  /** Something on the way makes it prove presence only, also when it is taken up again. */
  readonly isFlawed: boolean
  /** Why it is not complete; null while it may be. */
  readonly why: IncompleteWhy | null
}

interface PassRow extends Omit<Pass, 'isComplete' | 'isFlawed'> {
  readonly isComplete: 0 | 1
  readonly isFlawed: 0 | 1
}

const SELECT = `SELECT pass, grp AS "group", kind, sort AS "order", started_at AS startedAt, ended_at AS endedAt,
  is_complete AS isComplete, next_page AS nextPage, next_cursor AS nextCursor, total, seen, is_flawed AS isFlawed, why
  FROM passes`

const toPass = (row: PassRow | undefined): Pass | null =>
  row === undefined ? null : { ...row, isComplete: row.isComplete === 1, isFlawed: row.isFlawed === 1 }

/** Begins a pass at page 1 and answers its number. */
export function openPass(
  db: WriteDb,
  pass: { group: Group; kind: PassKind; order: 'asc' | 'desc'; startedAt: number }
): number {
  const { group, kind, order, startedAt } = pass
  const startedTick = nextTick(db)
  keepTick(db)
  return db.insert(
    `INSERT INTO passes (grp, kind, sort, started_at, next_page, started_tick)
     VALUES (:group, :kind, :order, :startedAt, 1, :startedTick)`,
    { group, kind, order, startedAt, startedTick }
  )
}

/** The tick at which a pass began: what was told later is no news from it. 0 for a pass of the first version. */
export function passStartedTick(db: ReadDb, pass: number): number {
  return db.value<number>('SELECT started_tick FROM passes WHERE pass = ?', [pass]) ?? 0
}

/** From now on the pass proves presence only. The first reason stays. */
export function setFlawed(db: WriteDb, pass: number, why: IncompleteWhy | null): void {
  db.run('UPDATE passes SET is_flawed = 1, why = ifnull(why, ?) WHERE pass = ?', [why, pass])
}

/** Whether the list of a group was ever read, if only its first page. */
export function wasEverRead(db: ReadDb, group: Group): boolean {
  const sql = 'SELECT 1 FROM passes WHERE grp = ? AND (seen > 0 OR is_complete = 1) LIMIT 1'
  return db.value<number>(sql, [group]) !== undefined
}

/** Notes how far a pass has come, after its page was applied. */
export function advancePass(db: WriteDb, pass: number, progress: PassProgress): void {
  const { nextPage, nextCursor, total, seen } = progress
  db.run(
    `UPDATE passes SET next_page = :nextPage, next_cursor = :nextCursor, total = :total, seen = :seen
     WHERE pass = :pass`,
    { pass, nextPage, nextCursor, total, seen }
  )
}

/** Ends a pass. An incomplete one proves presence only; `why` says what it lacked. */
export function endPass(
  db: WriteDb,
  pass: number,
  end: { isComplete: boolean; endedAt: number; why?: IncompleteWhy | null }
): void {
  const { endedAt, why = null } = end
  db.run('UPDATE passes SET is_complete = :complete, ended_at = :endedAt, why = ifnull(why, :why) WHERE pass = :pass', {
    pass,
    complete: end.isComplete ? 1 : 0,
    endedAt,
    why
  })
}

/** The pass of this kind that was begun and not ended; null when there is none. */
export function findOpenPass(db: ReadDb, group: Group, kind: PassKind): Pass | null {
  const sql = `${SELECT} WHERE grp = ? AND kind = ? AND ended_at IS NULL ORDER BY pass DESC LIMIT 1`
  return toPass(db.get<PassRow>(sql, [group, kind]))
}

/** The newest pass through the whole list that was complete; null when none ever was. */
export function lastCompletePass(db: ReadDb, group: Group): Pass | null {
  const sql = `${SELECT} WHERE grp = ? AND kind IN ('first', 'full') AND is_complete = 1 ORDER BY pass DESC LIMIT 1`
  return toPass(db.get<PassRow>(sql, [group]))
}

/** Whether the whole list had been read to its end by then, ms since epoch. */
export function wasReadWhole(db: ReadDb, group: Group, by: number): boolean {
  const sql = `SELECT 1 FROM passes WHERE grp = ? AND kind IN ('first', 'full') AND is_complete = 1 AND ended_at <= ?
    LIMIT 1`
  return db.value<number>(sql, [group, by]) !== undefined
}

/** The newest pass of a kind that ended, complete or not; null when there is none. */
export function lastEndedPass(db: ReadDb, group: Group, kind: PassKind): Pass | null {
  const sql = `${SELECT} WHERE grp = ? AND kind = ? AND ended_at IS NOT NULL ORDER BY pass DESC LIMIT 1`
  return toPass(db.get<PassRow>(sql, [group, kind]))
}

/** The newest pass through the whole list that ended, complete or not; null when there is none. */
export function lastWholePass(db: ReadDb, group: Group): Pass | null {
  const [first, full] = [lastEndedPass(db, group, 'first'), lastEndedPass(db, group, 'full')]
  return (full?.pass ?? 0) > (first?.pass ?? 0) ? full : first
}

/** Whether the newest reading of the whole list was always given the same page. */
export const isUnpaged = (db: ReadDb, group: Group): boolean => lastWholePass(db, group)?.why === 'no-paging'

/**
 * Marks are kept for each kind apart, so that a pass over favorites does not hide what a full one saw. A first and a
 * full pass both go through everything and never run at once.
 */
const laneOf = (kind: PassKind): string => (kind === 'first' ? 'full' : kind)

/**
 * Marks records as seen by a pass and answers how many of them it had not seen before. A head pass marks nothing: it
 * proves nothing about the rest.
 */
export function markSeen(db: WriteDb, pass: number, records: readonly number[]): number {
  const kind = db.value<PassKind>('SELECT kind FROM passes WHERE pass = ?', [pass])
  if (kind === undefined || kind === 'head') return 0
  const mark = (record: number): number =>
    db.run(
      `INSERT INTO seen VALUES (:lane, :record, :pass)
       ON CONFLICT (kind, record) DO UPDATE SET pass = excluded.pass WHERE pass <> excluded.pass`,
      { lane: laneOf(kind), record, pass }
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
export function unseenFavorites(db: ReadDb, pass: number): number[] {
  return db.column<number>(
    `SELECT f.record FROM flags f LEFT JOIN seen s ON s.kind = 'favorites' AND s.record = f.record AND s.pass = ?
     WHERE f.favorite = 1 AND s.record IS NULL AND f.record NOT IN (SELECT record FROM gone) ORDER BY f.record`,
    [pass]
  )
}
