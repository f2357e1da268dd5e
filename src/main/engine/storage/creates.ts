/** Images that the person ordered and the service has not confirmed. A create is never sent twice by itself. */
import { FORM_FIELDS, type CreateForm } from '../../../shared/change.ts'
import type { PushCreate, UnknownCreate } from '../domain/entry.ts'
import { inIntentTransaction, inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { handOver, IS_DUE, IS_IN_FLIGHT, lookAt, OF_KIND } from './entries.ts'
import { readOwnJson } from './own-json.ts'
import { IS_HELD, IS_OURS, IS_UNKNOWN, MOST_ROWS } from './outbox.ts'

/** As stored: the form is a text. */
type Row<Create extends PushCreate> = Omit<Create, 'form'> & { readonly form: string }

const COLUMNS = 'o.entry, o.record, o.revision, o.batch, c.form'
const FROM = `FROM outbox o CROSS JOIN creates c USING (record)
  WHERE ${OF_KIND('o', 'create')} AND ${IS_OURS('images')}`

/** Fields in one order, so that equal forms are equal texts. */
export function formText(form: CreateForm): string {
  return JSON.stringify(Object.fromEntries(FORM_FIELDS.map((field) => [field, form[field]]))).toWellFormed()
}

const toCreate = <C extends PushCreate>({ form, ...row }: Row<C>) => ({
  ...row,
  // Written by `formText`, from a form; statements leave out what is not sound.
  form: JSON.parse(form) as CreateForm
})

/** Of equal forms the one asked for first, and none while one is under way or looked up. */
const NEXT = `SELECT ${COLUMNS} ${FROM} AND json_valid(c.form)
    AND ${IS_DUE}
    AND NOT ${IS_HELD('o.batch')}
    AND NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind = 'delete')
    AND NOT EXISTS (SELECT 1 FROM outbox e CROSS JOIN creates d USING (record)
      WHERE ${OF_KIND('e', 'create')} AND d.form = c.form AND e.entry <> o.entry
        AND (${IS_IN_FLIGHT('e')} OR (
          e.entry < o.entry AND e.is_refused = 0 AND e.last_failure IS NULL AND e.not_before <= :now AND NOT ${IS_HELD('e.batch')})))
  ORDER BY (SELECT first_at FROM batches b WHERE b.batch = o.batch) DESC, o.entry ${MOST_ROWS}`

/** Creates that may be sent now, in the order they were asked for. Equal ones go one at a time. */
export function nextCreates(db: ReadDb, ask: { readonly limit: number; readonly now: number }): PushCreate[] {
  return db.all<Row<PushCreate>>(NEXT, { ...ask }).map(toCreate)
}

/** Creates whose form cannot be read any more and that the person was not told of. They are kept as they are. */
export function brokenCreates(db: ReadDb): readonly Pick<PushCreate, 'entry' | 'revision'>[] {
  const sql = `SELECT o.entry, o.revision ${FROM} AND NOT json_valid(c.form) AND o.is_refused = 0`
  return db.all<Pick<PushCreate, 'entry' | 'revision'>>(sql)
}

/**
 * Marks a create as handed over, before its request is, with the highest id known: what the service lists above it
 * may be it. On disk when it returns, over a power cut too: a claim that is lost would be paid for twice. False when it
 * changed since it was read or waits no more.
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
    db.run('UPDATE creates SET sent_at = ?, highest_id = ?, looks = 0, looked_at = NULL WHERE record = ?', [
      now,
      highestId,
      record
    ])
    return true
  })
}

/** Creates without an answer that can be trusted whose time to be looked up has come. */
export function unknownCreates(db: ReadDb, ask: { readonly limit: number; readonly now: number }): UnknownCreate[] {
  const sql = `SELECT ${COLUMNS}, c.highest_id AS highestId, ifnull(c.sent_at, 0) AS sentAt, c.looks,
      c.looked_at AS lookedAt
    ${FROM} AND json_valid(c.form) AND ${IS_UNKNOWN} AND o.not_before <= :now
    ORDER BY o.entry ${MOST_ROWS}`
  return db.all<Row<UnknownCreate>>(sql, { ...ask }).map(toCreate)
}

/** Counts a look that did not find it; the next one comes at `nextAt`, ms since epoch. */
export function noteLook(db: WriteDb, look: { entry: number; now: number; nextAt: number }): void {
  const { entry, now, nextAt } = look
  inTransaction(db, () => {
    lookAt(db, entry, nextAt)
    db.run(
      'UPDATE creates SET looks = looks + 1, looked_at = ? WHERE record = (SELECT record FROM outbox WHERE entry = ?)',
      [now, entry]
    )
  })
}

/** Whether an id of the service belongs to a record that was created here: it can be no other create's. */
export function isMapped(db: ReadDb, serviceId: string): boolean {
  const sql = `SELECT 1 FROM records JOIN creates USING (record)
    WHERE grp = 'images' AND id_length = length(:serviceId) AND service_id = :serviceId`
  return db.value<number>(sql, { serviceId }) !== undefined
}

/** The form that a record was created from; null when it was not created here. */
export function findForm(db: ReadDb, record: number): CreateForm | null {
  const text = db.value<string>('SELECT form FROM creates WHERE record = ?', [record])
  return readOwnJson<CreateForm>(text ?? null)
}
