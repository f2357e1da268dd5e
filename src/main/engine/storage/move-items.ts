/** Moves many batch items to another word at once; the counts of their batches move along. */
import { finishBatches, moveCounts, type ItemOutcome } from './batches.ts'
import type { SqlParams, WriteDb } from './database.ts'

/** In memory, of this handle alone. Found once, used three times. */
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS moving (
  batch INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (batch, record)) WITHOUT ROWID`

const COUNT = `SELECT batch, outcome, count(*) AS count
  FROM moving CROSS JOIN batch_items USING (batch, record) WHERE outcome <> :to GROUP BY batch, outcome`

const MOVE = `UPDATE batch_items AS item SET outcome = :to, reason = :reason
  FROM moving WHERE item.batch = moving.batch AND item.record = moving.record`

/**
 * Moves the items that `select` names (SQL answering batch and record) to `to`, inside the caller's transaction.
 * Answers how many it named. `reason` is stored as JSON; `now`: ms since epoch.
 */
export function moveItems(
  db: WriteDb,
  move: { select: string; params: SqlParams; to: ItemOutcome; reason: object | null; now: number }
): number {
  const { select, params, to, now } = move
  db.run(TABLE)
  db.run('DELETE FROM temp.moving')
  const named = db.run(`INSERT OR IGNORE INTO temp.moving ${select}`, params)
  if (named === 0) return 0
  const counts = db.all<{ batch: number; outcome: ItemOutcome; count: number }>(COUNT, { to })
  db.run(MOVE, { to, reason: move.reason === null ? null : JSON.stringify(move.reason) })
  for (const { batch, outcome, count } of counts) moveCounts(db, { batch, from: outcome, to, count })
  finishBatches(db, new Set(counts.map((count) => count.batch)), now)
  return named
}
