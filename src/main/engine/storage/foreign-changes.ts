/** What the service changed by itself, for the history of a record: values that it had told before, told anew. */
import { areSameFiles } from '../domain/same-files.ts'
import type { WriteDb } from './database.ts'

export type ForeignField = 'favorite' | 'name' | 'results'

export interface ForeignChange {
  readonly record: number
  /** ms since epoch when it was read. */
  readonly at: number
  readonly field: ForeignField
  /** Names as they are, favorites as 0 and 1; null for results, which are not told in a line of history. */
  readonly before: string | null
  readonly after: string | null
}

/** The kind of entry that may have caused a change of a field; an order may have caused any. */
const CAUSE: Readonly<Record<ForeignField, string>> = { favorite: 'favorite', name: 'name', results: 'create' }

/** Keeps a change, unless something the person wants is about the same field: then it may be the echo of that. */
export function noteForeignChange(db: WriteDb, change: ForeignChange): void {
  const { record, at, field, before, after } = change
  const sql = "SELECT 1 FROM outbox WHERE record = ? AND kind IN (?, 'create')"
  if (db.value<number>(sql, [record, CAUSE[field]]) !== undefined) return
  // Results may change with every reading; the last time is what counts.
  if (field === 'results') db.run("DELETE FROM foreign_changes WHERE record = ? AND field = 'results'", [record])
  db.run('INSERT INTO foreign_changes (record, at, field, before, after) VALUES (?, ?, ?, ?, ?)', [
    record,
    at,
    field,
    before,
    after
  ])
}

/** Whether two values of `results` (JSON text) name different files. */
export function differInFiles(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && !areSameFiles(before, after)
}
