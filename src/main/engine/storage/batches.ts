/** Batches and their receipts. The counts beside a batch move with its items, in one transaction, so they always add up. */
import type { BatchHold, BatchId, BatchReason, BatchReceipt, BatchVerb } from '../../../shared/batch.ts'
import { isDeletion } from '../../../shared/change.ts'
import type { EntryKind } from '../domain/entry.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { readOwnJson, SOUND_JSON } from './own-json.ts'

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
  readonly kind: EntryKind
  readonly size: number
  readonly done: number
  readonly alreadySo: number
  readonly waiting: number
  readonly needsYou: number
  readonly takenBack: number
  readonly startedAt: number
  readonly finishedAt: number | null
  readonly undoes: BatchId | null
  readonly hold: string | null
  readonly firstAt: number | null
  readonly isUndone: 0 | 1
}

const SELECT = `SELECT batch, verb, kind, size, done, already_so AS alreadySo, waiting, needs_you AS needsYou,
  taken_back AS takenBack, started_at AS startedAt, finished_at AS finishedAt, undoes, hold, first_at AS firstAt,
  EXISTS (SELECT 1 FROM batches undo WHERE undo.undoes = batches.batch) AS isUndone FROM batches`

export interface NewBatch {
  readonly verb: BatchVerb
  readonly kind: EntryKind
  /** ms since epoch. */
  readonly startedAt: number
  /** The batch whose earlier values it writes back. */
  readonly undoes?: BatchId
}

/** Begins an empty batch and answers its number. Its items and counts follow in the same transaction. */
export function createBatch(db: WriteDb, { verb, kind, startedAt, undoes }: NewBatch): BatchId {
  return db.insert(
    `INSERT INTO batches (verb, kind, size, waiting, done, already_so, needs_you, taken_back, started_at, undoes)
     VALUES (?, ?, 0, 0, 0, 0, 0, 0, ?, ?)`,
    [verb, kind, startedAt, undoes ?? null]
  )
}

/** A newer want behind an in-flight one is neither sending nor checking: the entry's claim names the older batch. */
function countInFlight(db: ReadDb, batch: BatchId, state: 'claimed' | 'unknown'): number {
  const sql = `SELECT count(*) FROM outbox
    WHERE claimed_revision IS NOT NULL AND state = ? AND claimed_batch = ?`
  return db.value<number>(sql, [state, batch]) ?? 0
}

/** Name of an image or project as a screen shows it: the person's over the service's. */
export const NAME_OF = (record: string): string => `coalesce(
  (SELECT want_text FROM outbox WHERE record = ${record} AND kind = 'name'),
  (SELECT name FROM images WHERE record = ${record}), (SELECT project FROM projects WHERE record = ${record}), '')`

function subjectOf(db: ReadDb, { batch, size }: ReceiptRow): string | null {
  if (size !== 1) return null
  return db.value<string>(`SELECT ${NAME_OF('batch_items.record')} FROM batch_items WHERE batch = ?`, [batch]) ?? null
}

/** When the last of its deletions goes. */
function holdUntilOf(db: ReadDb, { batch, kind, waiting }: ReceiptRow): number | null {
  if (!isDeletion(kind) || waiting === 0) return null
  const sql = `SELECT max(not_before) FROM outbox WHERE not_before > 0 AND kind = ? AND state = 'ready' AND batch = ?`
  return db.value<number | null>(sql, [kind, batch]) ?? null
}

/** Values can be written back until another batch has; what has no earlier value can only be taken back unsent. */
function canUndo(db: ReadDb, row: ReceiptRow, inFlight: number): boolean {
  if (row.isUndone === 1) return false
  const isValue = row.kind === 'favorite' || row.kind === 'name'
  if (!isValue) return row.waiting - inFlight + row.needsYou > 0
  if (row.done + row.waiting + row.needsYou > 0) return true
  // What cancelled out with something unsent needed no word to the service, and changed what was shown all the same.
  const sql = "SELECT 1 FROM batch_items WHERE batch = ? AND before <> after AND outcome = 'already-so' LIMIT 1"
  return row.alreadySo > 0 && db.value<number>(sql, [row.batch]) !== undefined
}

