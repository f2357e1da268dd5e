/** Merging two records of one image if the first update on the connection was of the pulled one. */
import { expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig } from '../../../../test/helpers/verb-rig.ts'
import { nextSequence } from './meta.ts'
import { findSaved, noteChecked, readChecked, refuteFirst, renumbered, saveRecord } from './checked-updates.ts'

const NOW = 1_000_000
const TABLES_WITH_RECORD =
  "SELECT name FROM sqlite_schema s WHERE type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(s.name) c WHERE c.name = 'record')"

/**
 * Sets up a favorite of both records: that of the created one is discarded, that of the pulled one is the first update
 * and done.
 */
function checkedTwin() {
  const rig = verbRig(0)
  const { record } = valueOf(rig.library.createImage({ form: FORM }))
  const create = only(rig.claimCreates())
  rig.settle(create, { kind: 'unknown', failure: { code: 'timed-out' } })
  const before = image('6', { name: FORM.name, results: ['r6'], favorite: false })
  const [twin = 0] = put(rig.db, [before])
  const { batch } = valueOf(rig.library.setFavorite({ records: Uint32Array.of(record, twin), favorite: true }))
  const entries = rig.db.column<number>("SELECT entry FROM outbox WHERE record = ? AND kind = 'favorite'", [record])
  valueOf(rig.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'discard', choice: null }))
  const favorite = only(rig.claim())
  saveRecord(rig.db, { entry: favorite.entry, record: twin, image: before, readAt: NOW })
  noteChecked(rig.db, favorite)
  const after = image('6', { name: FORM.name, results: ['r6'], favorite: true })
  rig.settle(favorite, { kind: 'acknowledged' }, [after])
  const checked = readChecked(rig.db, NOW)
  rig.settle(create, { kind: 'created', image: after, requestSequence: nextSequence(rig.db) })
  return { rig, record, twin, batch: batch.batch, checked }
}

it('confirms the first update under the remaining record, and keeps nothing under the other one', () => {
  const { rig, record, twin } = checkedTwin()
  expect(readChecked(rig.db, NOW)).toMatchObject([{ record, serviceId: '6', isDone: true }])
  expect(findSaved(rig.db, record)?.image?.id).toBe('6')
  const tables = rig.db.column<string>(TABLES_WITH_RECORD).filter((table) => table !== 'batch_items')
  const left = tables.filter((table) => rig.db.value(`SELECT 1 FROM ${table} WHERE record = ?`, [twin]) !== undefined)
  expect(left).toEqual([])
})

it('needs attention under the remaining record, even if it was looked up under the other one', () => {
  const { rig, record, batch, checked } = checkedTwin()
  const failure = { code: 'changed-more', changes: [{ field: 'style', before: 'anime', after: null }] } as const
  refuteFirst(rig.db, { checked: only(renumbered(rig.db, checked)), failure, now: NOW, address: 'https://a.example' })
  expect(rig.db.all('SELECT record, state FROM entries')).toEqual([{ record, state: 'refused' }])
  expect(rig.receipt(batch)).toEqual({ size: 2, needsAttention: 1, canceled: 1 })
})
