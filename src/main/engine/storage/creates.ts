/**
 * Creates: images that the user ordered and the service has not confirmed. A create is never sent again automatically.
 */
import { FORM_FIELDS, type CreateForm } from '../../../shared/change.ts'
import type { PushCreate, UnknownCreate } from '../domain/entry.ts'
import { inIntentTransaction, inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { handOver, IS_DUE, IS_IN_FLIGHT, scheduleLookup, OF_KIND } from './entries.ts'
import { readOwnJson } from './own-json.ts'
import { IS_BATCH_PAUSED, IS_OURS, IS_UNKNOWN, MOST_ROWS } from './outbox.ts'

/** A create as stored, with the form as text. */
type Row<Create extends PushCreate> = Omit<Create, 'form'> & { readonly form: string }

const COLUMNS = 'o.entry, o.record, o.revision, o.batch, c.form'
const FROM = `FROM outbox o CROSS JOIN creates c USING (record)
  WHERE ${OF_KIND('o', 'create')} AND ${IS_OURS('images')}`

/** Returns a form as text with its fields in a fixed order, so that equal forms are equal texts. */
export function formText(form: CreateForm): string {
  return JSON.stringify(Object.fromEntries(FORM_FIELDS.map((field) => [field, form[field]]))).toWellFormed()
}

const toCreate = <C extends PushCreate>({ form, ...row }: Row<C>) => ({
  ...row,
  // Written by `formText`, from a form; the statements leave out invalid texts.
  form: JSON.parse(form) as CreateForm
})

/** SQL: of equal forms the first one, and none while one of them is in flight or looked up. */
const NEXT = `SELECT ${COLUMNS} ${FROM} AND json_valid(c.form)
    AND ${IS_DUE}
    AND NOT ${IS_BATCH_PAUSED('o.batch')}
    AND NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind = 'delete')
    AND NOT EXISTS (SELECT 1 FROM outbox e CROSS JOIN creates d USING (record)
      WHERE ${OF_KIND('e', 'create')} AND d.form = c.form AND e.entry <> o.entry
        AND (${IS_IN_FLIGHT('e')} OR (
          e.entry < o.entry AND e.is_refused = 0 AND e.last_failure IS NULL AND e.not_before <= :now AND NOT ${IS_BATCH_PAUSED('e.batch')})))
  ORDER BY (SELECT first_at FROM batches b WHERE b.batch = o.batch) DESC, o.entry ${MOST_ROWS}`

/** Returns creates that may be sent now, in the order they were ordered. Equal ones are sent one at a time. */
export function nextCreates(db: ReadDb, query: { readonly limit: number; readonly now: number }): PushCreate[] {
  return db.all<Row<PushCreate>>(NEXT, { ...query }).map(toCreate)
}

/** Returns creates whose form cannot be read and that do not need attention yet. They are kept unchanged. */
export function brokenCreates(db: ReadDb): readonly Pick<PushCreate, 'entry' | 'revision'>[] {
  const sql = `SELECT o.entry, o.revision ${FROM} AND NOT json_valid(c.form) AND o.is_refused = 0`
  return db.all<Pick<PushCreate, 'entry' | 'revision'>>(sql)
}

/**
 * Claims a create before it is sent, with the highest id known: an image that the service lists above it may be this
 * one. Durable on return, even after a power failure, because a lost claim would be charged twice. Returns false if it
 * changed since it was read or is no longer pending.
 */
export function claimCreate(
  db: WriteDb,
  claim: {
    readonly create: Pick<PushCreate, 'entry' | 'record' | 'revision'>
    readonly instance: string
    readonly now: number
    readonly highestId: string | null
  }
): boolean {
  const { create, instance, now, highestId } = claim
  const { entry, record, revision } = create
  return inIntentTransaction(db, () => {
    if (!handOver(db, { entry, revision, instance, now })) return false
    db.run('UPDATE creates SET sent_at = ?, highest_id = ?, lookups = 0, looked_up_at = NULL WHERE record = ?', [
      now,
      highestId,
      record
    ])
    return true
  })
}

/** Returns creates without a trusted response that are due for a lookup. */
export function unknownCreates(db: ReadDb, query: { readonly limit: number; readonly now: number }): UnknownCreate[] {
  const sql = `SELECT ${COLUMNS}, c.highest_id AS highestId, ifnull(c.sent_at, 0) AS sentAt, c.lookups,
      c.looked_up_at AS lookedUpAt
    ${FROM} AND json_valid(c.form) AND ${IS_UNKNOWN} AND o.not_before <= :now
    ORDER BY o.entry ${MOST_ROWS}`
  return db.all<Row<UnknownCreate>>(sql, { ...query }).map(toCreate)
}

/** Counts a lookup that did not find the image, and schedules the next at `nextAt`, ms since epoch. */
export function noteLookup(db: WriteDb, lookup: { entry: number; now: number; nextAt: number }): void {
  const { entry, now, nextAt } = lookup
  inTransaction(db, () => {
    scheduleLookup(db, entry, nextAt)
    db.run(
      'UPDATE creates SET lookups = lookups + 1, looked_up_at = ? WHERE record = (SELECT record FROM outbox WHERE entry = ?)',
      [now, entry]
    )
  })
}

/** Returns whether an id belongs to a record that was created here, so that it cannot belong to another create. */
export function isMapped(db: ReadDb, serviceId: string): boolean {
  const sql = `SELECT 1 FROM records JOIN creates USING (record)
    WHERE grp = 'images' AND id_length = length(:serviceId) AND service_id = :serviceId`
  return db.value<number>(sql, { serviceId }) !== undefined
}

/** Returns the form that a record was created from; `null` if it was not created here. */
export function findForm(db: ReadDb, record: number): CreateForm | null {
  const text = db.value<string>('SELECT form FROM creates WHERE record = ?', [record])
  return readOwnJson<CreateForm>(text ?? null)
}
