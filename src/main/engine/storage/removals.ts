/**
 * Removals from the library: records that seem missing, records proved gone, and records that need a decision from the
 * user.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Missing, IdRange } from '../domain/removal-proof.ts'
import { endEntries, NAME_OF, moveItems } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { IS_IN_FLIGHT, refuseEntries } from './entries.ts'
import { keepSequence, nextSequence, readMeta, writeMeta } from './meta.ts'
import { removeText } from './search.ts'
import { bury, IS_HIDDEN } from './tombstones.ts'

export interface Candidate {
  readonly record: number
  readonly serviceId: string
  /** The first complete pass without it; 0 if it was missing only from single pages. */
  readonly pass: number
}

/** Counts the records that are displayed, including those with a pending deletion, up to `limit`; -1: no limit. */
export function countShown(db: ReadDb, group: Group, limit = -1): number {
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${group} i WHERE NOT ${IS_HIDDEN('i.record')} LIMIT ?)`
  return db.value<number>(sql, [limit]) ?? 0
}

/**
 * SQL: records `r` of a group that were known before that sequence number, have not been reported since, and are not
 * known to be gone.
 */
const OLDER = (group: Group, sequence: string): string => `FROM records r CROSS JOIN ${group} i USING (record)
  LEFT JOIN flags f USING (record)
  WHERE r.grp = '${group}' AND r.record NOT IN (SELECT record FROM gone)
    AND i.request_sequence <= ${sequence} AND ifnull(f.fresh_sequence, 0) < ${sequence}`

/**
 * SQL: those that a pass did not contain. The marks are checked before other rows are read, because most records have
 * one.
 */
const MISSED = (group: Group): string => `${OLDER(group, '(SELECT started_sequence FROM passes WHERE pass = :pass)')}
  AND r.service_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM seen s WHERE s.kind = 'full' AND s.record = r.record AND s.pass = :pass)`

/**
 * Adds the records that a complete pass did not contain as candidates, and drops candidates that it contained. A
 * candidate of an earlier pass keeps that pass. Returns the number of candidates, and of all records of the group.
 */
export function addCandidates(db: WriteDb, { group, pass }: { readonly group: Group; readonly pass: number }): Missing {
  return inTransaction(db, () => {
    db.run(
      `DELETE FROM candidates WHERE grp = :group AND EXISTS (
         SELECT 1 FROM seen s WHERE s.kind = 'full' AND s.record = candidates.record AND s.pass = :pass)`,
      { group, pass }
    )
    // Candidates from single pages have no complete pass yet; this is the first one.
    db.run(
      `INSERT INTO candidates (record, grp, pass) SELECT r.record, :group, :pass ${MISSED(group)}
       ON CONFLICT (record) DO UPDATE SET pass = excluded.pass WHERE candidates.pass = 0`,
      { group, pass }
    )
    return { count: countCandidates(db, group).all, of: countShown(db, group) }
  })
}

export interface PageShown {
  /** Ids of all its rows. */
  readonly ids: readonly string[]
  /** Ids that it reports as deleted. */
  readonly deleted: readonly string[]
  /** `null` if the page proves nothing about records that it does not contain. */
  readonly idRange: IdRange | null
  /** `nextSequence` at its request; it contains no news about records that were reported later. */
  readonly requestSequence: number
}

/** SQL: records that a page reports as deleted, or that are missing between its first and its last id. */
const MISSED_BY_PAGE = `SELECT r.record ${OLDER('images', ':requestSequence')} AND r.record NOT IN (SELECT record FROM candidates)`
const IS_REPORTED = '(r.id_length, r.service_id) IN (SELECT length(value), value FROM json_each(:deleted))'
const IS_MISSED = `(r.id_length, r.service_id) >= (length(:low), :low)
  AND (r.id_length, r.service_id) <= (length(:high), :high) AND r.service_id NOT GLOB '*[^0-9]*'
  AND i.request_sequence < :requestSequence AND r.service_id NOT IN (SELECT value FROM json_each(:ids))`

/**
 * Returns records known before the page was requested that it reports as deleted or that are missing from it, and that
 * are not candidates yet.
 */
export function missedByPage(db: ReadDb, { ids, deleted, idRange, requestSequence }: PageShown): number[] {
  const find = (which: string, params: Readonly<Record<string, string>>): number[] =>
    db.column<number>(`${MISSED_BY_PAGE} AND ${which}`, { requestSequence, ...params })
  const reported = deleted.length === 0 ? [] : find(IS_REPORTED, { deleted: JSON.stringify(deleted) })
  return idRange === null
    ? reported
    : [...reported, ...find(IS_MISSED, { ...idRange, ids: JSON.stringify([...ids, ...deleted]) })]
}

/** No complete pass yet; the first one without the record replaces it. */
const NO_PASS = 0

/** Adds records that a page did not contain as candidates. */
export function addMissed(db: WriteDb, records: readonly number[]): void {
  const sql = `INSERT OR IGNORE INTO candidates (record, grp, pass)
    SELECT record, grp, ${NO_PASS} FROM records WHERE record IN (SELECT value FROM json_each(?))`
  inTransaction(db, () => void db.run(sql, [JSON.stringify(records)]))
}

/** Returns candidates that need a decision from the user, or the others, by record number. */
export function listCandidates(
  db: ReadDb,
  group: Group,
  { isAwaitingDecision }: { readonly isAwaitingDecision: boolean }
): Candidate[] {
  return db.all<Candidate>(
    `SELECT c.record, r.service_id AS serviceId, c.pass
     FROM candidates c JOIN records r USING (record) WHERE c.grp = ? AND c.is_awaiting_decision = ? ORDER BY c.record`,
    [group, isAwaitingDecision ? 1 : 0]
  )
}

/** Counts all candidates of a group, and those that need a decision from the user. */
export function countCandidates(db: ReadDb, group: Group): { readonly all: number; readonly awaitingDecision: number } {
  const sql =
    'SELECT count(*) AS "all", ifnull(sum(is_awaiting_decision), 0) AS awaitingDecision FROM candidates WHERE grp = ?'
  return db.get<{ all: number; awaitingDecision: number }>(sql, [group]) ?? { all: 0, awaitingDecision: 0 }
}

/** Returns the removals that need a decision from the user, with their names. */
export function listRemovals(
  db: ReadDb,
  query: { readonly group: Group; readonly offset: number; readonly limit: number }
): { readonly rows: readonly { readonly record: number; readonly name: string }[]; readonly total: number } {
  const { group, offset, limit } = query
  const rows = db.all<{ record: number; name: string }>(
    `SELECT c.record, ${NAME_OF('c.record')} AS name FROM candidates c
     WHERE c.grp = :group AND c.is_awaiting_decision = 1 ORDER BY c.record LIMIT :limit OFFSET :offset`,
    { group, limit, offset }
  )
  return { rows, total: countCandidates(db, group).awaitingDecision }
}

/** Marks all candidates of the group as in need of a decision, because they are too many to remove automatically. */
export function requireDecision(db: WriteDb, group: Group): void {
  db.run('UPDATE candidates SET is_awaiting_decision = 1 WHERE grp = ?', [group])
}

const KEPT = (group: Group): string => `kept-at:${group}`
/** SQL: the keys of `keptAt`. */
export const IS_KEPT_AT = "key LIKE 'kept-at:%'"

/**
 * Drops candidates that the user decided to keep. Single pages do not make them candidates again until a whole pass
 * lacks them.
 */
export function keepCandidates(db: WriteDb, group: Group, records: readonly number[]): void {
  inTransaction(db, () => {
    db.run('DELETE FROM candidates WHERE record IN (SELECT value FROM json_each(?))', [JSON.stringify(records)])
    writeMeta(db, KEPT(group), String(nextSequence(db)))
    keepSequence(db)
  })
}

/** Returns `nextSequence` of the last decision to keep candidates; 0 if there was none. */
export const keptAt = (db: ReadDb, group: Group): number => Number(readMeta(db, KEPT(group)) ?? 0)

const NOT_FOUND: Failure = { code: 'not-found' }
const LISTED = 'record IN (SELECT value FROM json_each(:records))'
/** SQL: entries not in flight; those in flight get their own response. */
const UNSENT = `o.${LISTED} AND NOT ${IS_IN_FLIGHT('o')}`

/** Ends deletions as done. All other changes need a decision from the user, who may have wanted to keep the record. */
function endIntents(db: WriteDb, records: string, now: number): void {
  const params = { records }
  endEntries(db, { which: `${UNSENT} AND o.kind IN ('delete', 'delete-project')`, params, to: 'done', now })
  const select = `SELECT o.batch, o.record FROM outbox o WHERE ${UNSENT}`
  moveItems(db, { select, params, to: 'needs-attention', reason: NOT_FOUND, now })
  refuseEntries(db, NOT_FOUND, { which: UNSENT, params })
}

/**
 * Removes records that are proved gone: writes tombstones and keeps their rows for now. Their unsent changes need a
 * decision from the user; their deletions are done. One transaction, one logged change. `now`: ms since epoch, `sequence`:
 * `nextSequence` now.
 */
export function removeRecords(
  db: WriteDb,
  removal: {
    readonly records: readonly number[]
    readonly now: number
    readonly sequence: number
    /** The user keeps the local data as a copy. */
    readonly isKept?: boolean
  }
): void {
  const { now, isKept = false } = removal
  if (removal.records.length === 0) return
  const records = JSON.stringify(removal.records)
  inTransaction(db, () => {
    bury(db, { ...removal, isKept })
    endIntents(db, records, now)
    keepSequence(db)
    const kinds = CHANGED.overlay | CHANGED.fields | CHANGED.order | CHANGED.projects
    logChange(db, { kinds, records: Uint32Array.from(removal.records) })
  })
}

/** How long the full row of a gone record is kept; the tombstone stays forever. */
export const GONE_ROWS_KEPT_MS = 30 * 86_400_000
export const FOREIGN_CHANGES_KEPT_MS = 90 * 86_400_000

/** SQL: records of deletions that can be undone, whose copies an undo restores. */
const UNDOABLE = `SELECT i.record FROM batches b CROSS JOIN batch_items i USING (batch)
  WHERE b.kind = 'delete' AND b.waiting + b.needs_attention > 0`

/**
 * Deletes rows of gone records and foreign changes that are past their retention. `now`: ms since epoch. Throws what
 * the driver throws.
 */
export function purgeLibrary(db: WriteDb, now: number): void {
  inTransaction(db, () => {
    db.run('DELETE FROM foreign_changes WHERE at < ?', [now - FOREIGN_CHANGES_KEPT_MS])
    const records = db.column<number>(
      `SELECT record FROM gone WHERE gone_at < ? AND ${IS_HIDDEN('gone.record')} AND record NOT IN (${UNDOABLE})
         AND (EXISTS (SELECT 1 FROM images i WHERE i.record = gone.record)
           OR EXISTS (SELECT 1 FROM projects p WHERE p.record = gone.record))`,
      [now - GONE_ROWS_KEPT_MS]
    )
    for (const record of records) removeText(db, record)
    for (const table of ['images', 'flags', 'projects']) {
      // Names come from the list above, never from outside.
      db.run(`DELETE FROM ${table} WHERE record IN (SELECT value FROM json_each(?))`, [JSON.stringify(records)])
    }
  })
}
