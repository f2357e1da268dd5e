/**
 * Puts deletions into the outbox. They have a grace period in which they can be undone. Images that were never sent,
 * and copies kept of gone records, leave the library immediately; copies deleted along with other images can be
 * restored as long as a deletion of the batch can be undone (`restoreCopies`).
 */
import type { BatchId } from '../../../shared/batch.ts'
import { DELETION_OF } from '../../../shared/change.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import type { Group } from '../../../shared/sync-status.ts'
import { countItems, endEntries, moveItems } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { IS_IN_FLIGHT, putEntries } from './entries.ts'
import { ownerOfIntent } from './key-owners.ts'
import { dropUnsentImages } from './put-creates.ts'
import { changedBy } from './put-values.ts'
import { withNamesShown } from './search.ts'
import { IS_HIDDEN } from './tombstones.ts'

export interface Deleting {
  readonly group: Group
  /** In any order; numbers that are not of the group are left out. */
  readonly records: Uint32Array
  /** Just created, empty. */
  readonly batch: BatchId
  /** ms since epoch. */
  readonly now: number
}

/**
 * SQL: ordered but not sent, so its deletion cancels the order. An image that lookups did not find and that appears
 * later is a new image, as after Discard: an image that cost money is shown, never deleted unseen.
 */
const UNBORN = `EXISTS (SELECT 1 FROM outbox c WHERE c.record = i.record AND c.kind = 'create' AND NOT ${IS_IN_FLIGHT('c')})`
/** SQL: a copy kept of a gone record, or a gone record with a change that needs a decision from the user. */
const IS_COPY = 'i.record IN (SELECT record FROM gone)'

/** Reason of an item that removed a copy, to tell it from images that the service may have deleted itself. */
const WAS_COPY = `'{"was":"copy"}'`

const COPIES = `SELECT i.batch, i.record FROM batch_items i CROSS JOIN gone g USING (record)
  WHERE i.batch = :batch AND i.before <> i.after AND i.outcome = 'unchanged' AND i.reason = ${WAS_COPY}
    AND g.is_kept = 0 AND i.record IN (SELECT record FROM images)`

const insertItems = (
  group: Group
): string => `INSERT OR IGNORE INTO batch_items (batch, record, before, after, outcome, reason)
  SELECT :batch, i.record, ifnull(o.is_refused = 0, 0), 1,
    CASE WHEN o.is_refused = 0 OR ${UNBORN} OR ${IS_COPY} THEN 'unchanged' ELSE 'waiting' END,
    CASE WHEN ${IS_COPY} THEN ${WAS_COPY} END
  FROM json_each(:records) j CROSS JOIN ${group} i ON i.record = j.value
  LEFT JOIN outbox o ON o.record = i.record AND o.kind = '${DELETION_OF[group]}'
  WHERE NOT ${IS_HIDDEN('i.record')}`

/** SQL: items of refused deletions that the new batch replaces. */
const REPLACED = `SELECT o.batch, o.record FROM batch_items n CROSS JOIN outbox o
    ON o.record = n.record AND o.kind = :kind AND o.is_refused = 1
  WHERE n.batch = :batch AND n.before <> n.after`

const IN_BATCH = 'SELECT record FROM batch_items WHERE batch = :batch AND before <> after'

/** Removes records that only this library has. */
function dropLocal(db: WriteDb, { batch, now }: Deleting): void {
  const unborn = db.column<number>(`SELECT record FROM (${IN_BATCH}) i WHERE ${UNBORN}`, { batch })
  dropUnsentImages(db, { records: unborn, now })
  db.run(`UPDATE gone SET is_kept = 0 WHERE record IN (${IN_BATCH})`, { batch })
  const of = { which: `o.record IN (${IN_BATCH}) AND o.record IN (SELECT record FROM gone)`, params: { batch } }
  withNamesShown(db, of, () => endEntries(db, { ...of, to: 'canceled', now }))
}

const DISPLAY_CHANGE: Readonly<Record<Group, number>> = {
  images: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  projects: CHANGED.projects
}

/**
 * Fills the batch and returns the records whose display changes: images are hidden, a project stays visible until it is
 * gone. Durable on return. Throws what the driver throws.
 */
export function putDeletes(db: WriteDb, deleting: Deleting): { readonly changed: Uint32Array } {
  const { group, records, batch, now } = deleting
  const kind = DELETION_OF[group]
  return inIntentTransaction(db, () => {
    const size = db.run(insertItems(group), { batch, records: `[${records.join(',')}]` })
    dropLocal(db, deleting)
    moveItems(db, { select: REPLACED, params: { batch, kind }, to: 'canceled', now })
    const owner = ownerOfIntent(db, group)
    const notBefore = now + DELETE_GRACE_PERIOD_MS
    const waiting = putEntries(db, kind, { batch, isInteractive: size === 1, owner, notBefore })
    countItems(db, { batch, size, waiting, now })
    const changed = changedBy(db, batch)
    if (changed.length > 0) logChange(db, { kinds: DISPLAY_CHANGE[group], records: changed })
    return { changed }
  })
}

/**
 * Restores the copies that a deletion removed, and returns them, ascending. Durable on return. Throws what the driver
 * throws. `now`: ms since epoch.
 */
export function restoreCopies(db: WriteDb, { batch, now }: { batch: BatchId; now: number }): Uint32Array {
  return inIntentTransaction(db, () => {
    const found = db.column<number>(`SELECT record FROM (${COPIES}) ORDER BY record`, { batch })
    const records = Uint32Array.from(found)
    if (records.length === 0) return records
    moveItems(db, { select: COPIES, params: { batch }, to: 'canceled', now })
    db.run('UPDATE gone SET is_kept = 1 WHERE record IN (SELECT value FROM json_each(?))', [JSON.stringify(found)])
    logChange(db, { kinds: DISPLAY_CHANGE.images, records })
    return records
  })
}
