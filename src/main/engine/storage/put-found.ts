/** Writes a row that was found in another library, as far as it fits this version's table. */
import type { ReadDb, SqlValue, WriteDb } from './database.ts'
import type { FoundRow } from './damaged-file.ts'

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
