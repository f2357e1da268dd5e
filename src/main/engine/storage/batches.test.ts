import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { pauseBatch, putBatchFirst } from './batches.ts'
import { listReceipts, moveItem, readReceipt, runningBatches } from './batches.ts'
import { countOutbox } from './outbox.ts'

const LOST = { kind: 'unknown', failure: { code: 'timed-out' } } as const
const REFUSED = { kind: 'rejected', failure: { code: 'forbidden' } } as const

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch
const remove = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) })).batch.batch
const canUndo = ({ db }: VerbRig, batch: number): boolean => readReceipt(db, batch).canUndo

/** Sets up a deletion past its grace period, claimed for sending. */
function sentDeletion() {
  const rig = verbRig(1)
  const batch = remove(rig, [1])
  rig.clock.now += DELETE_GRACE_PERIOD_MS
  return { rig, batch, entry: only(rig.claim()) }
}

describe('a receipt', () => {
  it('names its record if it has only one', () => {
    const rig = verbRig(3)
    const [first, second] = [setFavorite(rig, [1]), setFavorite(rig, [2, 3])]
    expect([first, second].map((batch) => readReceipt(rig.db, batch).subject)).toEqual(['Image 1', null])
  })

  it('is no longer paused once it is finished', () => {
    const rig = verbRig(1)
    const batch = setFavorite(rig, [1])
    const entry = only(rig.claim())
    pauseBatch(rig.db, batch, { why: 'user' })
    expect(readReceipt(rig.db, batch).pause).toEqual({ why: 'user' })
    rig.settle(entry, { kind: 'acknowledged' })
    expect(readReceipt(rig.db, batch).pause).toBeNull()
  })

  it('is paused by the user if its pause reason cannot be read', () => {
    const rig = verbRig(1)
    const batch = setFavorite(rig, [1])
    rig.db.run("UPDATE batches SET pause = '{'")
    expect(readReceipt(rig.db, batch).pause).toEqual({ why: 'user' })
  })

  it('is first only if it was moved to the front', () => {
    const rig = verbRig(2)
    const [first, second] = [setFavorite(rig, [1]), setFavorite(rig, [2])]
    putBatchFirst(rig.db, second, 5)
    expect([first, second].map((batch) => readReceipt(rig.db, batch).isFirst)).toEqual([false, true])
  })

  it('is listed as running while items are pending, and among all receipts, newest first', () => {
    const rig = verbRig(2)
    const done = setFavorite(rig, [1])
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    const open = setFavorite(rig, [2])
    expect(runningBatches(rig.db).map(({ batch, waiting }) => ({ batch, waiting }))).toEqual([
      { batch: open, waiting: 1 }
    ])
    const listed = (before: number | null) => listReceipts(rig.db, { before, limit: 9 }).map(({ batch }) => batch)
    expect([listed(null), listed(open)]).toEqual([[open, done], [done]])
    expect(() => readReceipt(rig.db, 99)).toThrow('no batch')
  })
})

describe('undo is available', () => {
  it('for values that are done, including names', () => {
    const rig = verbRig(2)
    const batches = [rename(rig, 1, 'Quay'), setFavorite(rig, [2])]
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    expect(batches.map((batch) => canUndo(rig, batch))).toEqual([true, true])
  })

  it('for a batch that is half done and half rejected', () => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1, 2])
    const [first, second] = rig.claim()
    if (first === undefined || second === undefined) throw new Error('expected two entries')
    rig.settle(first, { kind: 'acknowledged' })
    rig.settle(second, REFUSED)
    expect(canUndo(rig, batch)).toBe(true)
  })

  it('for no batch whose items are all unchanged or canceled', () => {
    const rig = verbRig(2)
    put(rig.db, [image(1, { favorite: true })])
    expect(canUndo(rig, setFavorite(rig, [1]))).toBe(false)
    const on = setFavorite(rig, [2])
    const off = setFavorite(rig, [2], false)
    expect([canUndo(rig, on), canUndo(rig, off)]).toEqual([false, true])
  })

  it('for a deletion that is pending or rejected, but not for one that may have arrived', () => {
    const { rig, batch, entry } = sentDeletion()
    expect(canUndo(rig, batch)).toBe(false)
    rig.settle(entry, LOST)
    expect([rig.receipt(batch), canUndo(rig, batch)]).toEqual([{ size: 1, waiting: 1, checking: 1 }, false])
    const refused = sentDeletion()
    refused.rig.settle(refused.entry, REFUSED)
    expect(canUndo(refused.rig, refused.batch)).toBe(true)
    expect(canUndo(refused.rig, remove(refused.rig, [1]))).toBe(true)
  })

  it('for a create that was not sent', () => {
    const rig = verbRig(0)
    const { batch } = valueOf(rig.library.createImage({ form: FORM })).batch
    expect(canUndo(rig, batch)).toBe(true)
    rig.claimCreates()
    expect(canUndo(rig, batch)).toBe(false)
  })
})

describe('moving an item', () => {
  const refused = () => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1])
    const entry = only(rig.claim())
    rig.settle(entry, REFUSED)
    return { rig, batch }
  }
  const reasonOf = ({ db }: VerbRig, batch: number): unknown =>
    db.value('SELECT reason FROM batch_items WHERE batch = ?', [batch])

  it('changes nothing if the item does not exist', () => {
    const { rig, batch } = refused()
    moveItem(rig.db, { batch, record: 2, to: 'done', now: 5 })
    moveItem(rig.db, { batch: 99, record: 1, to: 'done', now: 5 })
    expect(rig.receipt(batch)).toEqual({ size: 1, needsAttention: 1 })
  })

  it('keeps the reason and counts it once if the outcome is the same', () => {
    const { rig, batch } = refused()
    moveItem(rig.db, { batch, record: 1, to: 'needs-attention', now: 5 })
    expect([rig.receipt(batch), reasonOf(rig, batch)]).toEqual([{ size: 1, needsAttention: 1 }, '{"code":"forbidden"}'])
  })

  it('to pending reopens its batch; any other move keeps the time when the batch finished', () => {
    const { rig, batch } = refused()
    const finishedAt = () => readReceipt(rig.db, batch).finishedAt
    moveItem(rig.db, { batch, record: 1, to: 'canceled', now: 2_000_000 })
    expect(finishedAt()).toBe(1_000_000)
    moveItem(rig.db, { batch, record: 1, to: 'waiting', now: 2_000_000 })
    expect(finishedAt()).toBeNull()
    moveItem(rig.db, { batch, record: 1, to: 'done', now: 3_000_000 })
    expect(finishedAt()).toBe(3_000_000)
  })
})

it('changes in flight are counted among the pending ones', () => {
  const rig = verbRig(3)
  setFavorite(rig, [1, 2])
  rig.claim()
  setFavorite(rig, [3])
  expect(countOutbox(rig.db)).toEqual({ waiting: 3, sending: 2, checking: 0, needsAttention: 0 })
})
