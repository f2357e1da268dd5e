/** Effects of a finished change on the display of its record, by kind, including gone records. */
import { expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { nextSequence } from './meta.ts'
import { removeRecords } from './removals.ts'
import { findSaved, saveRecord } from './checked-updates.ts'

const RECORD = Uint32Array.of(1)
const rename = ({ library }: VerbRig, name: string, record = 1): number =>
  valueOf(library.renameImage({ record, name })).batch.batch

it('a gone record that was displayed only for its favorite is removed with it', () => {
  const rig = verbRig(2)
  valueOf(rig.library.setFavorite({ records: RECORD, favorite: true }))
  const sent = only(rig.claim())
  removeRecords(rig.db, { records: [1], now: rig.clock.now, sequence: nextSequence(rig.db) })
  expect(rig.view()).toEqual([1, 2])
  expect(rig.settle(sent, { kind: 'acknowledged' }).removed).toEqual([1])
  expect(rig.view()).toEqual([2])
})

it('an image that reappears after its deletion is found by its name on the service', () => {
  const rig = verbRig(2)
  rename(rig, 'Zebra')
  valueOf(rig.library.deleteImages({ records: RECORD }))
  rig.clock.now += DELETE_GRACE_PERIOD_MS
  rig.settle(only(rig.claim()), { kind: 'acknowledged' })
  put(rig.db, [image(1, { favorite: false, results: ['r1'] })], rig.clock.now + 600_000)
  expect([rig.view({ search: 'zebra' }), rig.view({ search: 'image 1' })]).toEqual([[], [1]])
  expect(rig.view({ sortBy: 'name' })).toEqual([1, 2])
})

it.each([true, false])('a saved record takes the values that the service accepted (favorite: %s)', (favorite) => {
  const rig = verbRig(0)
  const saved = image(1, { name: 'Old', style: 'anime', favorite: !favorite })
  put(rig.db, [saved])
  valueOf(rig.library.setFavorite({ records: RECORD, favorite }))
  const star = only(rig.claim())
  saveRecord(rig.db, { entry: star.entry, record: 1, image: saved, readAt: 7 })
  rig.settle(star, { kind: 'acknowledged' })
  rename(rig, 'New')
  rig.settle(only(rig.claim()), { kind: 'acknowledged' })
  expect(findSaved(rig.db, 1)?.image).toEqual(image(1, { name: 'New', style: 'anime', favorite }))
})

it('an empty name is in place if an image has none', () => {
  const rig = verbRig(0)
  const [record = 0] = put(rig.db, [{ id: '1', fields: { name: null }, other: {} }])
  const first = rename(rig, 'New', record)
  const sent = only(rig.claim())
  const undo = valueOf(rig.library.undoBatch({ batch: first })).batch?.batch ?? 0
  rig.settle(sent, { kind: 'ready' })
  expect([rig.receipt(first), rig.receipt(undo)]).toEqual([
    { size: 1, canceled: 1 },
    { size: 1, unchanged: 1 }
  ])
  expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
})
