/** Batches of which nothing is sent until the person says so. */
import type { BatchHold, BatchId } from '../../../shared/batch.ts'
import type { ReadDb, WriteDb } from './database.ts'

/** Holds a batch, or lets it go with null. What is under way ends as it ends. */
export function holdBatch(db: WriteDb, batch: BatchId, hold: BatchHold | null): void {
  db.run('UPDATE batches SET hold = ? WHERE batch = ?', [hold === null ? null : JSON.stringify(hold), batch])
}

/** Lets a batch go at the word of the person, who knows from now on of the results it was held for. `now`: ms since epoch. */
export function letBatchGo(db: WriteDb, batch: BatchId, now: number): void {
  const sql = `UPDATE batches SET hold = NULL,
    answered_at = CASE hold ->> '$.why' WHEN 'new-results' THEN :now ELSE answered_at END WHERE batch = :batch`
  db.run(sql, { batch, now })
}

const WITH_NEW_RESULTS = `FROM outbox o CROSS JOIN batches b USING (batch)
  CROSS JOIN foreign_changes c ON c.record = o.record AND c.field = 'results'
    AND c.at > max(b.started_at, ifnull(b.answered_at, 0))
  WHERE o.kind <> 'favorite' AND o.kind = 'delete' AND o.claimed_revision IS NULL AND o.batch = :batch`

/** How many images that a batch would still delete got new results since it was asked for. */
export function countNewResults(db: ReadDb, batch: BatchId): number {
  return db.value<number>(`SELECT count(DISTINCT o.record) ${WITH_NEW_RESULTS}`, { batch }) ?? 0
}

/** Whether this image of the batch is one of them. */
export function hasNewResults(db: ReadDb, { batch, record }: { batch: BatchId; record: number }): boolean {
  return db.value<number>(`SELECT 1 ${WITH_NEW_RESULTS} AND o.record = :record`, { batch, record }) !== undefined
}

/** Whether nothing of a batch may be sent. */
export function isHeld(db: ReadDb, batch: BatchId): boolean {
  return db.value<number>('SELECT hold IS NOT NULL FROM batches WHERE batch = ?', [batch]) === 1
}

/** Puts a batch before all that were asked for earlier; the latest one put first comes first. `now`: ms since epoch. */
export function putBatchFirst(db: WriteDb, batch: BatchId, now: number): void {
  db.run('UPDATE batches SET first_at = ? WHERE batch = ? AND finished_at IS NULL', [now, batch])
}
