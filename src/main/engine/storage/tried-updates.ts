/**
 * The first updates on a connection: how many were seen on the service, those that are not yet, and the record of the
 * very first one as it was before. Written with the claim of an entry, so a kill leaves nothing out.
 */
import type { BatchHold } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { PushEntry, PushKind } from '../domain/entry.ts'
import { showsWanted } from '../domain/record-changes.ts'
import type { ServiceImage, ServiceImageFields } from '../domain/service-records.ts'
import { TRUSTED } from '../domain/trial-stages.ts'
import { findReceipt, holdBatch, moveItem } from './batches.ts'
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

// Written below.
const readSeen = (db: ReadDb): Seen | null => readOwnJson<Seen>(readMeta(db, SEEN))

/** How many updates at this address were seen on the service; another address is another connection. */
export function countSeen(db: ReadDb, address: string): number {
  const seen = readSeen(db)
  return seen !== null && seen.address === address ? seen.count : 0
}

/** Of what is not compared with a saved record, which may have lost something. */
const NOT_COMPARED = "record NOT IN (SELECT record FROM saved WHERE state <> 'read')"

/** What is still to be seen of a connection goes when it is trusted, and not before. */
function writeSeen(db: WriteDb, seen: Seen): void {
  writeMeta(db, SEEN, JSON.stringify(seen))
  if (seen.count >= TRUSTED) db.run(`DELETE FROM tried WHERE ${NOT_COMPARED}`)
}

/** Notes updates that were seen. Once a connection is trusted nothing is counted any more. */
export function addSeen(db: WriteDb, address: string, count: number): void {
  writeSeen(db, { address, count: Math.min(TRUSTED, countSeen(db, address) + count) })
}

/** The person goes on with a connection whose first update changed more, or that did not show what it took. */
export function trustByWord(db: WriteDb, why: BatchHold['why']): void {
  const seen = readSeen(db)
  if (seen === null) return
  const least = why === 'changed-more' ? 1 : why === 'not-shown' ? TRUSTED : 0
  writeSeen(db, { ...seen, count: Math.max(seen.count, least) })
}

export interface TriedUpdate {
  readonly record: number
  readonly serviceId: string
  readonly kind: Exclude<PushKind, 'delete' | 'delete-project'>
  readonly want: boolean
  readonly name: string | null
  readonly batch: number
  readonly isHand: boolean
  /** On its way, acknowledged and not yet written, or being looked up now. One that is looked up later is not. */
  readonly isUnderWay: boolean
  /** The service said that it took it. */
  readonly isDone: boolean
  /** A read has shown its value since. */
  readonly isShown: boolean
  /** Its record as it was before is kept, to be compared with. */
  readonly isSaved: boolean
  /** The values that a form had lost were refused in the next one. */
  readonly isStuck: boolean
}

type TriedRow = {
  readonly [K in keyof TriedUpdate]: TriedUpdate[K] extends boolean ? 0 | 1 : TriedUpdate[K]
}

const TRIED = `SELECT t.record, r.service_id AS serviceId, t.kind, t.want, t.want_text AS name, t.batch,
    t.is_hand AS isHand, ifnull(a.is_unknown = 0 OR (a.is_unknown = 1 AND o.not_before <= :now), 0) AS isUnderWay,
    a.entry IS NULL AND ifnull(i.outcome = 'done', 0) AS isDone, t.is_shown AS isShown,
    EXISTS (SELECT 1 FROM saved s WHERE s.record = t.record AND s.state <> 'read') AS isSaved,
    ifnull(o.is_refused = 1 AND EXISTS (SELECT 1 FROM saved s WHERE s.entry = o.entry AND s.state = 'trying'), 0) AS isStuck
  FROM tried t CROSS JOIN records r USING (record)
  LEFT JOIN outbox o ON o.record = t.record AND o.kind = t.kind LEFT JOIN attempts a ON a.entry = o.entry
  LEFT JOIN batch_items i ON i.batch = t.batch AND i.record = t.record ORDER BY t.record, t.kind`

/** What was handed over and not seen yet. `now`: ms since epoch. */
export function readTried(db: ReadDb, now: number): TriedUpdate[] {
  return db.all<TriedRow>(TRIED, { now }).map((row) => ({
    ...row,
    want: row.want === 1,
    isHand: row.isHand === 1,
    isUnderWay: row.isUnderWay === 1,
    isDone: row.isDone === 1,
    isShown: row.isShown === 1,
    isSaved: row.isSaved === 1,
    isStuck: row.isStuck === 1
  }))
}