function toReceipt(db: ReadDb, row: ReceiptRow): BatchReceipt {
  const { batch, hold } = row
  const sending = countInFlight(db, batch, 'claimed')
  const checking = countInFlight(db, batch, 'unknown')
  return {
    batch,
    verb: row.verb,
    size: row.size,
    done: row.done,
    alreadySo: row.alreadySo,
    waiting: row.waiting,
    sending,
    checking,
    needsYou: row.needsYou,
    takenBack: row.takenBack,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    remainingMs: null,
    subject: subjectOf(db, row),
    undoes: row.undoes,
    // Written by `holdBatch`, from a BatchHold.
    hold: hold === null || row.finishedAt !== null ? null : (readOwnJson<BatchHold>(hold) ?? { why: 'person' }),
    holdUntil: holdUntilOf(db, row),
    isFirst: row.firstAt !== null && row.finishedAt === null,
    canUndo: canUndo(db, row, sending + checking)
  }
}

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

/** Receipts of batches, newest first, from the one before `before` (null = the newest) on. */
export function listReceipts(db: ReadDb, ask: { before: BatchId | null; limit: number }): BatchReceipt[] {
  const { before, limit } = ask
  const rows = db.all<ReceiptRow>(
    `${SELECT} WHERE :before IS NULL OR batch < :before ORDER BY batch DESC LIMIT :limit`,
    {
      before,
      limit
    }
  )
  return rows.map((row) => toReceipt(db, row))
}

/** What the items of a batch are about; null when there is no such batch. */
export function kindOfBatch(db: ReadDb, batch: BatchId): EntryKind | null {
  return db.value<EntryKind>('SELECT kind FROM batches WHERE batch = ?', [batch]) ?? null
}

/** Ends those of the batches of which nothing waits. Calling it again changes nothing. */
export function finishBatches(db: WriteDb, batches: Iterable<BatchId>, now: number): void {
  for (const batch of batches) {
    db.run('UPDATE batches SET finished_at = ? WHERE batch = ? AND waiting = 0 AND finished_at IS NULL', [now, batch])
  }
}

const REASON = SOUND_JSON('reason')

/** Why items of a batch need the person, most frequent first. */
export function readReasons(db: ReadDb, batch: BatchId): BatchReason[] {
  return db.all<BatchReason>(
    `SELECT ifnull(${REASON} ->> '$.code', 'internal') AS code, min(${REASON} ->> '$.detail') AS detail, count(*) AS count
     FROM batch_items b WHERE batch = ? AND outcome = 'needs-you'
     GROUP BY 1, reason_key(${REASON}, json_array((SELECT service_id FROM records r WHERE r.record = b.record),
       (SELECT name FROM images i WHERE i.record = b.record), ${NAME_OF('b.record')}))
     ORDER BY count(*) DESC, 1, 2`,
    [batch]
  )
}

/** An item and what became of it; `reason` is stored as JSON. */
export interface ItemMove {
  readonly batch: BatchId
  readonly record: number
  readonly to: ItemOutcome
  readonly reason?: object | null
  /** What the update carried, as a code of sent-along.ts. */
  readonly sent?: number | null
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
    const { sent = null } = move
    db.run('UPDATE batch_items SET outcome = ?, reason = ?, sent = ? WHERE batch = ? AND record = ?', [
      to,
      reason,
      sent,
      batch,
      record
    ])
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
  const reopen = move.to === 'waiting' ? ', finished_at = NULL' : ''
  db.run(`UPDATE batches SET ${from} = ${from} - :count, ${to} = ${to} + :count${reopen} WHERE batch = :batch`, {
    batch,
    count
  })
}
