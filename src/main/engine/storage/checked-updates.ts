/**
 * Tracks the first updates on a connection: how many a read confirmed, those not confirmed yet, and the record of the
 * very first one as it was before. Written with the claim of an entry, so a kill loses none of it.
 */
import type { BatchPause } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { PushEntry, PushKind } from '../domain/entry.ts'
import { showsDesired } from '../domain/record-changes.ts'
import type { ServiceImage, ServiceImageFields } from '../domain/service-records.ts'
import { TRUSTED } from '../domain/first-update-stages.ts'
import { findReceipt, pauseBatch, moveItem } from './batches.ts'
import { logChange } from './change-log.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { HAS_FLIGHT, IS_IN_FLIGHT, putEntry, refuseEntries } from './entries.ts'
import { currentOwner } from './key-owners.ts'
import { readMeta, writeMeta } from './meta.ts'
import { readOwnJson } from './own-json.ts'
import { findRecord } from './records.ts'
import { refreshSearch } from './search.ts'
import { VALUE_SQL } from './value-kinds.ts'

const SEEN = 'updates-seen'

interface Seen {
  readonly address: string
  readonly count: number
}

// Written by `writeSeen`.
const readSeenCount = (db: ReadDb): Seen | null => readOwnJson<Seen>(readMeta(db, SEEN))

/** Returns how many updates at this address were confirmed; another address is another connection. */
export function countSeen(db: ReadDb, address: string): number {
  const seen = readSeenCount(db)
  return seen !== null && seen.address === address ? seen.count : 0
}

/** SQL: updates whose record is not compared with a saved one; those that are may have lost values. */
const NOT_COMPARED = "record NOT IN (SELECT record FROM saved WHERE state <> 'read')"

/** Stores the count. Once the connection is trusted, and not before, pending confirmations are dropped. */
function writeSeen(db: WriteDb, seen: Seen): void {
  writeMeta(db, SEEN, JSON.stringify(seen))
  if (seen.count >= TRUSTED) db.run(`DELETE FROM checked_updates WHERE ${NOT_COMPARED}`)
}

/** Counts confirmed updates. Once a connection is trusted, counting stops. */
export function addSeen(db: WriteDb, address: string, count: number): void {
  writeSeen(db, { address, count: Math.min(TRUSTED, countSeen(db, address) + count) })
}

/**
 * Raises the count after the user decided to continue with a connection whose first update changed other fields too, or
 * whose updates did not show.
 */
export function trustByDecision(db: WriteDb, why: BatchPause['why']): void {
  const seen = readSeenCount(db)
  if (seen === null) return
  const least = why === 'changed-more' ? 1 : why === 'not-shown' ? TRUSTED : 0
  writeSeen(db, { ...seen, count: Math.max(seen.count, least) })
}

export interface CheckedUpdate {
  readonly record: number
  readonly serviceId: string
  readonly kind: Exclude<PushKind, 'delete' | 'delete-project'>
  readonly want: boolean
  readonly name: string | null
  readonly batch: number
  readonly isInteractive: boolean
  /**
   * Sent, acknowledged but not yet written, or being looked up now. A lookup that is scheduled for later does not
   * count.
   */
  readonly isInFlight: boolean
  /** The service accepted it. */
  readonly isDone: boolean
  /** A read has returned its value since. */
  readonly isShown: boolean
  /** The record as it was before is saved for comparison. */
  readonly isSaved: boolean
  /** The values that an encoding lost were refused in the next encoding. */
  readonly isStuck: boolean
}

type CheckedRow = {
  readonly [K in keyof CheckedUpdate]: CheckedUpdate[K] extends boolean ? 0 | 1 : CheckedUpdate[K]
}

