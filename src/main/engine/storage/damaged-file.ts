/**
 * Reads what can be read of a damaged library. A page that is broken takes its rows with it, and nothing else: tables
 * are read from both ends, and what lies between two broken pages is asked for row by row.
 */
import type { ReadDb, SqlParams, SqlValue, WriteDb } from './database.ts'
import { failureOfStorage } from './storage-failure.ts'

export type FoundRow = Readonly<Record<string, SqlValue>>

export interface Scan {
  readonly table: string
  /** An integer that orders the rows and finds one fast. */
  readonly key: string
  /** Narrows to the rows of one batch, the front of the same index. */
  readonly batch?: number
}

/** Rows a statement reads at once; halved where one of them cannot be read. */
const PIECE = 512
/** After so many rows in a row that cannot be read, a page that leads to all of them is broken. */
const MAX_MISSES = 50_000

/**
 * The rows of one answer, or null where a page of it is broken: told twice, since a disk may give on a second try what
 * it did not on the first. Throws what is no damage, as a lock is: rows behind that must not count as lost.
 */
function tryRows(db: ReadDb, sql: string, params: SqlParams): readonly FoundRow[] | null {
  return readOnce(db, sql, params) ?? readOnce(db, sql, params)
}

function readOnce(db: ReadDb, sql: string, params: SqlParams): readonly FoundRow[] | null {
  try {
    return db.all<FoundRow>(sql, params)
  } catch (error) {
    if (failureOfStorage(error)?.code === 'library-damaged') return null
    throw error
  }
}

/** One row; null when there is none, or none that can be read. */
export function findFound(db: ReadDb, sql: string, params: SqlParams = []): FoundRow | null {
  return tryRows(db, sql, params)?.[0] ?? null
}

/** Whole small table or index at once; what cannot be read is nothing. */
export function listFound(db: ReadDb, sql: string, params: SqlParams = []): readonly FoundRow[] {
  return tryRows(db, sql, params) ?? []
}

/** Whether it has a schema that can be read, and our tables. Throws what is no damage, as a lock is. */
export function isLibrary(db: ReadDb): boolean {
  return findFound(db, "SELECT name FROM sqlite_schema WHERE name = 'outbox'") !== null
}

/** Every row that can be read, in no promised order. */
export function* scanFound(db: ReadDb, scan: Scan): Generator<FoundRow> {
  const up = yield* walk(db, scan, 'ASC')
  const down = up === null ? null : yield* walk(db, scan, 'DESC')
  if (up === null || down === null) return
  // Where a row above was read, nothing else has to be: the highest number may lie on a broken page as well.
  const end = down < Number.MAX_SAFE_INTEGER ? down : highestGiven(db) + 1
  for (let at = up + 1, misses = 0; at < end && misses < MAX_MISSES; at += 1) {
    const row = readRows(db, scan, { where: '= :from', from: at, limit: 1 })?.[0]
    misses = row === undefined ? misses + 1 : 0
    if (row !== undefined) yield row
  }
}

/** No key is above the highest number that was ever given. */
function highestGiven(db: ReadDb): number {
  return Number(findFound(db, 'SELECT max(seq) AS seq FROM sqlite_sequence')?.['seq'] ?? 0)
}

/** From one end to the first row that cannot be read; the key before that one, or null where there is none. */
function* walk(db: ReadDb, scan: Scan, order: 'ASC' | 'DESC'): Generator<FoundRow, number | null> {
  const where = `${order === 'ASC' ? '>' : '<'} :from ORDER BY ${scan.key} ${order}`
  let from = order === 'ASC' ? -1 : Number.MAX_SAFE_INTEGER
  let limit = PIECE
  for (;;) {
    const rows = readRows(db, scan, { where, from, limit })
    if (rows?.length === 0) return null
    if (rows === null && limit === 1) return from
    if (rows === null) limit = Math.ceil(limit / 8)
    else yield* rows
    from = Number(rows?.at(-1)?.[scan.key] ?? from)
  }
}

function readRows(db: ReadDb, { table, key, batch }: Scan, at: { where: string; from: number; limit: number }) {
  const narrow = batch === undefined ? '' : 'batch = :batch AND '
  // Names come from the lists of rebuild.ts, never from the file.
  const sql = `SELECT * FROM ${table} WHERE ${narrow}${key} ${at.where} LIMIT :limit`
  return tryRows(db, sql, { from: at.from, limit: at.limit, batch: batch ?? null })
}

/** The two libraries of a salvage. */
export interface Sides {
  readonly from: ReadDb
  readonly into: WriteDb
}

/** False when the row breaks a rule of the table, as what comes off a broken page may; nothing is written then. */
export function putFound(db: WriteDb, table: string, row: FoundRow): boolean {
  // Generated columns are computed, and unknown ones are those of another version.
  const known = db.column<string>(`SELECT name FROM pragma_table_info('${table}')`)
  const names = Object.keys(row).filter((name) => known.includes(name))
  const values = names.map((name) => `:${name}`).join(', ')
  try {
    // OR IGNORE answers 0 for rows that break a rule; what a STRICT column refuses is thrown.
    return db.run(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${values})`, row) === 1
  } catch (error) {
    if (isConstraint(error)) return false
    throw error
  }
}

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
