/** Copies kept of what is gone, deleted beside images that are not: they come back when the deletion is undone. */
import type { BatchId } from '../../../shared/batch.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { moveItems } from './batches.ts'

/** What an item that took a copy off the screen says as its reason: the service may have deleted others by itself. */
export const WAS_COPY = `'{"was":"copy"}'`

const COPIES = `SELECT i.batch, i.record FROM batch_items i CROSS JOIN gone g USING (record)
  WHERE i.batch = :batch AND i.before <> i.after AND i.outcome = 'already-so' AND i.reason = ${WAS_COPY}
    AND g.is_kept = 0 AND i.record IN (SELECT record FROM images)`

/**
 * Keeps the copies again that a deletion took away, and answers them, ascending. On disk when it returns. Throws what
 * the driver throws. `now`: ms since epoch.
 */
export function restoreCopies(db: WriteDb, { batch, now }: { batch: BatchId; now: number }): Uint32Array {
  return inIntentTransaction(db, () => {
    const found = db.column<number>(`SELECT record FROM (${COPIES}) ORDER BY record`, { batch })
    const records = Uint32Array.from(found)
    if (records.length === 0) return records
    moveItems(db, { select: COPIES, params: { batch }, to: 'taken-back', reason: null, now })
    db.run('UPDATE gone SET is_kept = 1 WHERE record IN (SELECT value FROM json_each(?))', [JSON.stringify(found)])
    logChange(db, { kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order, records })
    return records
  })
}
