/**
 * Reads what can be read of a damaged library. A broken page loses its rows and nothing else: tables are read from both
 * ends, and the keys between two broken pages are read row by row.
 */
import type { ReadDb, SqlParams, SqlValue, WriteDb } from './database.ts'
import { failureOfStorage } from './storage-failure.ts'

export type FoundRow = Readonly<Record<string, SqlValue>>

export interface Scan {
  readonly table: string
  /** An integer key that orders the rows and is indexed. */
  readonly key: string
  /** Limits the scan to one batch, which is the prefix of the same index. */
  readonly batch?: number
}

/** Rows that one statement reads; reduced if one of them cannot be read. */
const CHUNK_SIZE = 512
/** After this many consecutive unreadable rows, the page that leads to all of them counts as broken. */
const MAX_UNREADABLE = 50_000

/**
 * Returns the rows of a query, or `null` if a page is broken. Tries twice, because a disk may return on the second read
 * what it did not on the first. Throws errors other than damage, such as a lock, so that the remaining rows do not
 * count as lost.
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

/** Returns one row; `null` if there is none, or none that can be read. */
export function findFound(db: ReadDb, sql: string, params: SqlParams = []): FoundRow | null {
  return tryRows(db, sql, params)?.[0] ?? null
}

/** Returns a whole small table or index at once; empty if it cannot be read. */
export function listFound(db: ReadDb, sql: string, params: SqlParams = []): readonly FoundRow[] {
  return tryRows(db, sql, params) ?? []
}

/**
 * Returns whether the file has a readable schema with the tables of a library. Throws errors other than damage, such as
 * a lock.
 */
export function isLibrary(db: ReadDb): boolean {
  return findFound(db, "SELECT name FROM sqlite_schema WHERE name = 'outbox'") !== null
}

/** Yields every row that can be read, in no guaranteed order. */
export function* scanFound(db: ReadDb, scan: Scan): Generator<FoundRow> {
  const up = yield* walk(db, scan, 'ASC')
  const down = up === null ? null : yield* walk(db, scan, 'DESC')
  if (up === null || down === null) return
  // Where a row above was read, nothing else has to be: the highest number may lie on a broken page as well.
  const end = down < Number.MAX_SAFE_INTEGER ? down : highestGiven(db) + 1
  for (let at = up + 1, unreadable = 0; at < end && unreadable < MAX_UNREADABLE; at += 1) {
    const row = readRows(db, scan, { where: '= :from', from: at, limit: 1 })?.[0]
    unreadable = row === undefined ? unreadable + 1 : 0
    if (row !== undefined) yield row
  }
}

/** Returns the highest number ever assigned, which no key exceeds. */
function highestGiven(db: ReadDb): number {
  return Number(findFound(db, 'SELECT max(seq) AS seq FROM sqlite_sequence')?.['seq'] ?? 0)
}

/**
 * Yields rows from one end up to the first unreadable one. Returns the key before that one, or `null` if all were read.
 */
function* walk(db: ReadDb, scan: Scan, order: 'ASC' | 'DESC'): Generator<FoundRow, number | null> {
  const where = `${order === 'ASC' ? '>' : '<'} :from ORDER BY ${scan.key} ${order}`
  let from = order === 'ASC' ? -1 : Number.MAX_SAFE_INTEGER
  let limit = CHUNK_SIZE
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

/** The two libraries of a rebuild. */
export interface Sides {
  readonly from: ReadDb
  readonly into: WriteDb
}

/**
 * Inserts a row. Returns false, without a write, if it violates a constraint of the table, as a row of a broken page
 * may.
 */
export function putFound(db: WriteDb, table: string, row: FoundRow): boolean {
  // Generated columns are computed, and unknown columns belong to another version.
  const known = db.column<string>(`SELECT name FROM pragma_table_info('${table}')`)
  const names = Object.keys(row).filter((name) => known.includes(name))
  const values = names.map((name) => `:${name}`).join(', ')
  try {
    // OR IGNORE returns 0 for rows that violate a constraint; a type that a STRICT column refuses is thrown.
    return db.run(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${values})`, row) === 1
  } catch (error) {
    if (isConstraint(error)) return false
    throw error
  }
}

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
