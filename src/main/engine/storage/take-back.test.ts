import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { createBatch } from './batches.ts'
import { changesSince, currentRevision } from './change-log.ts'
import { brokenCreates, claimCreate, nextCreates } from './creates.ts'
import { putValues, sameFavorite } from './put-values.ts'
import { takeBack, unsentOf } from './take-back.ts'
import { undoValues } from './undo-batch.ts'

const NOW = 1_000_000
const ALL = { which: 'true', params: {}, now: NOW }
const OVERLAY = 1
const EVERYTHING = 15

const star = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch
const kindsSince = ({ db }: VerbRig, revision: number) => (changesSince(db, revision) ?? []).map(({ kinds }) => kinds)

describe('taking back', () => {
  it('stars alone changes marks and stars, and everything else with a name among them', () => {
    const rig = verbRig(3)
    star(rig, [1, 2])
    const first = currentRevision(rig.db)
    expect(takeBack(rig.db, ALL).count).toBe(2)
    expect(kindsSince(rig, first)).toEqual([OVERLAY])
    star(rig, [1])
    rename(rig, 2, 'Quay')
    const second = currentRevision(rig.db)
    takeBack(rig.db, ALL)
    expect(kindsSince(rig, second)).toEqual([EVERYTHING])
    rename(rig, 2, 'Quay')
    const third = currentRevision(rig.db)
    takeBack(rig.db, ALL)
    expect(kindsSince(rig, third)).toEqual([EVERYTHING])
  })

  it('nothing is no change', () => {
    const rig = verbRig(1)
    const before = currentRevision(rig.db)
    expect(takeBack(rig.db, ALL)).toMatchObject({ count: 0, added: 0, removed: 0 })
    expect(currentRevision(rig.db)).toBe(before)
  })

  it.each([
    [false, { size: 2, needsYou: 1, takenBack: 1 }],
    [true, { size: 2, takenBack: 2 }]
  ])('what waits of a batch, and what needs the person: %s', (withRejected, words) => {
    const rig = verbRig(2)
    const batch = star(rig, [1, 2])
    const [one, two] = rig.claim()
    if (one === undefined || two === undefined) throw new Error('two entries')
    rig.settle(one, { kind: 'rejected', failure: { code: 'forbidden' } })
    rig.settle(two, { kind: 'ready' })
    takeBack(rig.db, { ...unsentOf(batch, withRejected), now: NOW })
    expect(rig.receipt(batch)).toEqual(words)
  })
})

describe('putting values', () => {
  const putAll = (rig: VerbRig, records: readonly number[], favorite = true) => {
    const batch = createBatch(rig.db, { verb: 'favorite', kind: 'favorite', startedAt: NOW })
    const source = sameFavorite(Uint32Array.from(records), favorite)
    return putValues(rig.db, { kind: 'favorite', source, batch, now: NOW, reason: null })
  }

  it('lists each record once, in order', () => {
    expect(sameFavorite(Uint32Array.of(3, 1, 3, 1, 1), true).records).toEqual(Uint32Array.of(1, 3))
    expect(putAll(verbRig(3), [3, 1, 3, 1, 1])).toMatchObject({ size: 2, waiting: 2 })
  })

  it('answers which look different now: all of them, or those that were not so already', () => {
    const rig = verbRig(4)
    put(rig.db, [image(2, { favorite: true })])
    expect([...putAll(rig, [1, 2, 3]).changed]).toEqual([1, 3])
    expect([...putAll(rig, [1, 3], false).changed]).toEqual([1, 3])
    expect([...putAll(rig, [1, 3, 4]).changed]).toEqual([1, 3, 4])
  })

  it('that are so already is no change', () => {
    const rig = verbRig(2)
    const before = currentRevision(rig.db)
    expect(putAll(rig, [1, 2], false)).toMatchObject({ size: 2, waiting: 0 })
    expect(currentRevision(rig.db)).toBe(before)
  })
})

describe('undoing', () => {
  it('writes nothing back to what is about to be deleted', () => {
    const rig = verbRig(2)
    const batch = star(rig, [1, 2])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    valueOf(rig.library.deleteImages({ records: Uint32Array.of(1) }))
    expect(undoValues(rig.db, { kind: 'favorite', batch, now: NOW })).toMatchObject({ restored: 1, skipped: 1 })
    expect(rig.db.column("SELECT record FROM outbox WHERE kind = 'favorite'")).toEqual([2])
  })

  const renamedOrder = () => {
    const rig = verbRig(0)
    const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
    return { rig, record, order: batch.batch }
  }

  it('the name of an order that was refused orders nothing', () => {
    const { rig, record, order } = renamedOrder()
    const batch = rename(rig, record, 'Quay')
    rig.settle(only(rig.claimCreates()), { kind: 'rejected', failure: { code: 'refused-fields' } })
    expect(undoValues(rig.db, { kind: 'name', batch, now: NOW })).toMatchObject({ restored: 1 })
    expect([rig.claimCreates(), rig.receipt(order)]).toEqual([[], { size: 1, needsYou: 1 }])
  })

  it('the name of an order whose form cannot be read leaves that as it is', () => {
    const { rig, record } = renamedOrder()
    const batch = rename(rig, record, 'Quay')
    rig.db.run("UPDATE creates SET form = '{'")
    undoValues(rig.db, { kind: 'name', batch, now: NOW })
    expect(rig.db.value('SELECT form FROM creates')).toBe('{')
  })
})

describe('an order', () => {
  it('whose form cannot be read is named until the person was told, and never sent', () => {
    const rig = verbRig(0)
    valueOf(rig.library.createImage({ form: FORM }))
    expect(brokenCreates(rig.db)).toEqual([])
    rig.db.run("UPDATE creates SET form = '{'")
    const entry = rig.db.value<number>('SELECT entry FROM outbox') ?? -1
    expect(brokenCreates(rig.db)).toEqual([{ entry, revision: 1 }])
    expect(nextCreates(rig.db, { limit: 9, now: NOW })).toEqual([])
    rig.settle({ entry, revision: 1 }, { kind: 'rejected', failure: { code: 'library-damaged' } })
    expect(brokenCreates(rig.db)).toEqual([])
  })

  it('that was changed since it was read is not handed over', () => {
    const rig = verbRig(0)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    const create = only(nextCreates(rig.db, { limit: 9, now: NOW }))
    valueOf(rig.library.updateCreate({ record, form: { ...FORM, name: 'Other' } }))
    expect(claimCreate(rig.db, { create, boot: 'boot', now: NOW, highestId: '5' })).toBe(false)
    expect(rig.db.get('SELECT state, sent_at, highest_id FROM outbox JOIN creates USING (record)')).toEqual({
      state: 'ready',
      sent_at: null,
      highest_id: null
    })
  })
})
