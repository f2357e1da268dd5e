/**
 * Makes batches, items and entries of a salvaged library agree: every entry has its batch and its item, no item waits
 * for an entry that is gone, and the counts of every batch are those of its items.
 */
import type { BatchVerb } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { WriteDb } from './database.ts'

/** Runs inside the caller's transaction. `now`: ms since epoch. */
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
  .join(' ')} ELSE CASE o.want WHEN 1 THEN 'favorite' ELSE 'unfavorite' END END`

/** The counts follow in the last step. */
const MISSING_BATCHES = `INSERT INTO batches (batch, verb, kind, size, waiting, done, already_so, needs_you, taken_back, started_at)
  SELECT o.batch, ${VERB}, o.kind, 0, 0, 0, 0, 0, 0, :now
  FROM outbox o WHERE o.batch NOT IN (SELECT batch FROM batches) GROUP BY o.batch`

const MISSING_ITEMS = `INSERT OR IGNORE INTO batch_items (batch, record, before, after, outcome, before_text, after_text)
  SELECT batch, record, ifnull(base, 0), want, CASE is_refused WHEN 1 THEN 'needs-you' ELSE 'waiting' END,
    base_text, want_text FROM outbox`

const ORPHANED_ITEMS = `UPDATE batch_items AS i SET outcome = 'taken-back', reason = :reason
  WHERE outcome IN ('waiting', 'needs-you') AND NOT EXISTS (SELECT 1 FROM entries o WHERE o.record = i.record
    AND (o.batch = i.batch OR o.sent_batch = i.batch))`

const count = (outcome: string): string => `count(*) FILTER (WHERE outcome = '${outcome}')`

const RECOUNT = `UPDATE batches AS b SET size = c.size, waiting = c.waiting, done = c.done, already_so = c.already_so,
    needs_you = c.needs_you, taken_back = c.taken_back,
    finished_at = CASE WHEN c.waiting > 0 THEN NULL ELSE ifnull(b.finished_at, :now) END
  FROM (SELECT x.batch, count(i.record) AS size, ${count('waiting')} AS waiting, ${count('done')} AS done,
      ${count('already-so')} AS already_so, ${count('needs-you')} AS needs_you, ${count('taken-back')} AS taken_back
    FROM batches x LEFT JOIN batch_items i USING (batch) GROUP BY x.batch) AS c
  WHERE c.batch = b.batch`
