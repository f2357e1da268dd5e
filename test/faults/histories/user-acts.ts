/** Acts of the user in a history. Each returns one line of the story; `null` if it had no target. */
import { listReceipts } from '../../../src/main/engine/storage/batches.ts'
import { createLibraryReader } from '../../../src/main/engine/library/reader.ts'
import { EMPTY_QUERY } from '../../../src/shared/query.ts'
import type { BatchReceipt, Undone } from '../../../src/shared/batch.ts'
import type { Result } from '../../../src/shared/failure.ts'
import { FORM } from '../../helpers/create-form.ts'
import type { Chance } from '../history-chance.ts'
import type { Ledger } from './ledger.ts'

export type UserAct = (ledger: Ledger, chance: Chance) => string | null

const refused = (what: string, failure: { readonly code: string }): string => `${what}: ${failure.code}`

/** Records a change: its changed records, and those that already had the value, keep it from now on. */
export function said<T extends { readonly changed: Uint32Array }>(
  ledger: Ledger,
  what: string,
  result: Result<T>,
  about: Iterable<number> = []
): string {
  if (!result.ok) return refused(what, result.failure)
  const present = new Set(ledger.present().map(({ record }) => record))
  // A frozen selection may contain records that have left since; nothing is promised for these.
  ledger.note(new Set([...result.value.changed, ...[...about].filter((record) => present.has(record))]))
  return what
}

/** Chooses consecutive records of the screen. */
export function choose(ledger: Ledger, chance: Chance, counts: readonly number[]): number[] {
  const records = ledger.present().map(({ record }) => record)
  const from = chance.below(Math.max(1, records.length))
  return records.slice(from, from + chance.pick(counts))
}

const star: UserAct = (ledger, chance) => {
  const records = choose(ledger, chance, [1, 1, 1, 5, 40, 120])
  const favorite = chance.hits(0.6)
  if (records.length === 0) return null
  const done = ledger.run.library.setFavorite({ records: Uint32Array.from(records), favorite })
  return said(ledger, `${favorite ? 'stars' : 'unstars'} ${records.join(' ')}`, done, records)
}

const freeze: UserAct = (ledger, chance) => {
  const reader = createLibraryReader(ledger.run.db)
  const view = reader.openView({ query: { ...EMPTY_QUERY, favorite: chance.pick([null, true, false]) } })
  const frozen = view.ok ? reader.freezeSelection({ view: view.value.view }) : view
  if (!frozen.ok) return null
  ledger.frozen = { reader, selection: frozen.value.selection }
  return `selects all ${frozen.value.size} that match`
}

const starFrozen: UserAct = (ledger, chance) => {
  const { frozen } = ledger
  if (frozen === null) return null
  const except = Uint32Array.from(choose(ledger, chance, [0, 1, 3]))
  const target = { kind: 'selection', selection: frozen.selection, plus: new Uint32Array(), except } as const
  const records = frozen.reader.resolveTarget({ target })
  const favorite = chance.hits(0.6)
  if (!records.ok) return null
  const done = ledger.run.library.setFavorite({ records: records.value, favorite })
  return said(ledger, `${favorite ? 'stars' : 'unstars'} the ${records.value.length} selected`, done, records.value)
}

const rename: UserAct = (ledger, chance) => {
  const records = ledger.present()
  if (records.length === 0) return null
  const { record } = chance.pick(records)
  const name = chance.pick(['Quay at dusk', 'Harbor', 'Lamp and moth', `Name ${chance.below(1_000)}`])
  return said(ledger, `renames ${record} "${name}"`, ledger.run.library.renameImage({ record, name }), [record])
}

const remove: UserAct = (ledger, chance) => {
  const records = choose(ledger, chance, [1, 1, 3])
  if (records.length === 0) return null
  return said(
    ledger,
    `deletes ${records.join(' ')}`,
    ledger.run.library.deleteImages({ records: Uint32Array.from(records) })
  )
}

const create: UserAct = (ledger, chance) => {
  const isTwin = chance.hits(0.3)
  const order = isTwin ? 'Twin' : `Order ${ledger.ordered.size + 1}`
  const made = ledger.run.library.createImage({ form: { ...FORM, name: order, description: order } })
  if (!made.ok) return refused(`creates "${order}"`, made.failure)
  ledger.order(ledger.ordered, order)
  ledger.note([made.value.record])
  return `creates "${order}" as ${made.value.record}`
}