const CHECKED = `SELECT t.record, r.service_id AS serviceId, t.kind, t.want, t.want_text AS name, t.batch,
    t.is_interactive AS isInteractive, ifnull(a.is_unknown = 0 OR (a.is_unknown = 1 AND o.not_before <= :now), 0) AS isInFlight,
    a.entry IS NULL AND ifnull(i.outcome = 'done', 0) AS isDone, t.is_shown AS isShown,
    EXISTS (SELECT 1 FROM saved s WHERE s.record = t.record AND s.state <> 'read') AS isSaved,
    ifnull(o.is_refused = 1 AND EXISTS (SELECT 1 FROM saved s WHERE s.entry = o.entry AND s.state = 'next-encoding'), 0) AS isStuck
  FROM checked_updates t CROSS JOIN records r USING (record)
  LEFT JOIN outbox o ON o.record = t.record AND o.kind = t.kind LEFT JOIN attempts a ON a.entry = o.entry
  LEFT JOIN batch_items i ON i.batch = t.batch AND i.record = t.record ORDER BY t.record, t.kind`

/** Returns the updates that were sent and not confirmed yet. `now`: ms since epoch. */
export function readChecked(db: ReadDb, now: number): CheckedUpdate[] {
  return db.all<CheckedRow>(CHECKED, { now }).map((row) => ({
    ...row,
    want: row.want === 1,
    isInteractive: row.isInteractive === 1,
    isInFlight: row.isInFlight === 1,
    isDone: row.isDone === 1,
    isShown: row.isShown === 1,
    isSaved: row.isSaved === 1,
    isStuck: row.isStuck === 1
  }))
}

/** Marks the updates of a record whose values a read returned. A value that the read did not report is not marked. */
export function noteShown(db: WriteDb, record: number, fields: ServiceImageFields): void {
  const sql = "SELECT kind, want, ifnull(want_text, '') AS name FROM checked_updates WHERE record = ? AND is_shown = 0"
  for (const { kind, want, name } of db.all<Pick<CheckedRow, 'kind' | 'want'> & { name: string }>(sql, [record])) {
    const isReported = (fields[kind] ?? null) !== null
    const isShown = isReported && showsDesired(fields, kind === 'name' ? { name } : { favorite: want === 1 })
    if (isShown) db.run('UPDATE checked_updates SET is_shown = 1 WHERE record = ? AND kind = ?', [record, kind])
  }
}

/**
 * Returns the updates under their current record numbers, because a record may be merged into another during a lookup.
 */
export function renumbered(db: ReadDb, checked: readonly CheckedUpdate[]): CheckedUpdate[] {
  return checked.map((update) => ({ ...update, record: findRecord(db, 'images', update.serviceId) ?? update.record }))
}

/**
 * Notes an update as sent, in the transaction of its claim. The saved record gets the results that the update carries,
 * because other ones may have been read since it was saved, which the update cannot lose.
 */
export function noteChecked(
  db: WriteDb,
  entry: Pick<PushEntry, 'record' | 'kind' | 'want' | 'name' | 'batch' | 'isInteractive' | 'mirror'>
): void {
  const { record, kind, want, name, batch, isInteractive, mirror } = entry
  const sql = `INSERT OR REPLACE INTO checked_updates (record, kind, want, want_text, batch, is_interactive) VALUES (?, ?, ?, ?, ?, ?)`
  db.run(sql, [record, kind, want ? 1 : 0, name, batch, isInteractive ? 1 : 0])
  const saving = `UPDATE saved SET state = 'sent', image = CASE WHEN json_valid(image) AND json_valid(:results)
    THEN json_replace(image, '$.fields.results', json(:results)) ELSE image END WHERE record = :record AND state = 'read'`
  db.run(saving, { record, results: mirror.results })
}

/** Drops updates that were confirmed, or whose result needs no lookup. */
export function dropChecked(db: WriteDb, checked: readonly Pick<CheckedUpdate, 'record' | 'kind'>[]): void {
  for (const { record, kind } of checked)
    db.run('DELETE FROM checked_updates WHERE record = ? AND kind = ?', [record, kind])
}

export interface SavedRecord {
  /** `null` if it could not be read. */
  readonly image: ServiceImage | null
  /** ms since epoch. */
  readonly readAt: number
  readonly state: 'read' | 'sent' | 'needs-decision' | 'writing-back' | 'next-encoding'
}

