/**
 * Wants records deleted. Deletions wait before they are sent, so that they can be taken back; images that were never
 * sent, and copies that are kept of what is gone, leave the library at once. Copies beside others can be taken back as
 * long as one of those can (`restoreCopies`).
 */
import type { BatchId } from '../../../shared/batch.ts'
import { DELETION_OF } from '../../../shared/change.ts'
import { DELETE_HOLD_MS } from '../../../shared/limits.ts'
import type { Group } from '../../../shared/sync-status.ts'
import { countItems, endEntries, moveItems } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { IS_IN_FLIGHT, putEntries } from './entries.ts'
import { ownerOfWish } from './key-owners.ts'
import { dropUnsentImages } from './put-creates.ts'
import { changedBy } from './put-values.ts'
import { withNamesShown } from './search.ts'
import { IS_HIDDEN } from './tombstones.ts'

export interface Deleting {
  readonly group: Group
  /** In any order; numbers that are none of the group are left out. */
  readonly records: Uint32Array
  /** Just created, empty. */
  readonly batch: BatchId
  /** ms since epoch. */
  readonly now: number
}

/**
 * Ordered and not handed over: to be deleted means that it is never ordered. One that was looked for in vain and comes
 * up after all is an image of its own, as after Discard: what cost money is shown, never deleted unseen.
 */
const UNBORN = `EXISTS (SELECT 1 FROM outbox c WHERE c.record = i.record AND c.kind = 'create' AND NOT ${IS_IN_FLIGHT('c')})`
/** A copy that is kept of what is gone, or one with a change that waits for a decision of the user. */
const IS_COPY = 'i.record IN (SELECT record FROM gone)'

/** What an item that took a copy off the screen says as its reason: the service may have deleted others on its own. */
const WAS_COPY = `'{"was":"copy"}'`

const COPIES = `SELECT i.batch, i.record FROM batch_items i CROSS JOIN gone g USING (record)
  WHERE i.batch = :batch AND i.before <> i.after AND i.outcome = 'already-so' AND i.reason = ${WAS_COPY}
    AND g.is_kept = 0 AND i.record IN (SELECT record FROM images)`

const insertItems = (
  group: Group
): string => `INSERT OR IGNORE INTO batch_items (batch, record, before, after, outcome, reason)
  SELECT :batch, i.record, ifnull(o.is_refused = 0, 0), 1,
    CASE WHEN o.is_refused = 0 OR ${UNBORN} OR ${IS_COPY} THEN 'already-so' ELSE 'waiting' END,
    CASE WHEN ${IS_COPY} THEN ${WAS_COPY} END
  FROM json_each(:records) j CROSS JOIN ${group} i ON i.record = j.value
  LEFT JOIN outbox o ON o.record = i.record AND o.kind = '${DELETION_OF[group]}'
  WHERE NOT ${IS_HIDDEN('i.record')}`

/** A deletion that was refused is asked for again. */
const REPLACED = `SELECT o.batch, o.record FROM batch_items n CROSS JOIN outbox o
    ON o.record = n.record AND o.kind = :kind AND o.is_refused = 1
  WHERE n.batch = :batch AND n.before <> n.after`

const IN_BATCH = 'SELECT record FROM batch_items WHERE batch = :batch AND before <> after'

/** What nobody else knows of leaves at once. */
function dropLocal(db: WriteDb, { batch, now }: Deleting): void {
  const unborn = db.column<number>(`SELECT record FROM (${IN_BATCH}) i WHERE ${UNBORN}`, { batch })
  dropUnsentImages(db, { records: unborn, now })
  db.run(`UPDATE gone SET is_kept = 0 WHERE record IN (${IN_BATCH})`, { batch })
  const of = { which: `o.record IN (${IN_BATCH}) AND o.record IN (SELECT record FROM gone)`, params: { batch } }
  withNamesShown(db, of, () => endEntries(db, { ...of, to: 'taken-back', now }))
}

const LOOKS_OTHERWISE: Readonly<Record<Group, number>> = {
  images: CHANGED.overlay | CHANGED.fields | CHANGED.order,
  projects: CHANGED.projects
}

/**
 * Fills the batch and answers which records look different: images leave the screen, a project stays until it is gone.
 * On disk when it returns. Throws what the driver throws.
 */
export function putDeletes(db: WriteDb, deleting: Deleting): { readonly changed: Uint32Array } {
  const { group, records, batch, now } = deleting
  const kind = DELETION_OF[group]
  return inIntentTransaction(db, () => {
    const size = db.run(insertItems(group), { batch, records: `[${records.join(',')}]` })
    dropLocal(db, deleting)
    moveItems(db, { select: REPLACED, params: { batch, kind }, to: 'taken-back', now })
    const owner = ownerOfWish(db, group)
    const notBefore = now + DELETE_HOLD_MS
    const waiting = putEntries(db, kind, { batch, isHand: size === 1, owner, notBefore })
    countItems(db, { batch, size, waiting, now })
    const changed = changedBy(db, batch)
    if (changed.length > 0) logChange(db, { kinds: LOOKS_OTHERWISE[group], records: changed })
    return { changed }
  })
}

/**
 * Keeps the copies again that a deletion took away, and answers them, ascending. On disk when it returns. Throws what
 * the driver throws. `now`: ms since epoch.
 */
export function restoreCopies(db: WriteDb, { batch, now }: { batch: BatchId; now: number }): Uint32Array {
  return inIntentTransaction(db, () => {
    const found = db.column<number>(`SELECT record FROM (${COPIES}) ORDER BY record`, { batch })
    const records = Uint32Array.from(found)
    if (records.length === 0) return records
    moveItems(db, { select: COPIES, params: { batch }, to: 'taken-back', now })
    db.run('UPDATE gone SET is_kept = 1 WHERE record IN (SELECT value FROM json_each(?))', [JSON.stringify(found)])
    logChange(db, { kinds: LOOKS_OTHERWISE.images, records })
    return records
  })
}