interface OpenCreate {
  readonly record: number
  readonly form: string
  readonly isRefused: 0 | 1
}

const editCreate: UserAct = (ledger, chance) => {
  const open = ledger.run.db.all<OpenCreate>(
    `SELECT record, form, state = 'refused' AS isRefused FROM entries JOIN creates USING (record)
     WHERE kind = 'create' AND sent_revision IS NULL ORDER BY record`
  )
  if (open.length === 0) return null
  const { record, form: text, isRefused } = chance.pick(open)
  // The library wrote this JSON from a form.
  const form = { ...(JSON.parse(text) as typeof FORM), name: `Edited ${chance.below(1_000)}` }
  const what = `edits the create of ${record}: "${form.name}"`
  const done = ledger.run.library.updateCreate({ record, form })
  if (!done.ok) return refused(what, done.failure)
  if (isRefused === 1) ledger.order(ledger.ordered, form.description)
  ledger.note([record])
  return what
}

const deleteProject: UserAct = (ledger, chance) => {
  const { rig, run } = ledger
  const left = rig.projects(run).filter((name) => !ledger.projects.has(name))
  if (left.length <= 1) return null
  const project = chance.pick(left)
  const sql = "SELECT record FROM records WHERE grp = 'projects' AND service_id = ?"
  const done = run.library.deleteProject({ record: run.db.value<number>(sql, [project]) ?? 0 })
  const what = `deletes project ${project}`
  if (!done.ok) return refused(what, done.failure)
  ledger.order(ledger.projects, project)
  return what
}

function pickBatch(ledger: Ledger, chance: Chance, matches: (receipt: BatchReceipt) => boolean): BatchReceipt | null {
  const receipts = listReceipts(ledger.run.db, { before: null, limit: 100 }).filter(matches)
  return receipts.length === 0 ? null : chance.pick(receipts)
}

function recordUndo(ledger: Ledger, what: string, result: Result<Undone>): string {
  return said(ledger, what, result)
}

const undo: UserAct = (ledger, chance) => {
  const receipt = pickBatch(ledger, chance, ({ canUndo }) => canUndo)
  if (receipt === null) return null
  return recordUndo(ledger, `undoes batch ${receipt.batch}`, ledger.run.library.undoBatch({ batch: receipt.batch }))
}

const stop: UserAct = (ledger, chance) => {
  const receipt = pickBatch(ledger, chance, ({ waiting }) => waiting > 0)
  const isUndoing = chance.hits(0.4)
  if (receipt === null) return null
  const what = `stops batch ${receipt.batch}${isUndoing ? ' and undoes it' : ''}`
  return recordUndo(ledger, what, ledger.run.library.stopBatch({ batch: receipt.batch, isUndoing }))
}

/** Excludes batches on hold for another reason, which are decided at the end of the history. */
const hold: UserAct = (ledger, chance) => {
  const isPaused = chance.hits(0.5)
  const receipt = pickBatch(ledger, chance, (one) => one.waiting > 0 && (one.pause?.why ?? 'user') === 'user')
  if (receipt === null) return null
  const done = ledger.run.library.setBatchPaused({ batch: receipt.batch, isPaused })
  const what = `${isPaused ? 'pauses' : 'resumes'} batch ${receipt.batch}`
  return done.ok ? what : refused(what, done.failure)
}

const sendFirst: UserAct = (ledger, chance) => {
  const receipt = pickBatch(ledger, chance, ({ waiting }) => waiting > 0)
  if (receipt === null) return null
  const done = ledger.run.library.sendBatchFirst({ batch: receipt.batch })
  const what = `sends batch ${receipt.batch} first`
  return done.ok ? what : refused(what, done.failure)
}

export const LIBRARY_ACTS = {
  star,
  freeze,
  'star-frozen': starFrozen,
  rename,
  delete: remove,
  create,
  'edit-create': editCreate,
  'delete-project': deleteProject,
  undo,
  stop,
  hold,
  'send-first': sendFirst
} as const satisfies Record<string, UserAct>
