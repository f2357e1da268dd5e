import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { changesSince, currentRevision } from './change-log.ts'
import { takeBack, unsentOf } from './take-back.ts'

const NOW = 1_000_000
const ALL = { which: 'true', params: {}, now: NOW }
const OVERLAY = 1
const EVERYTHING = 15

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch
const kindsSince = ({ db }: VerbRig, revision: number) => (changesSince(db, revision) ?? []).map(({ kinds }) => kinds)

describe('canceling', () => {
  it('only favorites logs only overlays, and with a name every kind of change', () => {
    const rig = verbRig(3)
    setFavorite(rig, [1, 2])
    const first = currentRevision(rig.db)
    expect(takeBack(rig.db, ALL).count).toBe(2)
    expect(kindsSince(rig, first)).toEqual([OVERLAY])
    setFavorite(rig, [1])
    rename(rig, 2, 'Quay')
    const second = currentRevision(rig.db)
    takeBack(rig.db, ALL)
    expect(kindsSince(rig, second)).toEqual([EVERYTHING])
    rename(rig, 2, 'Quay')
    const third = currentRevision(rig.db)
    takeBack(rig.db, ALL)
    expect(kindsSince(rig, third)).toEqual([EVERYTHING])
  })

  it('nothing logs no change', () => {
    const rig = verbRig(1)
    const before = currentRevision(rig.db)
    expect(takeBack(rig.db, ALL)).toMatchObject({ count: 0, added: 0, removed: 0 })
    expect(currentRevision(rig.db)).toBe(before)
  })

  it.each([
    [false, { size: 2, needsAttention: 1, canceled: 1 }],
    [true, { size: 2, canceled: 2 }]
  ])('pending changes of a batch, and those that need attention: %s', (withRejected, counts) => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1, 2])
    const [first, second] = rig.claim()
    if (first === undefined || second === undefined) throw new Error('expected two entries')
    rig.settle(first, { kind: 'rejected', failure: { code: 'forbidden' } })
    rig.settle(second, { kind: 'ready' })
    takeBack(rig.db, { ...unsentOf(batch, withRejected), now: NOW })
    expect(rig.receipt(batch)).toEqual(counts)
  })
})
