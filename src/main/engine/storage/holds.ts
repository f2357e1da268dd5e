/** Deletions wait before they are sent, so that they can be taken back. The wait stands in the outbox: a kill keeps it. */
import { DELETION_OF } from '../../../shared/change.ts'
import { DELETE_HOLD_MS } from '../../../shared/limits.ts'
import type { Group, GroupStatus } from '../../../shared/sync-status.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'

const NOT_CLAIMED = "kind <> 'favorite' AND state = 'ready' AND claimed_revision IS NULL"
/** Never handed over and not put off after trouble: what waits is the hold itself, or has waited it out. */
const UNSENT_OF = (group: Group): string => `${NOT_CLAIMED} AND kind = '${DELETION_OF[group]}'`
const UNSENT = `${NOT_CLAIMED} AND kind IN ('${DELETION_OF.images}', '${DELETION_OF.projects}')`

/** Deletions of a group that still wait so that they can be taken back; null when none does. `now`: ms since epoch. */
export function nextDeletions(db: ReadDb, group: Group, now: number): GroupStatus['deletions'] {
  // By the index of what waits for a time: a walk through all deletions would take too long, ten times a second.
  const sql = `SELECT count(*) AS count, min(not_before) AS at FROM outbox INDEXED BY outbox_due
    WHERE ${UNSENT_OF(group)} AND not_before > 0 AND not_before > ?`
  const held = db.get<{ count: number; at: number }>(sql, [now])
  return held === undefined || held.count === 0 ? null : held
}

/**
 * The rule of coming online: deletions of the group that would go now wait until `until`, ms since epoch. Answers how
 * many.
 */
export function holdDeletions(db: WriteDb, held: { group: Group; now: number; until: number }): number {
  const { group, now, until } = held
  return inTransaction(db, () =>
    db.run(`UPDATE outbox SET not_before = :until WHERE ${UNSENT_OF(group)} AND not_before <= :now`, { now, until })
  )
}

/** The rule of the start: every deletion that was not sent waits once more in full. Inside the caller's transaction. */
export function restartHolds(db: WriteDb, now: number): void {
  db.run(`UPDATE outbox SET not_before = ? WHERE ${UNSENT}`, [now + DELETE_HOLD_MS])
}
