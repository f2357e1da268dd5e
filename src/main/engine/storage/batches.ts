/**
 * Batches, their items and their receipts. Only this file changes the counts of a batch, in the transaction that
 * changes its items, so the counts always add up.
 */
import type { BatchPause, BatchId, BatchReason, BatchReceipt, BatchVerb } from '../../../shared/batch.ts'
import { isDeletion } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { EntryKind, ItemOutcome } from '../domain/entry.ts'
import { inTransaction, type ReadDb, type SqlParams, type WriteDb } from './database.ts'
import { dropEntries, IS_IN_GRACE_PERIOD, IS_IN_FLIGHT, OF_KIND } from './entries.ts'
import { readOwnJson, SOUND_JSON } from './own-json.ts'

/** Column of `batches` that counts each status. */
const COUNTER: Readonly<Record<ItemOutcome, string>> = {
  waiting: 'waiting',
  done: 'done',
  unchanged: 'unchanged',
  'needs-attention': 'needs_attention',
  canceled: 'canceled'
}

/** Stored columns of a receipt; `toReceipt` computes the others, except those that the caller fills in. */
interface ReceiptRow extends Omit<
  BatchReceipt,
  'sending' | 'checking' | 'remainingMs' | 'subject' | 'pause' | 'graceEndsAt' | 'isFirst' | 'canUndo'
> {
  readonly kind: EntryKind
  readonly pause: string | null
  readonly firstAt: number | null
  readonly isUndone: 0 | 1
}

const SELECT = `SELECT batch, verb, kind, size, done, unchanged, waiting, needs_attention AS needsAttention,
  canceled, started_at AS startedAt, finished_at AS finishedAt, undoes, pause, first_at AS firstAt,
  EXISTS (SELECT 1 FROM batches undo WHERE undo.undoes = batches.batch) AS isUndone FROM batches`

interface NewBatch {
  readonly verb: BatchVerb
  readonly kind: EntryKind
  /** ms since epoch. */
  readonly startedAt: number
  /** The batch whose earlier values it restores. */
  readonly undoes?: BatchId
}

/** Creates an empty batch and returns its number. Its items and counts follow in the same transaction. */
export function createBatch(db: WriteDb, { verb, kind, startedAt, undoes }: NewBatch): BatchId {
  return db.insert(
    `INSERT INTO batches (verb, kind, size, waiting, done, unchanged, needs_attention, canceled, started_at, undoes)
     VALUES (?, ?, 0, 0, 0, 0, 0, 0, ?, ?)`,
    [verb, kind, startedAt, undoes ?? null]
  )
}

/**
 * Counts the requests in flight that carry items of a batch. A newer desired value on an entry in flight does not
 * count, because the attempt belongs to an older batch.
 */
function countInFlight(db: ReadDb, batch: BatchId, isUnknown: 0 | 1): number {
  return db.value<number>('SELECT count(*) FROM attempts WHERE is_unknown = ? AND batch = ?', [isUnknown, batch]) ?? 0
}

/** SQL: name of an image or project as displayed: the pending name of the user, else that of the service. */
export const NAME_OF = (record: string): string => `coalesce(
  (SELECT want_text FROM outbox WHERE record = ${record} AND kind = 'name'),
  (SELECT name FROM images WHERE record = ${record}), (SELECT project FROM projects WHERE record = ${record}), '')`

/** Returns the end of the grace period of its last deletion, ms since epoch; `null` if none is in its grace period. */
function graceEndsAtOf(db: ReadDb, batch: BatchId): number | null {
  const sql = `SELECT max(not_before) FROM outbox o WHERE ${IS_IN_GRACE_PERIOD} AND not_before > 0 AND batch = ?`
  return db.value<number | null>(sql, [batch]) ?? null
}

/**
 * Returns whether a batch can be undone. Values can be restored until another batch has done so; other kinds have no
 * earlier value and can only be canceled before they are sent.
 */
