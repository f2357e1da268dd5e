/**
 * Two records turn out to be one: a page brought in a created image before its create was acknowledged. What was
 * pulled moves into the record that the person has seen from the start. Runs inside the caller's transaction.
 */
import { IMAGE_COLUMNS } from './image-row.ts'
import type { WriteDb } from './database.ts'
import { moveItem } from './batches.ts'
import { dropEntries, IS_IN_FLIGHT, moveEntries } from './entries.ts'
import { mergeWants, type Merge } from './merge-wants.ts'
import { refreshSearch } from './refresh-search.ts'
import { removeText } from './search.ts'

/** The prompt stays the one that was typed here. */
const TAKEN = [...IMAGE_COLUMNS.filter((column) => column !== 'description'), 'read_at', 'asked_at', 'results_asked_at']

interface Twin {
  readonly entry: number
  readonly record: number
  readonly batch: number
}

/** Both are to be deleted: once is enough. What is under way stays. */
const LOSERS = `SELECT CASE WHEN NOT ${IS_IN_FLIGHT('f')} AND t.batch >= f.batch THEN f.entry ELSE t.entry END
  FROM outbox f CROSS JOIN outbox t ON t.record = :into AND t.kind = f.kind WHERE f.record = :from`

function dropLosers(db: WriteDb, { from, into, now }: Merge): void {
  const losers = db.all<Twin>(`SELECT entry, record, batch FROM outbox WHERE entry IN (${LOSERS})`, { from, into })
  for (const { entry, record, batch } of losers) {
    moveItem(db, { batch, record, to: 'taken-back', now })
    dropEntries(db, 'o.entry = ?', [entry])
  }
}

/** Batches that something open of `from` belongs to: its item there must follow, even where `into` has one as well. */
const OPEN = `SELECT batch FROM outbox WHERE record = :from UNION SELECT batch FROM tried WHERE record = :from
  UNION SELECT sent_batch FROM entries WHERE record = :from AND sent_batch IS NOT NULL`

/** Items are found by batch and record: one look into each batch instead of a walk through all items. */
const EACH_BATCH = 'batch IN (SELECT batch FROM batches)'

/** The item that gives way stays behind under the number that is no more: it counts in its batch. */
function moveWants(db: WriteDb, merge: Merge): void {
  const { from, into } = merge
  mergeWants(db, merge)
  dropLosers(db, merge)
  db.run(`UPDATE batch_items SET record = -:into WHERE record = :into AND batch IN (${OPEN})`, { from, into })
  moveEntries(db, { from, into })
  db.run(`UPDATE OR IGNORE batch_items SET record = :into WHERE record = :from AND ${EACH_BATCH}`, { from, into })
  // Where only `into` had one it comes back; where both had, it takes the other's place.
  db.run(`UPDATE OR IGNORE batch_items SET record = :into WHERE record = -:into AND ${EACH_BATCH}`, { into })
  db.run(`UPDATE batch_items SET record = :from WHERE record = -:into AND ${EACH_BATCH}`, { from, into })
}

function moveMirror(db: WriteDb, { from, into }: Merge): void {
  const columns = TAKEN.join(', ')
  db.run(`UPDATE images SET (${columns}) = (SELECT ${columns} FROM images WHERE record = :from) WHERE record = :into`, {
    from,
    into
  })
  db.run(
    `UPDATE images SET description = ifnull(description, (SELECT description FROM images WHERE record = :from))
     WHERE record = :into`,
    { from, into }
  )
  db.run(
    `INSERT OR REPLACE INTO flags (record, favorite, fresh_tick, acked_at, doubt_tick)
     SELECT :into, favorite, fresh_tick, acked_at, doubt_tick FROM flags WHERE record = :from`,
    { from, into }
  )
  db.run('INSERT OR REPLACE INTO seen SELECT kind, :into, pass FROM seen WHERE record = :from', { from, into })
  db.run('UPDATE foreign_changes SET record = :into WHERE record = :from', { from, into })
}

/** A first update that nobody has seen yet is seen under the number that is left. */
function moveTried(db: WriteDb, { from, into }: Merge): void {
  for (const table of ['tried', 'saved'])
    db.run(`UPDATE OR REPLACE ${table} SET record = :into WHERE record = :from`, { from, into })
}

/** Moves everything known of `from` into `into`, its id of the service too. */
export function mergeRecords(db: WriteDb, merge: Merge): void {
  const { from, into } = merge
  const serviceId = db.value<string | null>('SELECT service_id FROM records WHERE record = ?', [from]) ?? null
  moveWants(db, merge)
  moveTried(db, merge)
  moveMirror(db, merge)
  removeText(db, from)
  for (const table of ['images', 'flags', 'gone', 'candidates', 'creates', 'records']) {
    // Names from the list above, never from outside.
    db.run(`DELETE FROM ${table} WHERE record = ?`, [from])
  }
  db.run("DELETE FROM seen WHERE kind IN ('full', 'favorites') AND record = ?", [from])
  db.run(
    `UPDATE records SET service_id = :serviceId, born_at = (SELECT created_at FROM images WHERE record = :into)
     WHERE record = :into`,
    { serviceId, into }
  )
  refreshSearch(db, into)
}