/** Notes what a read showed of a record that was updated. A value that it does not report is not shown. */
export function noteShown(db: WriteDb, record: number, fields: ServiceImageFields): void {
  const sql = "SELECT kind, want, ifnull(want_text, '') AS name FROM tried WHERE record = ? AND is_shown = 0"
  for (const { kind, want, name } of db.all<Pick<TriedRow, 'kind' | 'want'> & { name: string }>(sql, [record])) {
    const isTold = (fields[kind] ?? null) !== null
    const isShown = isTold && showsWanted(fields, kind === 'name' ? { name } : { favorite: want === 1 })
    if (isShown) db.run('UPDATE tried SET is_shown = 1 WHERE record = ? AND kind = ?', [record, kind])
  }
}

/** The same under the numbers they have now: while an update was looked at, its record may have become one with another. */
export function renumbered(db: ReadDb, tried: readonly TriedUpdate[]): TriedUpdate[] {
  return tried.map((one) => ({ ...one, record: findRecord(db, 'images', one.serviceId) ?? one.record }))
}

/** Notes what is handed over, in the transaction of its claim. */
export function noteTried(
  db: WriteDb,
  entry: Pick<PushEntry, 'record' | 'kind' | 'want' | 'name' | 'batch' | 'isHand'>
): void {
  const { record, kind, want, name, batch, isHand } = entry
  const sql = `INSERT OR REPLACE INTO tried (record, kind, want, want_text, batch, is_hand) VALUES (?, ?, ?, ?, ?, ?)`
  db.run(sql, [record, kind, want ? 1 : 0, name, batch, isHand ? 1 : 0])
  db.run("UPDATE saved SET state = 'sent' WHERE record = ? AND state = 'read'", [record])
}

/** They were seen, or what became of them needs no look. */
export function dropTried(db: WriteDb, tried: readonly Pick<TriedUpdate, 'record' | 'kind'>[]): void {
  for (const { record, kind } of tried) db.run('DELETE FROM tried WHERE record = ? AND kind = ?', [record, kind])
}

export interface SavedRecord {
  /** null: it could not be read. */
  readonly image: ServiceImage | null
  /** ms since epoch. */
  readonly readAt: number
  readonly state: 'read' | 'sent' | 'asked' | 'writing-back' | 'trying'
}

/** SQL: an update of a saved record is on its way, or was done and is still to be compared. */
const IS_OPEN = `(${HAS_FLIGHT('saved.record')}
  OR EXISTS (SELECT 1 FROM tried t CROSS JOIN batch_items i ON i.batch = t.batch AND i.record = t.record
    WHERE t.record = saved.record AND i.outcome = 'done'))`

/** As read: nothing is known to have changed it since, for what was handed over did nothing. */
const IS_READ = `(state = 'read' OR (state = 'sent' AND NOT ${IS_OPEN}))`

/** The record of an entry as it was read before its update; null when it was not. */
export function findSaved(db: ReadDb, record: number): SavedRecord | null {
  const sql = `SELECT image, read_at AS readAt, CASE WHEN ${IS_READ} THEN 'read' ELSE state END AS state
    FROM saved WHERE record = ?`
  const row = db.get<Omit<SavedRecord, 'image'> & { image: string }>(sql, [record])
  return row === undefined ? null : { ...row, image: readOwnJson<ServiceImage>(row.image) }
}

/** Keeps a record before its first update. While an update of it is on its way or to be compared it stays as it was. */
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

/** Drops what was saved and is not needed any more: what is neither still to be seen nor asked about. */
export function dropSaved(db: WriteDb): void {
  db.run(`DELETE FROM saved WHERE record NOT IN (SELECT record FROM tried)
    AND (state IN ('read', 'sent') OR entry NOT IN (SELECT entry FROM outbox))`)
}

export interface Refuted {
  readonly tried: TriedUpdate
  readonly failure: Failure
  /** ms since epoch. */
  readonly now: number
}

/** What counted as done is open again. Answers its entry; null when something newer is wanted by now. */
function reopen(
  db: WriteDb,
  { tried, failure, now }: Omit<Refuted, 'failure'> & { failure: Failure | null }
): number | null {
  const { record, kind, want, name, batch, isHand } = tried
  const owner = currentOwner(db, 'images')
  const entry = putEntry(db, {
    record,
    kind,
    want: want ? 1 : 0,
    text: name,
    batch,
    isHand,
    owner,
    tries: 1,
    refusal: failure
  })
  if (entry === null) return null
  moveItem(db, { batch, record, to: failure === null ? 'waiting' : 'needs-you', reason: failure, now })
  refreshSearch(db, record)
  logChange(db, { kinds: VALUE_SQL[kind].kinds, records: Uint32Array.of(record) })
  return entry
}

