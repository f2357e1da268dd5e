/** Orders images. The form is in the library immediately; the result of the service arrives later. */
import type { BatchId } from '../../../shared/batch.ts'
import { FORM_FIELDS, type CreateForm } from '../../../shared/change.ts'
import { countItems, endEntries, moveItem } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { formText } from './creates.ts'
import { inIntentTransaction, type ReadDb, type WriteDb } from './database.ts'
import { putEntry, renewRevision, retryEntries, IS_IN_FLIGHT } from './entries.ts'
import { ownerOfIntent } from './key-owners.ts'
import { SOUND_JSON } from './own-json.ts'
import { addRecord } from './records.ts'
import { removeText, refreshSearch } from './search.ts'

const KINDS = CHANGED.overlay | CHANGED.fields | CHANGED.order

export interface Creating {
  readonly form: CreateForm
  /** Just created, empty. */
  readonly batch: BatchId
  /** ms since epoch. */
  readonly now: number
}

function writeForm(db: WriteDb, record: number, form: CreateForm): void {
  // The fields of the form are columns of the same names.
  const columns = FORM_FIELDS.map((field) => `${field} = :${field}`).join(', ')
  db.run(`UPDATE images SET ${columns} WHERE record = :record`, { ...form, record })
  refreshSearch(db, record)
}

/** Fills the batch with one create and returns its record. Durable on return. Throws what the driver throws. */
export function putCreate(db: WriteDb, { form, batch, now }: Creating): number {
  return inIntentTransaction(db, () => {
    const record = addRecord(db, { group: 'images', serviceId: null, seenAt: now })
    db.run("INSERT INTO images (record, name_key, read_at, request_sequence) VALUES (?, '', 0, 0)", [record])
    db.run('INSERT INTO flags (record) VALUES (?)', [record])
    writeForm(db, record, form)
    db.run('INSERT INTO creates (record, form) VALUES (?, ?)', [record, formText(form)])
    db.run("INSERT INTO batch_items (batch, record, before, after, outcome) VALUES (?, ?, 0, 1, 'waiting')", [
      batch,
      record
    ])
    // Stryker disable next-line BooleanLiteral: nextCreates has its own order and never reads it
    putEntry(db, {
      record,
      kind: 'create',
      want: 1,
      base: 0,
      batch,
      isInteractive: true,
      owner: ownerOfIntent(db, 'images')
    })
    countItems(db, { batch, size: 1, waiting: 1, now })
    logChange(db, { kinds: KINDS, records: Uint32Array.of(record) })
    return record
  })
}

/** Returns whether a record is ordered and its form can still be changed. */
export function isOpenCreate(db: ReadDb, record: number): boolean {
  return db.value<number>(`SELECT 1 FROM outbox o WHERE record = ? AND ${IS_OPEN_CREATE}`, [record]) !== undefined
}

function orderAgain(db: WriteDb, record: number, now: number): void {
  const which = "o.record = :record AND o.kind = 'create'"
  const entry = db.get<{ batch: BatchId; isRefused: 0 | 1 }>(
    `SELECT batch, is_refused AS isRefused FROM outbox o WHERE ${which}`,
    { record }
  )
  // Stryker disable next-line ConditionalExpression: asked for an order that is open alone, which has its entry; the other value is there for the compiler
  if (entry === undefined) return
  moveItem(db, { batch: entry.batch, record, to: 'waiting', now })
  db.run('UPDATE creates SET orders = orders + ? WHERE record = ?', [entry.isRefused, record])
  retryEntries(db, which, { record })
}

/**
 * Replaces the form of a create that was not sent or was refused. `isOrder`: a refused create is sent again, as one
 * more order. Returns false if there is no such create. `now`: ms since epoch.
 */
export function changeCreate(
  db: WriteDb,
  change: { record: number; form: CreateForm; isOrder: boolean; now: number }
): boolean {
  const { record, form, isOrder, now } = change
  return inIntentTransaction(db, () => {
    if (!isOpenCreate(db, record)) return false
    db.run('UPDATE creates SET form = ? WHERE record = ?', [formText(form), record])
    renewRevision(db, record, 'create')
    if (isOrder) orderAgain(db, record, now)
    writeForm(db, record, form)
    logChange(db, { kinds: KINDS, records: Uint32Array.of(record) })
    return true
  })
}

/**
 * Removes everything about the records except their batch items; other changes of them are canceled. `now`: ms since
 * epoch.
 */
export function dropUnsentImages(db: WriteDb, drop: { records: readonly number[]; now: number }): void {
  // Stryker disable next-line ConditionalExpression: a shortcut: with nothing named the statements behind it find nothing
  if (drop.records.length === 0) return
  const params = { records: JSON.stringify(drop.records) }
  const listed = 'record IN (SELECT value FROM json_each(:records))'
  endEntries(db, { which: `o.${listed}`, params, to: 'canceled', now: drop.now })
  for (const record of drop.records) removeText(db, record)
  for (const table of ['images', 'flags', 'creates', 'viewed']) {
    // Names come from the list above, never from outside.
    db.run(`DELETE FROM ${table} WHERE ${listed}`, params)
  }
}

/**
 * SQL over an entry `o`: a create that the service refused, or that was not sent, so the service has no image of it. A
 * create that was sent and never found may exist after all.
 */
export const IS_OPEN_CREATE = `o.kind = 'create' AND NOT ${IS_IN_FLIGHT('o')}
  AND (o.is_refused = 0 OR ${SOUND_JSON('o.last_failure')} ->> '$.code' NOT IN ('create-not-found', 'create-ambiguous'))`

/**
 * Drops a create that returns to pending while its image is to be deleted, because the two cancel out. Returns whether
 * they did.
 */
export function dropUnwanted(db: WriteDb, { record, now }: { record: number; now: number }): boolean {
  const isUnwanted = db.value<number>(
    `SELECT 1 FROM outbox o WHERE record = :record AND ${IS_OPEN_CREATE}
       AND EXISTS (SELECT 1 FROM outbox d WHERE d.record = :record AND d.kind = 'delete' AND d.is_refused = 0)`,
    { record }
  )
  if (isUnwanted === undefined) return false
  dropUnsentImages(db, { records: [record], now })
  return true
}
