import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { countNewResults, hasNewResults, holdBatch, isHeld, letBatchGo, putBatchFirst } from './batches.ts'
import { readReceipt } from './batches.ts'
import { entryToSend, nextDueAt, nextEntries } from './outbox.ts'

const LATER = 9_000_000

const star = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite: true })).batch.batch
const remove = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) })).batch.batch
const due = ({ db }: VerbRig, lane: 'hand' | 'batch' = 'batch'): number[] =>
  nextEntries(db, { group: 'images', lane, limit: 9, now: LATER }).map(({ record }) => record)

/** Another client added results to these. */
const addResults = ({ db }: VerbRig, records: readonly number[], at: number): void =>
  void put(
    db,
    records.map((record) => image(record, { favorite: false, results: [`r${record}`, `new at ${at}`] })),
    at
  )

describe('a batch that is held', () => {
  it('sends nothing until it is let go, and the others go on', () => {
    const rig = verbRig(4)
    const held = star(rig, [1, 2])
    star(rig, [3, 4])
    holdBatch(rig.db, held, { why: 'person' })
    expect(isHeld(rig.db, held)).toBe(true)
    expect(readReceipt(rig.db, held).hold).toEqual({ why: 'person' })
    expect(due(rig)).toEqual([3, 4])
    expect(entryToSend(rig.db, { entry: 1, now: LATER, group: 'images' })).toBeNull()
    expect(entryToSend(rig.db, { entry: 3, now: LATER, group: 'images' })?.record).toBe(3)
    letBatchGo(rig.db, held, LATER)
    expect(isHeld(rig.db, held)).toBe(false)
    expect(due(rig)).toEqual([1, 2, 3, 4])
    holdBatch(rig.db, held, { why: 'person' })
    holdBatch(rig.db, held, null)
    expect([isHeld(rig.db, held), isHeld(rig.db, 77)]).toEqual([false, false])
  })

  it('wakes nobody for a time that comes', () => {
    const rig = verbRig(2)
    const held = remove(rig, [1])
    expect(nextDueAt(rig.db, 'images')).toBe(1_010_000)
    holdBatch(rig.db, held, { why: 'person' })
    expect(nextDueAt(rig.db, 'images')).toBeNull()
  })

  it('also of a single click, in its own lane', () => {
    const rig = verbRig(2)
    holdBatch(rig.db, star(rig, [1]), { why: 'person' })
    star(rig, [2])
    expect(due(rig, 'hand')).toEqual([2])
  })
})

describe('a batch that is put first', () => {
  it('goes before those asked for earlier, the latest one first', () => {
    const rig = verbRig(6)
    star(rig, [1, 2])
    const second = star(rig, [3, 4])
    const third = star(rig, [5, 6])
    putBatchFirst(rig.db, second, 10)
    expect(due(rig)).toEqual([3, 4, 1, 2, 5, 6])
    putBatchFirst(rig.db, third, 20)
    expect(due(rig)).toEqual([5, 6, 3, 4, 1, 2])
    expect(
      nextEntries(rig.db, { group: 'images', lane: 'batch', limit: 3, now: LATER }).map((one) => one.record)
    ).toEqual([5, 6, 3])
    expect([second, third].map((batch) => readReceipt(rig.db, batch).isFirst)).toEqual([true, true])
  })

  it('is so no more when it has ended', () => {
    const rig = verbRig(2)
    const batch = star(rig, [1])
    putBatchFirst(rig.db, batch, 10)
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    expect(readReceipt(rig.db, batch).isFirst).toBe(false)
    putBatchFirst(rig.db, batch, 30)
    expect(rig.db.value('SELECT first_at FROM batches')).toBe(10)
  })
})

describe('new results of what is to be deleted', () => {
  it('are counted since the deletion was asked for, each image once', () => {
    const rig = verbRig(4)
    addResults(rig, [1], 500_000)
    const batch = remove(rig, [1, 2, 3])
    const other = remove(rig, [4])
    expect(countNewResults(rig.db, batch)).toBe(0)
    addResults(rig, [2, 4], 2_000_000)
    expect([countNewResults(rig.db, batch), countNewResults(rig.db, other)]).toEqual([1, 1])
    expect([1, 2, 3, 4].map((record) => hasNewResults(rig.db, { batch, record }))).toEqual([false, true, false, false])
  })

  it('are known from the word of the person on', () => {
    const rig = verbRig(3)
    const batch = remove(rig, [1, 2])
    addResults(rig, [1], 2_000_000)
    holdBatch(rig.db, batch, { why: 'new-results', count: 1, left: 2 })
    letBatchGo(rig.db, batch, 3_000_000)
    expect(countNewResults(rig.db, batch)).toBe(0)
    addResults(rig, [2], 4_000_000)
    expect(countNewResults(rig.db, batch)).toBe(1)
  })

  it('are not known by a word about something else', () => {
    const rig = verbRig(3)
    const batch = remove(rig, [1, 2])
    addResults(rig, [1], 2_000_000)
    holdBatch(rig.db, batch, { why: 'person' })
    letBatchGo(rig.db, batch, 3_000_000)
    expect(countNewResults(rig.db, batch)).toBe(1)
  })

  it('of what is under way or only starred are not counted', () => {
    const rig = verbRig(3)
    const batch = remove(rig, [1])
    const stars = star(rig, [2, 3])
    rig.clock.now = LATER
    rig.claim()
    addResults(rig, [1, 2], LATER)
    expect([countNewResults(rig.db, batch), countNewResults(rig.db, stars)]).toEqual([0, 0])
  })
})
