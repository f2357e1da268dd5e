/** Readings of a group's list from one end to the other; an interrupted one goes on where it stopped. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ReadDb, WriteDb } from './database.ts'

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
}

interface PassRow extends Omit<Pass, 'isComplete'> {
  readonly isComplete: 0 | 1
}

const SELECT = `SELECT pass, grp AS "group", kind, sort AS "order", started_at AS startedAt, ended_at AS endedAt,
  is_complete AS isComplete, next_page AS nextPage, next_cursor AS nextCursor, total, seen FROM passes`

const toPass = (row: PassRow | undefined): Pass | null =>
  row === undefined ? null : { ...row, isComplete: row.isComplete === 1 }

/** Begins a pass at page 1 and answers its number. */
export function openPass(
  db: WriteDb,
  pass: { group: Group; kind: PassKind; order: 'asc' | 'desc'; startedAt: number }
): number {
  const { group, kind, order, startedAt } = pass
  return db.insert('INSERT INTO passes (grp, kind, sort, started_at, next_page) VALUES (?, ?, ?, ?, 1)', [
    group,
    kind,
    order,
    startedAt
  ])
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

/** Ends a pass. An incomplete one proves presence only. */
export function endPass(db: WriteDb, pass: number, end: { isComplete: boolean; endedAt: number }): void {
  const complete = end.isComplete ? 1 : 0
  db.run('UPDATE passes SET is_complete = ?, ended_at = ? WHERE pass = ?', [complete, end.endedAt, pass])
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

/** The newest pass of a kind that ended, complete or not; null when there is none. */
export function lastEndedPass(db: ReadDb, group: Group, kind: PassKind): Pass | null {
  const sql = `${SELECT} WHERE grp = ? AND kind = ? AND ended_at IS NOT NULL ORDER BY pass DESC LIMIT 1`
  return toPass(db.get<PassRow>(sql, [group, kind]))
}

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

/** Favorites of the mirror that a pass over favorites did not meet: to be read again, never changed by that alone. */
export function unseenFavorites(db: ReadDb, pass: number): number[] {
  return db.column<number>(
    `SELECT f.record FROM flags f LEFT JOIN seen s ON s.kind = 'favorites' AND s.record = f.record AND s.pass = ?
     WHERE f.favorite = 1 AND s.record IS NULL ORDER BY f.record`,
    [pass]
  )
}