function canUndo(db: ReadDb, row: Omit<ReceiptRow, 'pause' | 'firstAt' | 'isUndone'>, inFlight: number): boolean {
  const isValue = row.kind === 'favorite' || row.kind === 'name'
  if (!isValue) return row.waiting - inFlight + row.needsAttention > 0
  if (row.done + row.waiting + row.needsAttention > 0) return true
  // Stryker disable next-line ConditionalExpression: a shortcut: without unchanged items the statement finds none
  if (row.unchanged === 0) return false
  // An item that canceled out with an unsent one was not sent, but it changed the displayed value.
  const sql = "SELECT 1 FROM batch_items WHERE batch = ? AND before <> after AND outcome = 'unchanged' LIMIT 1"
  return db.value<number>(sql, [row.batch]) !== undefined
}

function toReceipt(db: ReadDb, { kind, pause, firstAt, isUndone, ...row }: ReceiptRow): BatchReceipt {
  const { batch, size, waiting, finishedAt } = row
  const sending = countInFlight(db, batch, 0)
  const checking = countInFlight(db, batch, 1)
  const subject = `SELECT ${NAME_OF('batch_items.record')} FROM batch_items WHERE batch = ?`
  return {
    ...row,
    sending,
    checking,
    remainingMs: null,
    subject: size === 1 ? (db.value<string>(subject, [batch]) ?? null) : null,
    // Written by `pauseBatch`, from a BatchPause.
    pause: pause === null || finishedAt !== null ? null : (readOwnJson<BatchPause>(pause) ?? { why: 'user' }),
    // Stryker disable next-line ConditionalExpression, EqualityOperator, LogicalOperator: a shortcut: without pending deletions the statement finds none
    graceEndsAt: isDeletion(kind) && waiting > 0 ? graceEndsAtOf(db, batch) : null,
    isFirst: firstAt !== null && finishedAt === null,
    canUndo: isUndone === 0 && canUndo(db, { kind, ...row }, sending + checking)
  }
}

/** Returns the receipt of a batch; `null` if there is no such batch. The caller fills in `remainingMs`. */
export function findReceipt(db: ReadDb, batch: BatchId): BatchReceipt | null {
  const row = db.get<ReceiptRow>(`${SELECT} WHERE batch = ?`, [batch])
  return row === undefined ? null : toReceipt(db, row)
}

/** Returns the receipt of an existing batch; throws if it does not exist. The caller fills in `remainingMs`. */
export function readReceipt(db: ReadDb, batch: BatchId): BatchReceipt {
  const receipt = findReceipt(db, batch)
  if (receipt === null) throw new Error(`There is no batch ${batch}.`)
  return receipt
}

/** Returns the receipts of unfinished batches, oldest first. */
export function runningBatches(db: ReadDb): BatchReceipt[] {
  const rows = db.all<ReceiptRow>(`${SELECT} WHERE finished_at IS NULL ORDER BY batch`)
  return rows.map((row) => toReceipt(db, row))
}

/** Returns receipts of batches before `before` (`null`: from the newest on), newest first. */
export function listReceipts(db: ReadDb, query: { before: BatchId | null; limit: number }): BatchReceipt[] {
  const { before, limit } = query
  const rows = db.all<ReceiptRow>(
    `${SELECT} WHERE :before IS NULL OR batch < :before ORDER BY batch DESC LIMIT :limit`,
    {
      before,
      limit
    }
  )
  return rows.map((row) => toReceipt(db, row))
}

/** Returns the kind of the items of a batch; `null` if there is no such batch. */
export function kindOfBatch(db: ReadDb, batch: BatchId): EntryKind | null {
  return db.value<EntryKind>('SELECT kind FROM batches WHERE batch = ?', [batch]) ?? null
}

/** Finishes a batch that has no pending item, and reopens one that has; a finished batch keeps its time. */
function finishBatch(db: WriteDb, batch: BatchId, now: number): void {
  db.run(
    `UPDATE batches SET finished_at = CASE waiting WHEN 0 THEN :now END
     WHERE batch = :batch AND (waiting = 0) = (finished_at IS NULL)`,
    { batch, now }
  )
}

const REASON = SOUND_JSON('reason')

