import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_HOLD_MS } from '../../../shared/limits.ts'
import { holdBatch, putBatchFirst } from './batches.ts'
import { listReceipts, moveItem, readReceipt, runningBatches } from './batches.ts'
import { countOutbox } from './outbox.ts'

const LOST = { kind: 'unknown', failure: { code: 'timed-out' } } as const
const REFUSED = { kind: 'rejected', failure: { code: 'forbidden' } } as const

const star = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch
const remove = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) })).batch.batch
const canUndo = ({ db }: VerbRig, batch: number): boolean => readReceipt(db, batch).canUndo

/** A deletion whose time has come, handed over. */
function sentDeletion() {
  const rig = verbRig(1)
  const batch = remove(rig, [1])
  rig.clock.now += DELETE_HOLD_MS
  return { rig, batch, entry: only(rig.claim()) }
}

describe('a receipt', () => {
  it('names its record where it is about one alone', () => {
    const rig = verbRig(3)
    const [one, two] = [star(rig, [1]), star(rig, [2, 3])]
    expect([one, two].map((batch) => readReceipt(rig.db, batch).subject)).toEqual(['Image 1', null])
  })

  it('is held no more once it has ended', () => {
    const rig = verbRig(1)
    const batch = star(rig, [1])
    const entry = only(rig.claim())
    holdBatch(rig.db, batch, { why: 'person' })
    expect(readReceipt(rig.db, batch).hold).toEqual({ why: 'person' })
    rig.settle(entry, { kind: 'acknowledged' })
    expect(readReceipt(rig.db, batch).hold).toBeNull()
  })

  it('whose hold cannot be read any more is held by the person', () => {
    const rig = verbRig(1)
    const batch = star(rig, [1])
    rig.db.run("UPDATE batches SET hold = '{'")
    expect(readReceipt(rig.db, batch).hold).toEqual({ why: 'person' })
  })

  it('is first only where it was put first', () => {
    const rig = verbRig(2)
    const [one, two] = [star(rig, [1]), star(rig, [2])]
    putBatchFirst(rig.db, two, 5)
    expect([one, two].map((batch) => readReceipt(rig.db, batch).isFirst)).toEqual([false, true])
  })

  it('is listed while something of it is left, and with all others, newest first', () => {
    const rig = verbRig(2)
    const done = star(rig, [1])
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    const open = star(rig, [2])
    expect(runningBatches(rig.db).map(({ batch, waiting }) => ({ batch, waiting }))).toEqual([
      { batch: open, waiting: 1 }
    ])
    const listed = (before: number | null) => listReceipts(rig.db, { before, limit: 9 }).map(({ batch }) => batch)
    expect([listed(null), listed(open)]).toEqual([[open, done], [done]])
  })
})

describe('what can be undone', () => {
  it('a value that is done, also a name', () => {
    const rig = verbRig(2)
    const batches = [rename(rig, 1, 'Quay'), star(rig, [2])]
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    expect(batches.map((batch) => canUndo(rig, batch))).toEqual([true, true])
  })

  it('a batch that is done and refused in equal parts', () => {
    const rig = verbRig(2)
    const batch = star(rig, [1, 2])
    const [one, two] = rig.claim()
    if (one === undefined || two === undefined) throw new Error('two entries')
    rig.settle(one, { kind: 'acknowledged' })
    rig.settle(two, REFUSED)
    expect(canUndo(rig, batch)).toBe(true)
  })

  it('nothing where all was so already, or was taken back', () => {
    const rig = verbRig(2)
    put(rig.db, [image(1, { favorite: true })])
    expect(canUndo(rig, star(rig, [1]))).toBe(false)
    const on = star(rig, [2])
    const off = star(rig, [2], false)
    expect([canUndo(rig, on), canUndo(rig, off)]).toEqual([false, true])
  })

  it('a deletion that waits or was refused, and none that may have arrived', () => {
    const { rig, batch, entry } = sentDeletion()
    expect(canUndo(rig, batch)).toBe(false)
    rig.settle(entry, LOST)
    expect([rig.receipt(batch), canUndo(rig, batch)]).toEqual([{ size: 1, waiting: 1, checking: 1 }, false])
    const refused = sentDeletion()
    refused.rig.settle(refused.entry, REFUSED)
    expect(canUndo(refused.rig, refused.batch)).toBe(true)
    expect(canUndo(refused.rig, remove(refused.rig, [1]))).toBe(true)
  })

  it('an order that was not handed over', () => {
    const rig = verbRig(0)
    const { batch } = valueOf(rig.library.createImage({ form: FORM })).batch
    expect(canUndo(rig, batch)).toBe(true)
    rig.claimCreates()
    expect(canUndo(rig, batch)).toBe(false)
  })
})

describe('an item', () => {
  const refused = () => {
    const rig = verbRig(2)
    const batch = star(rig, [1])
    const entry = only(rig.claim())
    rig.settle(entry, REFUSED)
    return { rig, batch }
  }
  const reasonOf = ({ db }: VerbRig, batch: number): unknown =>
    db.value('SELECT reason FROM batch_items WHERE batch = ?', [batch])

  it('that is not there moves nothing', () => {
    const { rig, batch } = refused()
    moveItem(rig.db, { batch, record: 2, to: 'done', now: 5 })
    moveItem(rig.db, { batch: 99, record: 1, to: 'done', now: 5 })
    expect(rig.receipt(batch)).toEqual({ size: 1, needsYou: 1 })
  })

  it('that is there already keeps its reason, and counts once', () => {
    const { rig, batch } = refused()
    moveItem(rig.db, { batch, record: 1, to: 'needs-you', now: 5 })
    expect([rig.receipt(batch), reasonOf(rig, batch)]).toEqual([{ size: 1, needsYou: 1 }, '{"code":"forbidden"}'])
  })

  it('that waits again opens its batch; one that ends otherwise leaves it as it ended', () => {
    const { rig, batch } = refused()
    const finishedAt = () => readReceipt(rig.db, batch).finishedAt
    moveItem(rig.db, { batch, record: 1, to: 'taken-back', now: 2_000_000 })
    expect(finishedAt()).toBe(1_000_000)
    moveItem(rig.db, { batch, record: 1, to: 'waiting', now: 2_000_000 })
    expect(finishedAt()).toBeNull()
    moveItem(rig.db, { batch, record: 1, to: 'done', now: 3_000_000 })
    expect(finishedAt()).toBe(3_000_000)
  })
})

it('what is on its way is counted beside what waits', () => {
  const rig = verbRig(3)
  star(rig, [1, 2])
  rig.claim()
  star(rig, [3])
  expect(countOutbox(rig.db)).toEqual({ waiting: 3, sending: 2, checking: 0, needsYou: 0 })
})