/** SQL: an update of a saved record is in flight, or was done and is still to be compared. */
const IS_OPEN = `(${HAS_FLIGHT('saved.record')}
  OR EXISTS (SELECT 1 FROM checked_updates t CROSS JOIN batch_items i ON i.batch = t.batch AND i.record = t.record
    WHERE t.record = saved.record AND i.outcome = 'done'))`

/** SQL: still as read; nothing is known to have changed it, because the sent update had no effect. */
const IS_READ = `(state = 'read' OR (state = 'sent' AND NOT ${IS_OPEN}))`

/** Returns the record as it was read before its update; `null` if it was not saved. */
export function findSaved(db: ReadDb, record: number): SavedRecord | null {
  const sql = `SELECT image, read_at AS readAt, CASE WHEN ${IS_READ} THEN 'read' ELSE state END AS state
    FROM saved WHERE record = ?`
  const row = db.get<Omit<SavedRecord, 'image'> & { image: string }>(sql, [record])
  return row === undefined ? null : { ...row, image: readOwnJson<ServiceImage>(row.image) }
}

/**
 * Saves a record before its first update. A saved record with an update in flight or to be compared is not replaced.
 */
export function saveRecord(
  db: WriteDb,
  of: { entry: number; record: number; image: ServiceImage | null; readAt: number }
): void {
  const { record, entry, image, readAt } = of
  db.run(
    `INSERT INTO saved VALUES (?, ?, ?, ?, 'read') ON CONFLICT (record) DO UPDATE
     SET entry = excluded.entry, image = excluded.image, read_at = excluded.read_at, state = excluded.state WHERE ${IS_READ}`,
    [record, entry, JSON.stringify(image), readAt]
  )
}

/** Drops saved records that have neither an update to confirm nor a pending decision. */
export function dropSaved(db: WriteDb): void {
  db.run(`DELETE FROM saved WHERE record NOT IN (SELECT record FROM checked_updates)
    AND (state IN ('read', 'sent') OR entry NOT IN (SELECT entry FROM outbox))`)
}

export interface Refuted {
  readonly checked: CheckedUpdate
  readonly failure: Failure
  /** ms since epoch. */
  readonly now: number
}

/** Reopens an update that counted as done. Returns its entry; `null` if a newer value is desired by now. */
function reopen(
  db: WriteDb,
  { checked, failure, now }: Omit<Refuted, 'failure'> & { failure: Failure | null }
): number | null {
  const { record, kind, want, name, batch, isInteractive } = checked
  const owner = currentOwner(db, 'images')
  const entry = putEntry(db, {
    record,
    kind,
    want: want ? 1 : 0,
    text: name,
    batch,
    isInteractive,
    owner,
    tries: 1,
    refusal: failure
  })
  if (entry === null) return null
  moveItem(db, { batch, record, to: failure === null ? 'waiting' : 'needs-attention', reason: failure, now })
  refreshSearch(db, record)
  logChange(db, { kinds: VALUE_SQL[kind].kinds, records: Uint32Array.of(record) })
  return entry
}

/**
 * Marks the current desired value of the record as in need of a decision for this reason, whether it is pending or
 * already refused.
 */
function refuseCurrent(db: WriteDb, { checked: { record, kind }, failure, now }: Refuted): number | null {
  const sql = `SELECT entry, batch FROM outbox o WHERE record = ? AND kind = ? AND NOT ${IS_IN_FLIGHT('o')}`
  const found = db.get<{ readonly entry: number; readonly batch: number }>(sql, [record, kind])
  if (found === undefined) return null
  const { entry, batch } = found
  moveItem(db, { batch, record, to: 'needs-attention', reason: failure, now })
  refuseEntries(db, failure, { which: 'o.entry = :entry', params: { entry } })
  logChange(db, { kinds: VALUE_SQL[kind].kinds, records: Uint32Array.of(record) })
  return entry
}

