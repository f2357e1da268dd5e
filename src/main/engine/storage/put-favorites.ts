/**
 * Puts one wanted value for any number of records into the outbox, with a batch item for each. One and a hundred
 * thousand are the same few statements.
 *
 * What becomes of each record, by the value that the screen showed (before) and the one wanted:
 * - same value: `already so`, nothing is made;
 * - something unsent of the opposite value waits, and the mirror has the wanted one: the two cancel out. The entry
 *   disappears, the earlier item is `taken back`, the new one is `already so`: the service needs to hear nothing;
 * - a request of the opposite value is under way: the new want waits behind it under a higher revision;
 *   what waited there before is `taken back`;
 * - otherwise a new entry waits.
 */
import type { BatchId } from '../../../shared/batch.ts'
import { finishBatches, moveCounts, type ItemOutcome } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { currentOwner } from './key-owners.ts'

export interface Wanted {
  /** In any order; numbers that are no image are left out. */
  readonly records: Uint32Array
  readonly favorite: boolean
  readonly batch: BatchId
  /** ms since epoch. */
  readonly now: number
}

const SHOWN = 'ifnull(o.want, ifnull(f.favorite, 0))'

const INSERT_ITEMS = `INSERT INTO batch_items (batch, record, before, after, outcome)
  SELECT :batch, f.record, ${SHOWN}, :want, CASE
    WHEN ${SHOWN} = :want THEN 'already-so'
    WHEN o.entry IS NOT NULL AND o.claimed_revision IS NULL AND ifnull(f.favorite, 0) = :want THEN 'already-so'
    ELSE 'waiting' END
  FROM json_each(:records) j CROSS JOIN flags f ON f.record = j.value
  LEFT JOIN outbox o ON o.record = f.record AND o.kind = 'favorite'`

/** In memory, of this handle alone: which earlier items a new batch replaces. Found once, used three times. */
const REPLACED_TABLE = `CREATE TEMP TABLE IF NOT EXISTS replaced (
  batch INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (batch, record)) WITHOUT ROWID`

/** Unsent wants that the new batch replaces. One whose own revision is on the wire is not: it gets its answer. */
const FIND_REPLACED = `INSERT INTO replaced SELECT o.batch, o.record FROM batch_items i CROSS JOIN outbox o
    ON o.record = i.record AND o.kind = 'favorite' AND (o.claimed_revision IS NULL OR o.claimed_revision <> o.revision)
  WHERE i.batch = :batch AND i.before <> i.after`

const COUNT_REPLACED = `SELECT batch, outcome, count(*) AS count
  FROM replaced CROSS JOIN batch_items USING (batch, record) GROUP BY batch, outcome`

const TAKE_BACK = `UPDATE batch_items AS old SET outcome = 'taken-back', reason = :reason
  FROM replaced WHERE old.batch = replaced.batch AND old.record = replaced.record`

/** A value that differs from what was shown and needs nothing sent: the mirror has it, and nothing is in flight. */
const CANCEL_OUT = `DELETE FROM outbox WHERE kind = 'favorite' AND record IN (
  SELECT record FROM batch_items WHERE batch = :batch AND before <> after AND outcome = 'already-so')`

/** In record order: records of one page of the list mostly lie together, so one page read serves its rows. */
const INSERT_ENTRIES = `INSERT INTO outbox (record, kind, want, base, revision, state, attempt, not_before, batch, is_hand, owner)
  SELECT record, 'favorite', after, before, 1, 'ready', 0, 0, batch, :isHand, :owner
  FROM batch_items WHERE batch = :batch AND outcome = 'waiting' ORDER BY record
  ON CONFLICT (record, kind) DO UPDATE SET want = excluded.want, revision = revision + 1, batch = excluded.batch,
    is_hand = excluded.is_hand, owner = excluded.owner, attempt = 0, not_before = 0, last_failure = NULL,
    state = CASE WHEN claimed_revision IS NULL THEN 'ready' ELSE state END`

/** Sorted, each once: neighbours in the tables are written one after the other. */
function inOrder(records: Uint32Array): Uint32Array {
  const sorted = records.toSorted()
  return sorted.filter((record, at) => at === 0 || record !== sorted[at - 1])
}

function takeBackReplaced(db: WriteDb, wanted: Wanted): void {
  const { batch, now } = wanted
  db.run(REPLACED_TABLE)
  db.run('DELETE FROM replaced')
  if (db.run(FIND_REPLACED, { batch }) === 0) return
  const counts = db.all<{ batch: BatchId; outcome: ItemOutcome; count: number }>(COUNT_REPLACED)
  db.run(TAKE_BACK, { batch, reason: JSON.stringify({ replacedBy: batch }) })
  for (const { batch: old, outcome, count } of counts) {
    if (outcome !== 'taken-back') moveCounts(db, { batch: old, from: outcome, to: 'taken-back', count })
  }
  finishBatches(db, new Set(counts.map((count) => count.batch)), now)
}

/** Records of a batch whose value on screen differs now. */
function changedBy(db: WriteDb, batch: BatchId): Uint32Array {
  const sql = 'SELECT json_group_array(record) FROM batch_items WHERE batch = ? AND before <> after'
  // An array of numbers by construction of the statement.
  return Uint32Array.from(JSON.parse(db.value<string>(sql, [batch]) ?? '[]') as number[])
}

/** Writes the items and answers how many there are. */
function putItems(db: WriteDb, wanted: Wanted, records: Uint32Array): number {
  const { batch, favorite } = wanted
  return db.run(INSERT_ITEMS, { batch, want: favorite ? 1 : 0, records: `[${records.join(',')}]` })
}

/** Settles what an earlier batch had waiting; answers how many entries cancelled out. */
function replaceEarlier(db: WriteDb, wanted: Wanted): number {
  if (db.value<number>('SELECT 1 FROM outbox LIMIT 1') === undefined) return 0
  takeBackReplaced(db, wanted)
  return db.run(CANCEL_OUT, { batch: wanted.batch })
}

/**
 * Fills `batch` (just created, empty) and answers which records look different now. On disk when it returns, whole or
 * not at all. Throws what the driver throws.
 */
export function putFavorites(db: WriteDb, wanted: Wanted): { readonly changed: Uint32Array } {
  const { batch, now } = wanted
  return inIntentTransaction(db, () => {
    const records = inOrder(wanted.records)
    const size = putItems(db, wanted, records)
    const cancelled = replaceEarlier(db, wanted)
    const isHand = size === 1 ? 1 : 0
    const waiting = db.run(INSERT_ENTRIES, { batch, isHand, owner: currentOwner(db, 'images') })
    db.run('UPDATE batches SET size = :size, waiting = :waiting, already_so = :size - :waiting WHERE batch = :batch', {
      batch,
      size,
      waiting
    })
    finishBatches(db, [batch], now)
    const changed = waiting + cancelled === records.length ? records : changedBy(db, batch)
    if (changed.length > 0) logChange(db, { kinds: CHANGED.overlay, records: changed })
    return { changed }
  })
}
