/** Writes the earlier values of a batch back, by a batch of its own. */
import type { BatchId } from '../../../shared/batch.ts'
import { createBatch, forgetBatch, moveItem } from './batches.ts'
import { findForm } from './creates.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { OF_KIND } from './entries.ts'
import { changeCreate, IS_OPEN_CREATE } from './put-creates.ts'
import { putValues, type Source } from './put-values.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'

export interface UndoneValues {
  /** The batch that writes back; null when nothing had to be sent. */
  readonly batch: BatchId | null
  readonly changed: Uint32Array
  readonly restored: number
  /** Items that the batch changed and that were changed again since. */
  readonly skipped: number
}

/** What the batch changed, and did not lose to a later one at once. */
const CHANGED_ITEMS = "i.batch = :undoes AND i.before <> i.after AND i.outcome <> 'taken-back'"

/**
 * Changed again since. Of a later batch, the undo of it, the undo of that and so on, the last one that has the record
 * says whether the change stands: those at an even depth set it, the others took it back. What was never sent, because
 * it was stopped or replaced, changed nothing.
 */
const TOUCHED = `WITH RECURSIVE later(batch, root, depth) AS (
    SELECT batch, batch, 0 FROM batches WHERE batch > :undoes AND batch <> :batch AND ifnull(undoes, 0) <= :undoes
      AND kind = (SELECT kind FROM batches WHERE batch = :undoes)
    UNION ALL
    SELECT b.batch, later.root, later.depth + 1 FROM later CROSS JOIN batches b ON b.undoes = later.batch
  )
  SELECT record FROM (
    SELECT i.record, later.depth, max(i.batch) FROM later CROSS JOIN batch_items i USING (batch)
    WHERE i.before <> i.after AND i.outcome <> 'taken-back' GROUP BY later.root, i.record
  ) WHERE depth % 2 = 0`

/** Nothing is written back to a record that is about to be deleted. */
const LEAVING = `SELECT record FROM outbox o WHERE ${OF_KIND('o', 'delete')} AND o.is_refused = 0`

function earlierValues(kind: ValueKind, undoes: BatchId): Source {
  const { earlier, set, shown } = VALUE_SQL[kind]
  return {
    sql: `SELECT i.record, i.${earlier} AS want, i.${set} AS was FROM batch_items i WHERE ${CHANGED_ITEMS}
      AND i.record NOT IN (${TOUCHED}) AND i.record NOT IN (${LEAVING})`,
    params: { undoes },
    where: `${shown} = s.was`
  }
}

/** A rename that became part of an order: its name stands in the form, and no entry holds another. */
const mergedName = (source: Source): string => `SELECT s.record, s.want AS name FROM (${source.sql}) s
  CROSS JOIN images f ON f.record = s.record
  WHERE f.name = s.was AND s.record IN (SELECT record FROM outbox o WHERE ${IS_OPEN_CREATE})
    AND s.record NOT IN (SELECT record FROM outbox o WHERE ${OF_KIND('o', 'name')})`

/** Puts the earlier name into the order again. A rename is of one record; null when it is part of no open order. */
function undoMerged(db: WriteDb, { batch, now }: { batch: BatchId; now: number }): number | null {
  const source = earlierValues('name', batch)
  const params = { ...source.params, batch }
  const item = db.get<{ record: number; name: string }>(mergedName(source), params)
  const form = item === undefined ? null : findForm(db, item.record)
  if (item === undefined || form === null) return null
  const { record, name } = item
  changeCreate(db, { record, form: { ...form, name }, isOrder: false, now })
  moveItem(db, { batch, record, to: 'taken-back', now })
  return record
}

/**
 * Wants the earlier value of each item again whose value still is what the batch set and that nothing since changed.
 * Unsent ones cancel out, sent ones get the earlier value behind them, an order gets its earlier name. On disk when it returns. `now`: ms since epoch.
 */
export function undoValues(db: WriteDb, undo: { kind: ValueKind; batch: BatchId; now: number }): UndoneValues {
  const { kind, batch: undoes, now } = undo
  return inIntentTransaction(db, () => {
    const merged = kind === 'name' ? undoMerged(db, { batch: undoes, now }) : null
    if (merged !== null) return { batch: null, changed: Uint32Array.of(merged), restored: 1, skipped: 0 }
    const changedItems = `SELECT count(*) FROM batch_items i WHERE ${CHANGED_ITEMS}`
    const all = db.value<number>(changedItems, { undoes }) ?? 0
    const batch = createBatch(db, { verb: 'undo', kind, startedAt: now, undoes })
    const source = earlierValues(kind, undoes)
    const { changed, size, waiting } = putValues(db, { kind, source, batch, now })
    if (waiting === 0) forgetBatch(db, batch)
    return { batch: waiting === 0 ? null : batch, changed, restored: size, skipped: all - size }
  })
}
