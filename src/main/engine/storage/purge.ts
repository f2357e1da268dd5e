/** What nobody needs any more leaves the file. Runs when a library is opened. */
import { inTransaction, type WriteDb } from './database.ts'
import { removeText } from './search.ts'
import { IS_HIDDEN } from './tombstones.ts'

/** The full row of a record that is gone is kept this long; the tombstone itself for ever. */
export const GONE_ROWS_KEPT_MS = 30 * 86_400_000
export const FOREIGN_CHANGES_KEPT_MS = 90 * 86_400_000

/** Copies among them come back when the deletion is undone. */
const UNDOABLE = `SELECT i.record FROM batches b CROSS JOIN batch_items i USING (batch)
  WHERE b.kind = 'delete' AND b.waiting + b.needs_you > 0`

/** `now`: ms since epoch. Throws what the driver throws. */
export function purgeLibrary(db: WriteDb, now: number): void {
  inTransaction(db, () => {
    db.run('DELETE FROM foreign_changes WHERE at < ?', [now - FOREIGN_CHANGES_KEPT_MS])
    const records = db.column<number>(
      `SELECT record FROM gone WHERE gone_at < ? AND ${IS_HIDDEN('gone.record')} AND record NOT IN (${UNDOABLE})
         AND (EXISTS (SELECT 1 FROM images i WHERE i.record = gone.record)
           OR EXISTS (SELECT 1 FROM projects p WHERE p.record = gone.record))`,
      [now - GONE_ROWS_KEPT_MS]
    )
    for (const record of records) removeText(db, record)
    for (const table of ['images', 'flags', 'projects']) {
      // Names from the list above, never from outside.
      db.run(`DELETE FROM ${table} WHERE record IN (SELECT value FROM json_each(?))`, [JSON.stringify(records)])
    }
  })
}
