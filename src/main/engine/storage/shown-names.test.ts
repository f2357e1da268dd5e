/** Search and sorting use the displayed name, also when a pending name is added or removed as a side effect. */
import { expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { nextSequence } from './meta.ts'
import { removeRecords } from './removals.ts'
import { repairEntries } from './repair-entries.ts'
import { noteChecked, readChecked, refuteFirst, refuteUnseen } from './checked-updates.ts'

/** Returns the matches of either name, and the order by name. */
const found = ({ view }: VerbRig) => ({
  zebra: view({ search: 'zebra' }),
  image1: view({ search: 'image 1' }),
  order: view({ sortBy: 'name' })
})

/** Sets up two images, the first renamed to Zebra by a first update. */
function renamed(): VerbRig {
  const rig = verbRig(2)
  valueOf(rig.library.renameImage({ record: 1, name: 'Zebra' }))
  const sent = only(rig.claim())
  noteChecked(rig.db, sent)
  rig.settle(sent, { kind: 'acknowledged' }, [image(1, { name: 'Zebra', results: ['r1'] })])
  return rig
}

it('a rename that the service did not keep is displayed again', () => {
  const rig = renamed()
  put(rig.db, [image(1, { results: ['r1'] })], rig.clock.now + 500_000)
  expect(found(rig)).toEqual({ zebra: [], image1: [1], order: [1, 2] })
  const { now } = rig.clock
  refuteUnseen(rig.db, { unseen: readChecked(rig.db, now), isPausing: true, now })
  expect(found(rig)).toEqual({ zebra: [1], image1: [], order: [2, 1] })
})

it('a rename with other changes that was accepted shows the name on the service', () => {
  const rig = renamed()
  put(rig.db, [image(1, { name: 'Aardvark', results: ['r1'] })], rig.clock.now + 500_000)
  const { now } = rig.clock
  const checked = only(readChecked(rig.db, now))
  refuteFirst(rig.db, { checked, failure: { code: 'changed-more' }, now, address: 'https://a.example' })
  expect(found(rig).zebra).toEqual([1])
  const entries = rig.db.column<number>('SELECT entry FROM outbox')
  repairEntries(rig.db, 'leave-so', { entries, choice: null, now, sequence: nextSequence(rig.db) })
  expect(found(rig)).toEqual({ zebra: [], image1: [], order: [1, 2] })
  expect(rig.view({ search: 'aardvark' })).toEqual([1])
})

it('a copy that was deleted with its rename is restored with its own name', () => {
  const rig = verbRig(2)
  valueOf(rig.library.renameImage({ record: 1, name: 'Zebra' }))
  removeRecords(rig.db, { records: [1], now: rig.clock.now, sequence: nextSequence(rig.db) })
  const batch = valueOf(rig.library.deleteImages({ records: Uint32Array.of(1, 2) })).batch.batch
  valueOf(rig.library.undoBatch({ batch }))
  expect(found(rig)).toEqual({ zebra: [], image1: [1], order: [1, 2] })
})

it('a rename canceled before it was sent is found by the earlier name', () => {
  const rig = verbRig(2)
  const { batch } = valueOf(rig.library.renameImage({ record: 1, name: 'Zebra' })).batch
  expect(found(rig)).toEqual({ zebra: [1], image1: [], order: [2, 1] })
  valueOf(rig.library.stopBatch({ batch, isUndoing: false }))
  expect(found(rig)).toEqual({ zebra: [], image1: [1], order: [1, 2] })
})
