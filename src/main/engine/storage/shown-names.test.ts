/** Search and the order by name go by the name on screen, also where a wanted one comes or goes by the way. */
import { expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { nextTick } from './meta.ts'
import { removeRecords } from './removals.ts'
import { repairEntries } from './repair-entries.ts'
import { noteTried, readTried, refuteFirst, refuteUnseen } from './tried-updates.ts'

/** What is found by either name, and the order by name. */
const found = ({ view }: VerbRig) => ({
  zebra: view({ search: 'zebra' }),
  image1: view({ search: 'image 1' }),
  order: view({ sortBy: 'name' })
})

/** Two images of which the first was renamed to Zebra, and the update was tried. */
function renamed(): VerbRig {
  const rig = verbRig(2)
  valueOf(rig.library.renameImage({ record: 1, name: 'Zebra' }))
  const sent = only(rig.claim())
  noteTried(rig.db, sent)
  rig.settle(sent, { kind: 'acknowledged' }, [image(1, { name: 'Zebra', results: ['r1'] })])
  return rig
}

it('a rename that the service did not take is wanted again', () => {
  const rig = renamed()
  put(rig.db, [image(1, { results: ['r1'] })], rig.clock.now + 500_000)
  expect(found(rig)).toEqual({ zebra: [], image1: [1], order: [1, 2] })
  const { now } = rig.clock
  refuteUnseen(rig.db, { unseen: readTried(rig.db, now), isHolding: true, now })
  expect(found(rig)).toEqual({ zebra: [1], image1: [], order: [2, 1] })
})

it('a rename that did more than was asked, and is left so, shows what the service made of it', () => {
  const rig = renamed()
  put(rig.db, [image(1, { name: 'Aardvark', results: ['r1'] })], rig.clock.now + 500_000)
  const { now } = rig.clock
  const tried = only(readTried(rig.db, now))
  refuteFirst(rig.db, { tried, failure: { code: 'changed-more' }, now, address: 'https://a.example' })
  expect(found(rig).zebra).toEqual([1])
  const entries = rig.db.column<number>('SELECT entry FROM outbox')
  repairEntries(rig.db, 'leave-so', { entries, choice: null, now, tick: nextTick(rig.db) })
  expect(found(rig)).toEqual({ zebra: [], image1: [], order: [1, 2] })
  expect(rig.view({ search: 'aardvark' })).toEqual([1])
})

it('a copy that was deleted with its rename comes back by its own name', () => {
  const rig = verbRig(2)
  valueOf(rig.library.renameImage({ record: 1, name: 'Zebra' }))
  removeRecords(rig.db, { records: [1], now: rig.clock.now, tick: nextTick(rig.db) })
  const batch = valueOf(rig.library.deleteImages({ records: Uint32Array.of(1, 2) })).batch.batch
  valueOf(rig.library.undoBatch({ batch }))
  expect(found(rig)).toEqual({ zebra: [], image1: [1], order: [1, 2] })
})

it('a rename that is taken back before it was sent is found by the name before', () => {
  const rig = verbRig(2)
  const { batch } = valueOf(rig.library.renameImage({ record: 1, name: 'Zebra' })).batch
  expect(found(rig)).toEqual({ zebra: [1], image1: [], order: [2, 1] })
  valueOf(rig.library.stopBatch({ batch, isUndoing: false }))
  expect(found(rig)).toEqual({ zebra: [], image1: [1], order: [1, 2] })
})