/** What is wanted of the record by now needs the user for this reason, whether it needs them already or waits. */
function askInstead(db: WriteDb, { tried: { record, kind }, failure, now }: Refuted): number | null {
  const sql = `SELECT entry, batch FROM outbox o WHERE record = ? AND kind = ? AND NOT ${IS_IN_FLIGHT('o')}`
  const found = db.get<{ readonly entry: number; readonly batch: number }>(sql, [record, kind])
  if (found === undefined) return null
  const { entry, batch } = found
  moveItem(db, { batch, record, to: 'needs-you', reason: failure, now })
  refuseEntries(db, failure, { which: 'o.entry = :entry', params: { entry } })
  logChange(db, { kinds: VALUE_SQL[kind].kinds, records: Uint32Array.of(record) })
  return entry
}

function hold(db: WriteDb, batch: number, holdWith: (left: number) => BatchHold): void {
  const left = findReceipt(db, batch)?.waiting ?? 0
  if (left > 0) holdBatch(db, batch, holdWith(left))
}

/** The first update changed more than was wanted: it and the rest of its batch wait for the person. */
export function refuteFirst(db: WriteDb, refuted: Refuted & { readonly address: string }): void {
  const { tried, failure, address } = refuted
  inTransaction(db, () => {
    // The connection that a word of the person will be about.
    addSeen(db, address, 0)
    const entry = reopen(db, refuted) ?? askInstead(db, refuted)
    db.run("UPDATE saved SET state = 'asked', entry = ? WHERE record = ?", [entry ?? 0, tried.record])
    hold(db, tried.batch, (left) => ({ why: 'changed-more', entry, failure, left }))
    db.run(`DELETE FROM tried WHERE record = ? OR ${NOT_COMPARED}`, [tried.record])
    dropSaved(db)
  })
}

/** The saved values go back without a question, under whatever is wanted of the record by now. `now`: ms since epoch. */
export function putBack(db: WriteDb, tried: TriedUpdate, now: number): void {
  inTransaction(db, () => {
    const { record, kind } = tried
    reopen(db, { tried, failure: null, now })
    const sql = `UPDATE saved SET state = 'trying',
      entry = (SELECT entry FROM outbox WHERE record = :record AND kind = :kind) WHERE record = :record`
    db.run(sql, { record, kind })
    dropTried(db, [tried])
  })
}

/** Whether what a form has lost of a record is still to be written in another one. A refused one waits for the user. */
export function isPuttingBack(db: ReadDb): boolean {
  const sql = `SELECT 1 FROM saved WHERE state = 'trying'
    AND entry IN (SELECT entry FROM outbox WHERE is_refused = 0)`
  return db.value<number>(sql) !== undefined
}

/** Of the batch that waits because an update of `tried` changed more; null when it does not. */
export function changedMoreHold(db: ReadDb, { batch }: Pick<TriedUpdate, 'batch'>): Failure | null {
  const why = findReceipt(db, batch)?.hold
  return why?.why === 'changed-more' ? why.failure : null
}

/**
 * Updates that were acknowledged are not shown by the service: they wait for the user, and with `isHolding` the rest of
 * their batches does, too.
 */
export function refuteUnseen(
  db: WriteDb,
  { unseen, isHolding, now }: { unseen: readonly TriedUpdate[]; isHolding: boolean; now: number }
): void {
  const failure: Failure = { code: 'not-taken', mayHaveArrived: true }
  inTransaction(db, () => {
    for (const tried of unseen) reopen(db, { tried, failure, now })
    dropTried(db, unseen)
    dropSaved(db)
    if (!isHolding) return
    for (const batch of new Set(unseen.map((one) => one.batch))) {
      const count = unseen.filter((one) => one.batch === batch).length
      hold(db, batch, (left) => ({ why: 'not-shown', count, left }))
    }
  })
}

/** SQL: the person is asked about the entry `o`, or its saved values are being written back; no reading ends it. */
export const IS_SAVED = (entry: string): string =>
  `EXISTS (SELECT 1 FROM saved WHERE saved.entry = ${entry} AND saved.state IN ('asked', 'writing-back', 'trying'))`

/** SQL: the saved values of the record of the entry go with it, and nothing else about the record goes before. */
export const GOES_BACK = (entry: string): string =>
  `EXISTS (SELECT 1 FROM saved WHERE saved.entry = ${entry} AND saved.state IN ('writing-back', 'trying'))`

/** Whether the user is asked about an entry, or its saved values are being written back. */
export function isSaved(db: ReadDb, entry: number): boolean {
  return db.value<number>(`SELECT ${IS_SAVED('?')}`, [entry]) === 1
}
