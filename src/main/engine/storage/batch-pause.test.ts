import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { countNewResults, hasNewResults, pauseBatch, isBatchPaused, clearBatchPause, putBatchFirst } from './batches.ts'
import { readReceipt } from './batches.ts'
import { entryToSend, nextDueAt, nextEntries } from './outbox.ts'

const LATER = 9_000_000

const setFavorite = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite: true })).batch.batch
const remove = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) })).batch.batch
const due = ({ db }: VerbRig, lane: 'interactive' | 'batch' = 'batch'): number[] =>
  nextEntries(db, { group: 'images', lane, limit: 9, now: LATER }).map(({ record }) => record)

/** Adds results to records, as another client would. */
const addResults = ({ db }: VerbRig, records: readonly number[], at: number): void =>
  void put(
    db,
    records.map((record) => image(record, { favorite: false, results: [`r${record}`, `new at ${at}`] })),
    at
  )

describe('a paused batch', () => {
  it('sends nothing until it is resumed, while other batches continue', () => {
    const rig = verbRig(4)
    const paused = setFavorite(rig, [1, 2])
    setFavorite(rig, [3, 4])
    pauseBatch(rig.db, paused, { why: 'user' })
    expect(isBatchPaused(rig.db, paused)).toBe(true)
    expect(readReceipt(rig.db, paused).pause).toEqual({ why: 'user' })
    expect(due(rig)).toEqual([3, 4])
    expect(entryToSend(rig.db, { entry: 1, now: LATER, group: 'images' })).toBeNull()
    expect(entryToSend(rig.db, { entry: 3, now: LATER, group: 'images' })?.record).toBe(3)
    clearBatchPause(rig.db, paused, LATER)
    expect(isBatchPaused(rig.db, paused)).toBe(false)
    expect(due(rig)).toEqual([1, 2, 3, 4])
    pauseBatch(rig.db, paused, { why: 'user' })
    pauseBatch(rig.db, paused, null)
    expect([isBatchPaused(rig.db, paused), isBatchPaused(rig.db, 77)]).toEqual([false, false])
  })

  it('schedules no due time', () => {
    const rig = verbRig(2)
    const paused = remove(rig, [1])
    expect(nextDueAt(rig.db, 'images')).toBe(1_010_000)
    pauseBatch(rig.db, paused, { why: 'user' })
    expect(nextDueAt(rig.db, 'images')).toBeNull()
  })

  it('also pauses a single user action in its own lane', () => {
    const rig = verbRig(2)
    pauseBatch(rig.db, setFavorite(rig, [1]), { why: 'user' })
    setFavorite(rig, [2])
    expect(due(rig, 'interactive')).toEqual([2])
  })
})

describe('a batch moved to the front', () => {
  it('is sent before earlier batches, the last one moved first', () => {
    const rig = verbRig(6)
    setFavorite(rig, [1, 2])
    const second = setFavorite(rig, [3, 4])
    const third = setFavorite(rig, [5, 6])
    putBatchFirst(rig.db, second, 10)
    expect(due(rig)).toEqual([3, 4, 1, 2, 5, 6])
    putBatchFirst(rig.db, third, 20)
    expect(due(rig)).toEqual([5, 6, 3, 4, 1, 2])
    expect(
      nextEntries(rig.db, { group: 'images', lane: 'batch', limit: 3, now: LATER }).map(({ record }) => record)
    ).toEqual([5, 6, 3])
    expect([second, third].map((batch) => readReceipt(rig.db, batch).isFirst)).toEqual([true, true])
  })

  it('loses its priority when it is finished', () => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1])
    putBatchFirst(rig.db, batch, 10)
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    expect(readReceipt(rig.db, batch).isFirst).toBe(false)
    putBatchFirst(rig.db, batch, 30)
    expect(rig.db.value('SELECT first_at FROM batches')).toBe(10)
  })
})

describe('new results of images to be deleted', () => {
  it('are counted since the deletion was requested, once per image', () => {
    const rig = verbRig(4)
    addResults(rig, [1], 500_000)
    const batch = remove(rig, [1, 2, 3])
    const other = remove(rig, [4])
    expect(countNewResults(rig.db, batch)).toBe(0)
    addResults(rig, [2, 4], 2_000_000)
    expect([countNewResults(rig.db, batch), countNewResults(rig.db, other)]).toEqual([1, 1])
    expect([1, 2, 3, 4].map((record) => hasNewResults(rig.db, { batch, record }))).toEqual([false, true, false, false])
  })

  it('are not counted after the user has confirmed them', () => {
    const rig = verbRig(3)
    const batch = remove(rig, [1, 2])
    addResults(rig, [1], 2_000_000)
    pauseBatch(rig.db, batch, { why: 'new-results', count: 1, left: 2 })
    clearBatchPause(rig.db, batch, 3_000_000)
    expect(countNewResults(rig.db, batch)).toBe(0)
    addResults(rig, [2], 4_000_000)
    expect(countNewResults(rig.db, batch)).toBe(1)
  })

  it('are still counted after a decision about another reason', () => {
    const rig = verbRig(3)
    const batch = remove(rig, [1, 2])
    addResults(rig, [1], 2_000_000)
    pauseBatch(rig.db, batch, { why: 'user' })
    clearBatchPause(rig.db, batch, 3_000_000)
    expect(countNewResults(rig.db, batch)).toBe(1)
  })

  it('are not counted for deletions in flight and for favorites', () => {
    const rig = verbRig(3)
    const batch = remove(rig, [1])
    const stars = setFavorite(rig, [2, 3])
    rig.clock.now = LATER
    rig.claim()
    addResults(rig, [1, 2], LATER)
    expect([countNewResults(rig.db, batch), countNewResults(rig.db, stars)]).toEqual([0, 0])
  })
})
