import { describe, expect, it } from 'vitest'
import { image, put } from '../../../../test/helpers/temporary-library.ts'
import { verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { createBatch } from './batches.ts'
import { currentRevision } from './change-log.ts'
import { putValues, sameFavorite } from './put-values.ts'

const NOW = 1_000_000

describe('putting values', () => {
  const putAll = (rig: VerbRig, records: readonly number[], favorite = true) => {
    const batch = createBatch(rig.db, { verb: 'favorite', kind: 'favorite', startedAt: NOW })
    const source = sameFavorite(Uint32Array.from(records), favorite)
    return putValues(rig.db, { kind: 'favorite', source, batch, now: NOW })
  }

  it('lists each record once, in order', () => {
    expect(sameFavorite(Uint32Array.of(3, 1, 3, 1, 1), true).records).toEqual(Uint32Array.of(1, 3))
    expect(putAll(verbRig(3), [3, 1, 3, 1, 1])).toMatchObject({ size: 2, waiting: 2 })
  })

  it('returns the records whose display changed: all of them, or those that had another value', () => {
    const rig = verbRig(4)
    put(rig.db, [image(2, { favorite: true })])
    expect([...putAll(rig, [1, 2, 3]).changed]).toEqual([1, 3])
    expect([...putAll(rig, [1, 3], false).changed]).toEqual([1, 3])
    expect([...putAll(rig, [1, 3, 4]).changed]).toEqual([1, 3, 4])
  })

  it('that are all unchanged logs no change', () => {
    const rig = verbRig(2)
    const before = currentRevision(rig.db)
    expect(putAll(rig, [1, 2], false)).toMatchObject({ size: 2, waiting: 0 })
    expect(currentRevision(rig.db)).toBe(before)
  })
})
