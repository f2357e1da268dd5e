/** Verbs that change records: favorites, names, deletions, creates. */
import type { BatchId } from '../../../shared/batch.ts'
import type { RequestValue } from '../../../shared/bridge.ts'
import type { CreateForm } from '../../../shared/change.ts'
import { fail, succeed } from '../../../shared/failure.ts'
import { createBatch, readReceipt } from '../storage/batches.ts'
import { findForm } from '../storage/creates.ts'
import type { WriteDb } from '../storage/database.ts'
import { changeCreate, isOpenCreate, putCreate } from '../storage/put-creates.ts'
import { putDeletes } from '../storage/put-deletes.ts'
import { oneName, putMergedName, putValues, sameFavorite } from '../storage/put-values.ts'
import { isPresent } from '../storage/tombstones.ts'
import { putReviewStop, putViewed } from '../storage/viewed.ts'
import type { BridgeVerb, Verb, Written } from './write-verb.ts'

type Changed = RequestValue<'setFavorite'>

/** `changed`: the records whose appearance changes. */
const changedIn = (db: WriteDb, batch: BatchId, changed: Uint32Array): Written<Changed> => ({
  value: { batch: readReceipt(db, batch), changed },
  changed
})

/** Sets a value, never toggles. */
export const setFavorite: Verb<{ readonly records: Uint32Array; readonly favorite: boolean }, Changed> = (
  db,
  { records, favorite },
  now
) => {
  const batch = createBatch(db, { verb: favorite ? 'favorite' : 'unfavorite', kind: 'favorite', startedAt: now })
  const source = sameFavorite(records, favorite)
  return succeed(changedIn(db, batch, putValues(db, { kind: 'favorite', source, batch, now }).changed))
}

/** Renames one image; a pending create is sent with the new name. Surrounding blanks are trimmed. */
export const renameImage: BridgeVerb<'renameImage'> = (db, args, now) => {
  const { record } = args
  const name = args.name.trim().toWellFormed()
  if (name === '') return fail('arguments-invalid')
  if (!isPresent(db, 'images', record)) return fail('unknown-record')
  const batch = createBatch(db, { verb: 'rename', kind: 'name', startedAt: now })
  const form = isOpenCreate(db, record) ? findForm(db, record) : null
  if (form === null) {
    const source = oneName(record, name)
    return succeed(changedIn(db, batch, putValues(db, { kind: 'name', source, batch, now }).changed))
  }
  putMergedName(db, { record, before: form.name, after: name, batch, now })
  changeCreate(db, { record, form: { ...form, name }, isOrder: false, now })
  return succeed(changedIn(db, batch, Uint32Array.from(form.name === name ? [] : [record])))
}

/** Ignores numbers that are not images. */
export const deleteImages: Verb<{ readonly records: Uint32Array }, Changed> = (db, { records }, now) => {
  const batch = createBatch(db, { verb: 'delete', kind: 'delete', startedAt: now })
  const { changed } = putDeletes(db, { group: 'images', records, batch, now })
  return succeed({ ...changedIn(db, batch, changed), removed: changed.length })
}

export const deleteProject: BridgeVerb<'deleteProject'> = (db, { record }, now) => {
  if (!isPresent(db, 'projects', record)) return fail('unknown-record')
  const batch = createBatch(db, { verb: 'delete-project', kind: 'delete-project', startedAt: now })
  const changed = Uint32Array.of(record)
  putDeletes(db, { group: 'projects', records: changed, batch, now })
  return succeed({ value: { batch: readReceipt(db, batch) }, changed, projectsChanged: true })
}

/** Requires a name, a prompt and a size; the service validates everything else. */
const isComplete = (form: CreateForm): boolean =>
  [form.name, form.description, form.resolution].every((text) => text.trim() !== '')

/** Creates an image, whose record exists at once. */
export const createImage: BridgeVerb<'createImage'> = (db, { form }, now) => {
  if (!isComplete(form)) return fail('arguments-invalid')
  const batch = createBatch(db, { verb: 'create', kind: 'create', startedAt: now })
  const record = putCreate(db, { form: { ...form, name: form.name.trim() }, batch, now })
  return succeed({ value: { batch: readReceipt(db, batch), record }, changed: Uint32Array.of(record), added: 1 })
}

/** Changes a create that was not sent or was refused, and sends it (again). */
export const updateCreate: BridgeVerb<'updateCreate'> = (db, { record, form }, now) => {
  if (!isComplete(form)) return fail('arguments-invalid')
  const isChanged = changeCreate(db, { record, form: { ...form, name: form.name.trim() }, isOrder: true, now })
  return isChanged ? succeed({ value: null, changed: Uint32Array.of(record) }) : fail('unknown-record')
}

/** Marks images as viewed on this computer. */
export const markViewed: BridgeVerb<'markViewed'> = (db, { records }) =>
  succeed({ value: null, changed: putViewed(db, records) })

/** Stores where the review of a query stopped; nothing on screen changes. */
export const saveReviewStop: BridgeVerb<'saveReviewStop'> = (db, stop, now) => {
  putReviewStop(db, { ...stop, now })
  return succeed({ value: null })
}