function pauseRemaining(db: WriteDb, batch: number, pauseFor: (left: number) => BatchPause): void {
  const left = findReceipt(db, batch)?.waiting ?? 0
  if (left > 0) pauseBatch(db, batch, pauseFor(left))
}

/**
 * Refutes the first update, which changed other fields too: it needs a decision, and the rest of its batch is paused.
 */
export function refuteFirst(db: WriteDb, refuted: Refuted & { readonly address: string }): void {
  const { checked, failure, address } = refuted
  inTransaction(db, () => {
    // Stores the address of the connection that the decision of the user applies to.
    addSeen(db, address, 0)
    const entry = reopen(db, refuted) ?? refuseCurrent(db, refuted)
    db.run("UPDATE saved SET state = 'needs-decision', entry = ? WHERE record = ?", [entry ?? 0, checked.record])
    pauseRemaining(db, checked.batch, (left) => ({ why: 'changed-more', entry, failure, left }))
    db.run(`DELETE FROM checked_updates WHERE record = ? OR ${NOT_COMPARED}`, [checked.record])
    dropSaved(db)
  })
}

/**
 * Schedules the saved values to be written back automatically, with the current desired values on top. `now`: ms since
 * epoch.
 */
export function putBack(db: WriteDb, checked: CheckedUpdate, now: number): void {
  inTransaction(db, () => {
    const { record, kind } = checked
    reopen(db, { checked, failure: null, now })
    const sql = `UPDATE saved SET state = 'next-encoding',
      entry = (SELECT entry FROM outbox WHERE record = :record AND kind = :kind) WHERE record = :record`
    db.run(sql, { record, kind })
    dropChecked(db, [checked])
  })
}

/**
 * Returns whether values that an encoding lost are still to be written in another encoding. A refused one needs the
 * user.
 */
export function isPuttingBack(db: ReadDb): boolean {
  const sql = `SELECT 1 FROM saved WHERE state = 'next-encoding'
    AND entry IN (SELECT entry FROM outbox WHERE is_refused = 0)`
  return db.value<number>(sql) !== undefined
}

/**
 * Returns the failure of a batch that is paused because an update of `checked` changed other fields too; `null` if it is
 * not.
 */
export function changedMorePause(db: ReadDb, { batch }: Pick<CheckedUpdate, 'batch'>): Failure | null {
  const why = findReceipt(db, batch)?.pause
  return why?.why === 'changed-more' ? why.failure : null
}

/**
 * Refutes updates that the service acknowledged but does not show: they need a decision, and with `isPausing` the rest
 * of their batches is paused.
 */
export function refuteUnseen(
  db: WriteDb,
  { unseen, isPausing, now }: { unseen: readonly CheckedUpdate[]; isPausing: boolean; now: number }
): void {
  const failure: Failure = { code: 'not-taken', isUnconfirmed: true }
  inTransaction(db, () => {
    for (const checked of unseen) reopen(db, { checked, failure, now })
    dropChecked(db, unseen)
    dropSaved(db)
    if (!isPausing) return
    for (const batch of new Set(unseen.map((update) => update.batch))) {
      const count = unseen.filter((update) => update.batch === batch).length
      pauseRemaining(db, batch, (left) => ({ why: 'not-shown', count, left }))
    }
  })
}

/** SQL: the entry needs a decision, or its saved values are being written back; no read ends it. */
export const IS_SAVED = (entry: string): string =>
  `EXISTS (SELECT 1 FROM saved WHERE saved.entry = ${entry} AND saved.state IN ('needs-decision', 'writing-back', 'next-encoding'))`

/** SQL: the saved values of the record are sent with the entry, before any other entry of the record. */
export const GOES_BACK = (entry: string): string =>
  `EXISTS (SELECT 1 FROM saved WHERE saved.entry = ${entry} AND saved.state IN ('writing-back', 'next-encoding'))`

/** Returns whether an entry needs a decision, or its saved values are being written back. */
export function isSaved(db: ReadDb, entry: number): boolean {
  return db.value<number>(`SELECT ${IS_SAVED('?')}`, [entry]) === 1
}
