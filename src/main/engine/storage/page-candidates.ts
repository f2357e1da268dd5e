/** Candidates that one page makes: what it tells as deleted, and what is missing between its first and its last id. */
import type { Span } from '../domain/removal-proof.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'

export interface PageShown {
  /** Ids of all its rows. */
  readonly ids: readonly string[]
  /** Ids that it tells as deleted. */
  readonly deleted: readonly string[]
  /** null: it proves nothing of what it does not show. */
  readonly span: Span | null
  /** `nextTick` when it was asked for: what was told later is no news from it. */
  readonly askedAt: number
}

const OLDER = `FROM records r CROSS JOIN images i USING (record) LEFT JOIN flags f USING (record)
  WHERE r.grp = 'images' AND i.asked_at <= :askedAt AND ifnull(f.fresh_tick, 0) < :askedAt
    AND r.record NOT IN (SELECT record FROM gone) AND r.record NOT IN (SELECT record FROM candidates)`
const IS_TOLD = '(r.id_length, r.service_id) IN (SELECT length(value), value FROM json_each(:deleted))'
const IS_MISSED = `(r.id_length, r.service_id) >= (length(:low), :low)
  AND (r.id_length, r.service_id) <= (length(:high), :high) AND r.service_id NOT GLOB '*[^0-9]*'
  AND i.asked_at < :askedAt AND r.service_id NOT IN (SELECT value FROM json_each(:ids))`

/** Records known before the page was asked for that it says or shows to be missing, and that are no candidates yet. */
export function missedByPage(db: ReadDb, { ids, deleted, span, askedAt }: PageShown): number[] {
  const told =
    deleted.length === 0
      ? []
      : db.column<number>(`SELECT r.record ${OLDER} AND ${IS_TOLD}`, { askedAt, deleted: JSON.stringify(deleted) })
  if (span === null) return told
  const shown = JSON.stringify([...ids, ...deleted])
  return [...told, ...db.column<number>(`SELECT r.record ${OLDER} AND ${IS_MISSED}`, { ...span, askedAt, ids: shown })]
}

/** No complete pass: one that misses them later is the first one. */
const NO_PASS = 0

/** Makes candidates of them. */
export function addMissed(db: WriteDb, records: readonly number[]): void {
  const sql = `INSERT OR IGNORE INTO candidates (record, grp, pass)
    SELECT record, grp, ${NO_PASS} FROM records WHERE record IN (SELECT value FROM json_each(?))`
  inTransaction(db, () => void db.run(sql, [JSON.stringify(records)]))
}
