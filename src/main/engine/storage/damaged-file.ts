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
  /** Narrows to rows that share a value: `column = value`, the front of the same index. */
  readonly within?: { readonly column: string; readonly value: number }
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

/** Names of the tables; null when the schema is broken. Throws what is no damage, as a lock is. */
export function tablesFound(db: ReadDb): ReadonlySet<string> | null {
  const rows = tryRows(db, "SELECT name FROM sqlite_schema WHERE type = 'table'", [])
  return rows === null ? null : new Set(rows.map(({ name }) => String(name)))
}

/** Every row that can be read, in no promised order. */
export function* scanFound(db: ReadDb, scan: Scan): Generator<FoundRow> {
  const up = yield* walk(db, scan, 'ASC')
  if (up.isWhole) return
  const down = yield* walk(db, scan, 'DESC')
  yield* probe(db, scan, { above: up.last ?? 0, below: down.last ?? highestGiven(db) + 1 })
}

/** No key is above the highest number that was ever given. */
function highestGiven(db: ReadDb): number {
  return Number(findFound(db, 'SELECT max(seq) AS seq FROM sqlite_sequence')?.['seq'] ?? 0)
}

interface Walked {
  /** The end was reached. */
  readonly isWhole: boolean
  /** Key of the last row that was read; null = none was. */
  readonly last: number | null
}

/** From one end up to the first row that cannot be read. */
function* walk(db: ReadDb, { table, key, within }: Scan, order: 'ASC' | 'DESC'): Generator<FoundRow, Walked> {
  const beyond = order === 'ASC' ? '>' : '<'
  const narrow = within === undefined ? '' : `${within.column} = :within AND `
  // Names come from the lists of salvage.ts, never from the file.
  const sql = `SELECT * FROM ${table} WHERE ${narrow}${key} ${beyond} :from ORDER BY ${key} ${order} LIMIT :limit`
  const state: { last: number | null; limit: number } = { last: null, limit: PIECE }
  for (;;) {
    const from = state.last ?? (order === 'ASC' ? -1 : Number.MAX_SAFE_INTEGER)
    const rows = tryRows(db, sql, {
      from,
      limit: state.limit,
      ...(within === undefined ? {} : { within: within.value })
    })
    if (rows === null && state.limit === 1) return { isWhole: false, last: state.last }
    if (rows === null) {
      state.limit = Math.max(1, Math.floor(state.limit / 8))
      continue
    }
    if (rows.length === 0) return { isWhole: true, last: state.last }
    yield* rows
    state.last = Number(rows.at(-1)?.[key])
  }
}

function* probe(
  db: ReadDb,
  { table, key, within }: Scan,
  { above, below }: { above: number; below: number }
): Generator<FoundRow> {
  const narrow = within === undefined ? '' : `${within.column} = :within AND `
  const sql = `SELECT * FROM ${table} WHERE ${narrow}${key} = :at`
  for (let at = above + 1, misses = 0; at < below && misses < MAX_MISSES; at += 1) {
    const row = findFound(db, sql, { at, ...(within === undefined ? {} : { within: within.value }) })
    misses = row === null ? misses + 1 : 0
    if (row !== null) yield row
  }
}

export type FoundTable =
  | 'meta'
  | 'key_owners'
  | 'dialect'
  | 'records'
  | 'images'
  | 'flags'
  | 'projects'
  | 'outbox'
  | 'attempts'
  | 'batches'
  | 'batch_items'
  | 'creates'
  | 'gone'

/** The two libraries of a salvage, and which tables the old one has: an older version has fewer. */
export interface Sides {
  readonly from: ReadDb
  readonly into: WriteDb
  readonly tables: ReadonlySet<string>
}

/** Columns that can be written: generated ones are computed, and unknown ones are those of another version. */
function columnsOf(db: WriteDb, table: FoundTable): ReadonlySet<string> {
  return new Set(db.column<string>(`SELECT name FROM pragma_table_info('${table}')`))
}

/** False when the row breaks a rule of the table, as what comes off a broken page may; nothing is written then. */
export function putFound(db: WriteDb, table: FoundTable, row: FoundRow): boolean {
  const known = columnsOf(db, table)
  const names = Object.keys(row).filter((name) => known.has(name))
  const params: Record<string, SqlValue> = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  const values = names.map((name) => `:${name}`).join(', ')
  try {
    // OR IGNORE answers 0 for rows that break a rule; what a STRICT column refuses is thrown.
    return db.run(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${values})`, params) === 1
  } catch (error) {
    if (isConstraint(error)) return false
    throw error
  }
}

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
