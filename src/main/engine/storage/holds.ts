/** Deletions wait before they are sent, so that they can be taken back. The wait stands in the outbox: a kill keeps it. */
import { DELETE_HOLD_MS } from '../../../shared/limits.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'

/** Never handed over and not put off after trouble: what waits is the hold itself, or has waited it out. */
const UNSENT = "kind <> 'favorite' AND kind = 'delete' AND state = 'ready' AND claimed_revision IS NULL"

/**
 * Deletions that still wait so that they can be taken back, and when the first of them goes, ms since epoch; null when
 * none does.
 */
export function nextDeletions(db: ReadDb, now: number): { readonly count: number; readonly at: number } | null {
  // By the index of what waits for a time: a walk through all deletions would take too long, ten times a second.
  const sql = `SELECT count(*) AS count, min(not_before) AS at FROM outbox INDEXED BY outbox_due
    WHERE ${UNSENT} AND not_before > 0 AND not_before > ?`
  const held = db.get<{ count: number; at: number }>(sql, [now])
  return held === undefined || held.count === 0 ? null : held
}

/**
 * The rule of coming online: deletions that would go now wait until `until`, ms since epoch. Answers how many.
 */
export function holdDeletions(db: WriteDb, { now, until }: { now: number; until: number }): number {
  return inTransaction(db, () =>
    db.run(`UPDATE outbox SET not_before = :until WHERE ${UNSENT} AND not_before <= :now`, { now, until })
  )
}

/** The rule of the start: every deletion that was not sent waits once more in full. Inside the caller's transaction. */
export function restartHolds(db: WriteDb, now: number): void {
  db.run(`UPDATE outbox SET not_before = ? WHERE ${UNSENT}`, [now + DELETE_HOLD_MS])
}