/** Returns the reasons why items of a batch need attention, most frequent first. */
export function readReasons(db: ReadDb, batch: BatchId): BatchReason[] {
  return db.all<BatchReason>(
    `SELECT ifnull(${REASON} ->> '$.code', 'internal') AS code, min(${REASON} ->> '$.detail') AS detail, count(*) AS count
     FROM batch_items b WHERE batch = ? AND outcome = 'needs-attention'
     GROUP BY 1, reason_key(${REASON}, json_array((SELECT service_id FROM records r WHERE r.record = b.record),
       (SELECT name FROM images i WHERE i.record = b.record), ${NAME_OF('b.record')}))
     ORDER BY count(*) DESC, 1, 2`,
    [batch]
  )
}

/** An item and its new outcome; `reason` is stored as JSON. */
interface ItemMove {
  readonly batch: BatchId
  readonly record: number
  readonly to: ItemOutcome
  readonly reason?: object | null
  /** Results that the update carried, as a code of sent-along.ts. */
  readonly sent?: number | null
  /** ms since epoch; the end of the batch if this is its last pending item. */
  readonly now: number
}

/**
 * Sets the outcome of one item and moves the counts of its batch. An item that already has the outcome takes a newer
 * reason.
 */
export function moveItem(db: WriteDb, move: ItemMove): void {
  const { batch, record, to } = move
  inTransaction(db, () => {
    const from = db.value<ItemOutcome>('SELECT outcome FROM batch_items WHERE batch = ? AND record = ?', [
      batch,
      record
    ])
    const reason = move.reason ? JSON.stringify(move.reason) : null
    if (from === undefined || (from === to && reason === null)) return
    const { sent = null } = move
    db.run('UPDATE batch_items SET outcome = ?, reason = ?, sent = ? WHERE batch = ? AND record = ?', [
      to,
      reason,
      sent,
      batch,
      record
    ])
    if (from !== to) moveCounts(db, { batch, from, to, count: 1 })
    finishBatch(db, batch, move.now)
  })
}

/** Moves `count` items of a batch from one count to another. */
function moveCounts(db: WriteDb, move: { batch: BatchId; from: ItemOutcome; to: ItemOutcome; count: number }): void {
  const { batch, count } = move
  // Column names come from the closed list above, never from outside.
  const from = COUNTER[move.from]
  const to = COUNTER[move.to]
  db.run(`UPDATE batches SET ${from} = ${from} - :count, ${to} = ${to} + :count WHERE batch = :batch`, { batch, count })
}

