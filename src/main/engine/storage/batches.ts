/** Batches and their receipts. The counts beside a batch move with its items, in one transaction, so they always add up. */
import type { BatchId, BatchReason, BatchReceipt, BatchVerb } from '../../../shared/batch.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'

/** What became of one item, as stored. */
export type ItemOutcome = 'waiting' | 'done' | 'already-so' | 'needs-you' | 'taken-back'

/** The column of `batches` that counts an outcome. */
export const COUNTER: Readonly<Record<ItemOutcome, string>> = {
  waiting: 'waiting',
  done: 'done',
  'already-so': 'already_so',
  'needs-you': 'needs_you',
  'taken-back': 'taken_back'
}

interface ReceiptRow {
  readonly batch: BatchId
  readonly verb: BatchVerb
  readonly size: number
  readonly done: number
  readonly alreadySo: number
  readonly waiting: number
  readonly needsYou: number
  readonly takenBack: number
  readonly startedAt: number
  readonly finishedAt: number | null
}

const SELECT = `SELECT batch, verb, size, done, already_so AS alreadySo, waiting, needs_you AS needsYou,
  taken_back AS takenBack, started_at AS startedAt, finished_at AS finishedAt FROM batches`

/** Begins an empty batch and answers its number. Its items and counts follow in the same transaction. */
export function createBatch(db: WriteDb, batch: { verb: BatchVerb; startedAt: number }): BatchId {
  return db.insert(
    `INSERT INTO batches (verb, size, waiting, done, already_so, needs_you, taken_back, started_at)
     VALUES (?, 0, 0, 0, 0, 0, 0, ?)`,
    [batch.verb, batch.startedAt]
  )
}

/** A newer want behind an in-flight one is neither sending nor checking: the entry's claim names the older batch. */
function countInFlight(db: ReadDb, batch: BatchId, state: 'claimed' | 'unknown'): number {
  const sql = `SELECT count(*) FROM outbox
    WHERE claimed_revision IS NOT NULL AND state = ? AND claimed_batch = ?`
  return db.value<number>(sql, [state, batch]) ?? 0
}

const toReceipt = (db: ReadDb, row: ReceiptRow): BatchReceipt => ({
  ...row,
  sending: countInFlight(db, row.batch, 'claimed'),
  checking: countInFlight(db, row.batch, 'unknown'),
  remainingMs: null
})

/** The receipt of a batch; null when there is no such batch. `remainingMs` is the caller's to fill. */
export function findReceipt(db: ReadDb, batch: BatchId): BatchReceipt | null {
  const row = db.get<ReceiptRow>(`${SELECT} WHERE batch = ?`, [batch])
  return row === undefined ? null : toReceipt(db, row)
}

/** The receipt of a batch that is known to exist; throws where it does not. `remainingMs` is the caller's to fill. */
export function readReceipt(db: ReadDb, batch: BatchId): BatchReceipt {
  const receipt = findReceipt(db, batch)
  if (receipt === null) throw new Error(`There is no batch ${batch}.`)
  return receipt
}

/** Receipts of the batches with something left, oldest first. */
export function runningBatches(db: ReadDb): BatchReceipt[] {
  const rows = db.all<ReceiptRow>(`${SELECT} WHERE finished_at IS NULL ORDER BY batch`)
  return rows.map((row) => toReceipt(db, row))
}

/** Ends those of the batches of which nothing waits. Calling it again changes nothing. */
export function finishBatches(db: WriteDb, batches: Iterable<BatchId>, now: number): void {
  for (const batch of batches) {
    db.run('UPDATE batches SET finished_at = ? WHERE batch = ? AND waiting = 0 AND finished_at IS NULL', [now, batch])
  }
}

/** Why items of a batch need the person, most frequent first. */
export function readReasons(db: ReadDb, batch: BatchId): BatchReason[] {
  return db.all<BatchReason>(
    `SELECT ifnull(reason ->> '$.code', 'internal') AS code, reason ->> '$.detail' AS detail, count(*) AS count
     FROM batch_items WHERE batch = ? AND outcome = 'needs-you'
     GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2`,
    [batch]
  )
}

/** An item and what became of it; `reason` is stored as JSON. */
export interface ItemMove {
  readonly batch: BatchId
  readonly record: number
  readonly to: ItemOutcome
  readonly reason?: object | null
  /** ms since epoch: the end of the batch, when this was its last waiting item. */
  readonly now: number
}

/** Writes what became of one item and moves the counts of its batch. An item that is there already stays as it is. */
export function moveItem(db: WriteDb, move: ItemMove): void {
  const { batch, record, to } = move
  inTransaction(db, () => {
    const from = db.value<ItemOutcome>('SELECT outcome FROM batch_items WHERE batch = ? AND record = ?', [
      batch,
      record
    ])
    if (from === undefined || from === to) return
    const reason = move.reason ? JSON.stringify(move.reason) : null
    db.run('UPDATE batch_items SET outcome = ?, reason = ? WHERE batch = ? AND record = ?', [to, reason, batch, record])
    moveCounts(db, { batch, from, to, count: 1 })
    finishBatches(db, [batch], move.now)
  })
}

/** Moves `count` items of a batch from one column to another; a batch with something waiting is not finished. */
export function moveCounts(
  db: WriteDb,
  move: { batch: BatchId; from: ItemOutcome; to: ItemOutcome; count: number }
): void {
  const { batch, count } = move
  // Column names come from the closed list above, never from outside.
  const from = COUNTER[move.from]
  const to = COUNTER[move.to]
  db.run(`UPDATE batches SET ${from} = ${from} - :count, ${to} = ${to} + :count WHERE batch = :batch`, { batch, count })
}
