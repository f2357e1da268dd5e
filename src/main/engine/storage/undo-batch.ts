/** Restores the earlier values of a batch, by a batch of its own. */
import type { BatchId } from '../../../shared/batch.ts'
import { createBatch, forgetBatch, moveItem } from './batches.ts'
import { findForm } from './creates.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { OF_KIND } from './entries.ts'
import { changeCreate, IS_OPEN_CREATE } from './put-creates.ts'
import { putValues, type Source } from './put-values.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'

export interface UndoneValues {
  /** The batch that restores the values; `null` if nothing had to be sent. */
  readonly batch: BatchId | null
  readonly changed: Uint32Array
  readonly restored: number
  /** Items of the batch that were changed again since. */
  readonly skipped: number
}

/** SQL: items that the batch changed and that were not canceled by a later batch. */
const CHANGED_ITEMS = "i.batch = :undoes AND i.before <> i.after AND i.outcome <> 'canceled'"

/**
 * SQL: records that were changed again since. A later batch may have been undone, its undo undone, and so on; the last
 * batch of such a chain with the record decides: at an even depth the change is in effect, at an odd depth it is
 * undone. Items that were never sent, because they were stopped or replaced, changed nothing.
 */
const CHANGED_AGAIN = `WITH RECURSIVE later(batch, root, depth) AS (
    SELECT batch, batch, 0 FROM batches WHERE batch > :undoes AND batch <> :batch AND ifnull(undoes, 0) <= :undoes
      AND kind = (SELECT kind FROM batches WHERE batch = :undoes)
    UNION ALL
    SELECT b.batch, later.root, later.depth + 1 FROM later CROSS JOIN batches b ON b.undoes = later.batch
  )
  SELECT record FROM (
    SELECT i.record, later.depth, max(i.batch) FROM later CROSS JOIN batch_items i USING (batch)
    WHERE i.before <> i.after AND i.outcome <> 'canceled' GROUP BY later.root, i.record
  ) WHERE depth % 2 = 0`

/** SQL: records with a pending deletion, to which nothing is restored. */
const TO_BE_DELETED = `SELECT record FROM outbox o WHERE ${OF_KIND('o', 'delete')} AND o.is_refused = 0`

function earlierValues(kind: ValueKind, undoes: BatchId): Source {
  const { earlier, set, shown } = VALUE_SQL[kind]
  return {
    sql: `SELECT i.record, i.${earlier} AS want, i.${set} AS was FROM batch_items i WHERE ${CHANGED_ITEMS}
      AND i.record NOT IN (${CHANGED_AGAIN}) AND i.record NOT IN (${TO_BE_DELETED})`,
    params: { undoes },
    where: `${shown} = s.was`
  }
}

/** SQL: a rename that was merged into an unsent create, so that the form has the name and no entry has another. */
const mergedName = (source: Source): string => `SELECT s.record, s.want AS name FROM (${source.sql}) s
  CROSS JOIN images f ON f.record = s.record
  WHERE f.name = s.was AND s.record IN (SELECT record FROM outbox o WHERE ${IS_OPEN_CREATE})
    AND s.record NOT IN (SELECT record FROM outbox o WHERE ${OF_KIND('o', 'name')})`

/**
 * Restores the earlier name in the form of the create. A rename concerns one record; `null` if it is not part of an
 * open create.
 */
function undoMerged(db: WriteDb, { batch, now }: { batch: BatchId; now: number }): number | null {
  const source = earlierValues('name', batch)
  const params = { ...source.params, batch }
  const item = db.get<{ record: number; name: string }>(mergedName(source), params)
  const form = item === undefined ? null : findForm(db, item.record)
  // Stryker disable next-line ConditionalExpression: without an item there is no form, which the other half of the condition tells
  if (item === undefined || form === null) return null
  const { record, name } = item
  changeCreate(db, { record, form: { ...form, name }, isOrder: false, now })
  moveItem(db, { batch, record, to: 'canceled', now })
  return record
}

/**
 * Restores the earlier value of each item whose value is still the one that the batch set and that nothing has changed
 * since. Unsent items cancel out, sent ones get the earlier value after them, and a create gets its earlier name.
 * Durable on return. `now`: ms since epoch.
 */
export function undoValues(db: WriteDb, undo: { kind: ValueKind; batch: BatchId; now: number }): UndoneValues {
  const { kind, batch: undoes, now } = undo
  return inIntentTransaction(db, () => {
    // Stryker disable next-line ConditionalExpression: a batch of stars has items without texts, and no name is equal to none
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