/** SQL: a temporary table, in memory and private to this handle, that holds the selection for three statements. */
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS moving (
  batch INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (batch, record)) WITHOUT ROWID`

const NAMED = 'SELECT batch, count(*) AS count, size FROM moving CROSS JOIN batches USING (batch) GROUP BY batch'
const COUNT = `SELECT outcome, count(*) AS count FROM moving CROSS JOIN batch_items USING (batch, record)
  WHERE batch = :batch AND outcome <> :to GROUP BY outcome`

const MOVE = 'UPDATE batch_items AS item SET outcome = :to, reason = :reason'
const OF_MOVING = 'FROM moving WHERE item.batch = :batch AND moving.batch = :batch AND item.record = moving.record'

interface Moving {
  readonly batch: BatchId
  readonly to: ItemOutcome
  readonly reason: string | null
}

/** Moves all items of a batch without counting them one by one, which takes a third of the time. */
function moveWhole(db: WriteDb, { batch, to, reason }: Moving): void {
  db.run(`${MOVE} WHERE item.batch = :batch`, { batch, to, reason })
  const none = Object.values(COUNTER).map((column) => `${column} = 0`)
  db.run(`UPDATE batches SET ${none.join(', ')}, ${COUNTER[to]} = size WHERE batch = ?`, [batch])
}

function moveSome(db: WriteDb, { batch, to, reason }: Moving): void {
  const counts = db.all<{ outcome: ItemOutcome; count: number }>(COUNT, { batch, to })
  db.run(`${MOVE} ${OF_MOVING}`, { batch, to, reason })
  for (const { outcome, count } of counts) moveCounts(db, { batch, from: outcome, to, count })
}

/**
 * Moves the items that `select` (SQL with the columns batch and record) selects to `to`, inside the caller's
 * transaction. `reason` is stored as JSON; `now`: ms since epoch.
 */
export function moveItems(
  db: WriteDb,
  move: { select: string; params: SqlParams; to: ItemOutcome; reason?: object; now: number }
): void {
  const { select, params, to, now } = move
  const reason = move.reason ? JSON.stringify(move.reason) : null
  db.run(TABLE)
  db.run('DELETE FROM temp.moving')
  // Stryker disable next-line ConditionalExpression: a shortcut: with nothing named the statements behind it find nothing
  if (db.run(`INSERT OR IGNORE INTO temp.moving ${select}`, params) === 0) return
  for (const { batch, count, size } of db.all<{ batch: BatchId; count: number; size: number }>(NAMED)) {
    // Stryker disable next-line ConditionalExpression: a shortcut: where the whole of a batch moves, item by item it comes to the same
    const moveThem = count === size ? moveWhole : moveSome
    moveThem(db, { batch, to, reason })
    finishBatch(db, batch, now)
  }
}

/**
 * Removes the entries that meet `which` (SQL over an entry `o`) from the outbox and moves their items to `to`; see
 * `moveItems`.
 */
export function endEntries(db: WriteDb, end: { which: string; params: SqlParams; to: ItemOutcome; now: number }): void {
  const { which, params } = end
  moveItems(db, { select: `SELECT o.batch, o.record FROM outbox o WHERE ${which}`, ...end })
  dropEntries(db, which, params)
}

/** Sets the counts of a batch whose items are complete, and finishes it if none is pending. */
export function countItems(db: WriteDb, counts: { batch: BatchId; size: number; waiting: number; now: number }): void {
  const { batch, size, waiting } = counts
  db.run('UPDATE batches SET size = :size, waiting = :waiting, unchanged = :size - :waiting WHERE batch = :batch', {
    batch,
    size,
    waiting
  })
  finishBatch(db, batch, counts.now)
}

// ---- paused

/** Pauses a batch, or resumes it if `null`. Requests in flight still complete. */
export function pauseBatch(db: WriteDb, batch: BatchId, pause: BatchPause | null): void {
  db.run('UPDATE batches SET pause = ? WHERE batch = ?', [pause === null ? null : JSON.stringify(pause), batch])
}

/** Resumes a batch by decision of the user, who has seen the new results it was paused for. `now`: ms since epoch. */
export function clearBatchPause(db: WriteDb, batch: BatchId, now: number): void {
  const sql = `UPDATE batches SET pause = NULL,
    answered_at = CASE pause ->> '$.why' WHEN 'new-results' THEN :now ELSE answered_at END WHERE batch = :batch`
  db.run(sql, { batch, now })
}

const WITH_NEW_RESULTS = `FROM outbox o CROSS JOIN batches b USING (batch)
  CROSS JOIN foreign_changes c ON c.record = o.record AND c.field = 'results'
    AND c.at > max(b.started_at, ifnull(b.answered_at, 0))
  WHERE ${OF_KIND('o', 'delete')} AND NOT ${IS_IN_FLIGHT('o')} AND o.batch = :batch`

/** Returns how many images that a batch would still delete got new results since it was started. */
export function countNewResults(db: ReadDb, batch: BatchId): number {
  return db.value<number>(`SELECT count(DISTINCT o.record) ${WITH_NEW_RESULTS}`, { batch }) ?? 0
}

/** Returns whether this image of the batch is one of them. */
export function hasNewResults(db: ReadDb, { batch, record }: { batch: BatchId; record: number }): boolean {
  return db.value<number>(`SELECT 1 ${WITH_NEW_RESULTS} AND o.record = :record`, { batch, record }) !== undefined
}

/** Returns whether a batch is paused. */
export function isBatchPaused(db: ReadDb, batch: BatchId): boolean {
  return db.value<number>('SELECT pause IS NOT NULL FROM batches WHERE batch = ?', [batch]) === 1
}

/** Sends a batch before all others; the last batch moved to the front is sent first. `now`: ms since epoch. */
export function putBatchFirst(db: WriteDb, batch: BatchId, now: number): void {
  db.run('UPDATE batches SET first_at = ? WHERE batch = ? AND finished_at IS NULL', [now, batch])
}

/** Deletes a batch without pending items whose other items were all unchanged. */
export function forgetBatch(db: WriteDb, batch: BatchId): void {
  db.run('DELETE FROM batch_items WHERE batch = ?', [batch])
  db.run('DELETE FROM batches WHERE batch = ?', [batch])
}

/** Removes entries that were decided on from the reasons of paused batches, so that they are not offered twice. */
export function forgetHeldEntries(db: WriteDb, entries: readonly number[]): void {
  const sql = `UPDATE batches SET pause = json_set(pause, '$.entry', NULL)
    WHERE pause ->> '$.entry' IN (SELECT value FROM json_each(?))`
  db.run(sql, [JSON.stringify(entries)])
}

// ---- repaired

/**
 * Makes batches, items and entries of a rebuilt library consistent: every entry gets its batch and its item, items
 * without an entry are no longer pending, and the counts of every batch match its items. `now`: ms since epoch.
 */
export function mendBatches(db: WriteDb, now: number): void {
  db.run(MISSING_BATCHES, { now })
  db.run(MISSING_ITEMS)
  const reason: Failure = { code: 'library-damaged' }
  db.run(ORPHANED_ITEMS, { reason: JSON.stringify(reason) })
  db.run(RECOUNT, { now })
}

const VERBS = {
  name: 'rename',
  delete: 'delete',
  create: 'create',
  'delete-project': 'delete-project'
} as const satisfies Readonly<Record<string, BatchVerb>>

const VERB = `CASE o.kind ${Object.entries(VERBS)
  .map(([kind, verb]) => `WHEN '${kind}' THEN '${verb}'`)
  .join(
    /* Stryker disable next-line StringLiteral: SQL needs no blank between a text in quotes and the word behind it */ ' '
  )} ELSE CASE o.want WHEN 1 THEN 'favorite' ELSE 'unfavorite' END END`

/** `RECOUNT` fills in the counts in the last step. */
const MISSING_BATCHES = `INSERT INTO batches (batch, verb, kind, size, waiting, done, unchanged, needs_attention, canceled, started_at)
  SELECT o.batch, ${VERB}, o.kind, 0, 0, 0, 0, 0, 0, :now
  FROM outbox o WHERE o.batch NOT IN (SELECT batch FROM batches) GROUP BY o.batch`

const MISSING_ITEMS = `INSERT OR IGNORE INTO batch_items (batch, record, before, after, outcome, before_text, after_text)
  SELECT batch, record, ifnull(base, 0), want, CASE is_refused WHEN 1 THEN 'needs-attention' ELSE 'waiting' END,
    base_text, want_text FROM outbox`

const ORPHANED_ITEMS = `UPDATE batch_items AS i SET outcome = 'canceled', reason = :reason
  WHERE outcome IN ('waiting', 'needs-attention') AND NOT EXISTS (SELECT 1 FROM entries o WHERE o.record = i.record
    AND (o.batch = i.batch OR o.sent_batch = i.batch))`

const count = (outcome: string): string => `count(*) FILTER (WHERE outcome = '${outcome}')`

const RECOUNT = `UPDATE batches AS b SET size = c.size, waiting = c.waiting, done = c.done, unchanged = c.unchanged,
    needs_attention = c.needs_attention, canceled = c.canceled,
    finished_at = CASE WHEN c.waiting > 0 THEN NULL ELSE ifnull(b.finished_at, :now) END
  FROM (SELECT x.batch, count(i.record) AS size, ${count('waiting')} AS waiting, ${count('done')} AS done,
      ${count('unchanged')} AS unchanged, ${count('needs-attention')} AS needs_attention, ${count('canceled')} AS canceled
    FROM batches x LEFT JOIN batch_items i USING (batch) GROUP BY x.batch) AS c
  WHERE c.batch = b.batch`
