/**
 * What search and the order by name go by: the name that a screen shows (the person's over the service's) and the
 * prompt. Follows every change of either. Runs inside the caller's transaction.
 */
import type { SqlParams, WriteDb } from './database.ts'
import { foldText, naturalKey, writeText } from './search.ts'

interface Shown {
  readonly name: string
  readonly key: string
  readonly description: string | null
  readonly text: string | null
}

const SHOWN = `SELECT ifnull(o.want_text, ifnull(i.name, '')) AS name, i.name_key AS key, i.description, t.folded AS text
  FROM images i LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'name' LEFT JOIN texts t ON t.record = i.record
  WHERE i.record = ?`

/** Brings the index of one image up to what is shown of it; writes only what differs. */
export function refreshSearch(db: WriteDb, record: number): void {
  const shown = db.get<Shown>(SHOWN, [record])
  if (shown === undefined) return
  const name = foldText(shown.name)
  const key = naturalKey(name)
  const text = `${name}\n${foldText(shown.description ?? '')}`
  if (key !== shown.key) db.run('UPDATE images SET name_key = ? WHERE record = ?', [key, record])
  if (text !== shown.text) writeText(db, record, { before: shown.text, after: text })
}

/**
 * Does what takes wishes away, and brings the index of every image along of which a name was wanted. `which`: SQL over
 * an entry `o`, of all that it may take away.
 */
export function withNamesShown<T>(db: WriteDb, of: { which: string; params: SqlParams }, work: () => T): T {
  const records = db.column<number>(`SELECT record FROM outbox o WHERE kind = 'name' AND ${of.which}`, of.params)
  const value = work()
  for (const record of records) refreshSearch(db, record)
  return value
}
