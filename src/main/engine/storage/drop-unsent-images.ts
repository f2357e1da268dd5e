/** Images that were to be created and are not any more. Runs inside the caller's transaction. */
import type { WriteDb } from './database.ts'
import { moveItems } from './batches.ts'
import { dropEntries, IS_IN_FLIGHT } from './entries.ts'
import { SOUND_JSON } from './own-json.ts'
import { removeText } from './search.ts'

/** Removes every trace but the batch items; whatever else was wanted of them is taken back. `now`: ms since epoch. */
export function dropUnsentImages(db: WriteDb, drop: { records: readonly number[]; now: number }): void {
  if (drop.records.length === 0) return
  const records = JSON.stringify(drop.records)
  const listed = 'record IN (SELECT value FROM json_each(:records))'
  const select = `SELECT batch, record FROM outbox WHERE ${listed}`
  moveItems(db, { select, params: { records }, to: 'taken-back', reason: null, now: drop.now })
  for (const record of drop.records) removeText(db, record)
  dropEntries(db, listed, { records })
  for (const table of ['images', 'flags', 'creates']) {
    // Names from the list above, never from outside.
    db.run(`DELETE FROM ${table} WHERE ${listed}`, { records })
  }
}

/**
 * Refused by the service, or not sent: nobody else knows of it. One that was sent and never found may exist all the
 * same. SQL over an entry `o`.
 */
export const IS_OPEN_CREATE = `o.kind = 'create' AND NOT ${IS_IN_FLIGHT('o')}
  AND (o.is_refused = 0 OR ${SOUND_JSON('o.last_failure')} ->> '$.code' NOT IN ('create-not-found', 'create-ambiguous'))`

/** An order that came back unsent while its image is to be deleted: the two cancel out. True when they did. */
export function dropUnwanted(db: WriteDb, { record, now }: { record: number; now: number }): boolean {
  const isUnwanted = db.value<number>(
    `SELECT 1 FROM outbox o WHERE record = :record AND ${IS_OPEN_CREATE}
       AND EXISTS (SELECT 1 FROM outbox d WHERE d.record = :record AND d.kind = 'delete' AND d.is_refused = 0)`,
    { record }
  )
  if (isUnwanted === undefined) return false
  dropUnsentImages(db, { records: [record], now })
  return true
}
