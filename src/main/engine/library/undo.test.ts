import { describe, expect, it } from 'vitest'

import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import type { BatchReceipt, Undone } from '../../../shared/batch.ts'
import { pauseBatch, isBatchPaused } from '../storage/batches.ts'

const star = ({ library }: VerbRig, records: readonly number[], favorite = true): BatchReceipt =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch

const undo = ({ library }: VerbRig, { batch }: { batch: number }): Undone => valueOf(library.undoBatch({ batch }))

const stars = (rig: VerbRig): number[] => rig.view({ favorite: true })

const rename = ({ library }: VerbRig, record: number, name: string): BatchReceipt =>
  valueOf(library.renameImage({ record, name })).batch

function acknowledgeAll(rig: VerbRig): void {
  for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
}

describe('undo', () => {
  it('of unsent changes cancels out: nothing has to be sent', () => {
    const rig = verbRig(3)
    const batch = star(rig, [1, 2, 3])
    const undone = undo(rig, batch)
    expect(undone).toMatchObject({ batch: null, restored: 3, skipped: 0 })
    expect([...undone.changed]).toEqual([1, 2, 3])
    expect([stars(rig), rig.receipt(batch.batch), rig.claim()]).toEqual([[], { size: 3, canceled: 3 }, []])
    expect(rig.db.value('SELECT count(*) FROM batches')).toBe(1)
  })

  it('of sent changes restores each earlier value, in a batch of its own', () => {
    const rig = verbRig(3)
    for (const entry of (star(rig, [2]), rig.claim())) rig.settle(entry, { kind: 'acknowledged' })
    const batch = star(rig, [1, 2, 3])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    expect(rig.receipt(batch.batch)).toEqual({ size: 3, done: 2, unchanged: 1 })
    const undone = undo(rig, batch)
    expect(undone).toMatchObject({ restored: 2, skipped: 0, batch: { verb: 'undo', undoes: batch.batch, waiting: 2 } })
    expect(stars(rig)).toEqual([2])
    expect(rig.claim().map(({ record, want }) => [record, want])).toEqual([
      [1, false],
      [3, false]
    ])
    const { receipt } = valueOf(rig.reader.getBatch({ batch: batch.batch }))
    expect(receipt.canUndo).toBe(false)
  })

  it('of a change in flight queues the earlier value behind it', () => {
    const rig = verbRig(1)
    const batch = star(rig, [1])
    const entry = only(rig.claim())
    const undone = undo(rig, batch)
    expect(undone.batch).toMatchObject({ waiting: 1 })
    expect(rig.receipt(batch.batch)).toEqual({ size: 1, waiting: 1, sending: 1 })
    rig.settle(entry, { kind: 'acknowledged' })
    expect(rig.receipt(batch.batch)).toEqual({ size: 1, done: 1 })
    expect(only(rig.claim())).toMatchObject({ want: false, mirror: { favorite: true } })
  })

  it('of an undo redoes the change', () => {
    const rig = verbRig(2)
    const batch = star(rig, [1, 2])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    const first = undo(rig, batch)
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    if (first.batch === null) throw new Error('a batch that writes back')
    expect(stars(rig)).toEqual([])
    expect(undo(rig, first.batch)).toMatchObject({ restored: 2, batch: { undoes: first.batch.batch } })
    expect(stars(rig)).toEqual([1, 2])
    // The two batches since cancel each other out, so the first one is effective again.
    expect(undo(rig, batch)).toMatchObject({ restored: 2, skipped: 0 })
    expect(stars(rig)).toEqual([])
  })

  it('works step by step: changes that were undone since do not block it', () => {
    const rig = verbRig(2)
    const on = star(rig, [1, 2])
    acknowledgeAll(rig)
    const off = star(rig, [1], false)
    acknowledgeAll(rig)
    const back = undo(rig, off).batch
    acknowledgeAll(rig)
    expect(undo(rig, on)).toMatchObject({ restored: 2, skipped: 0 })
    expect(stars(rig)).toEqual([])
    expect(back).toMatchObject({ undoes: off.batch })
  })

  it('is blocked by a change that was redone since', () => {
    const rig = verbRig(1)
    const on = star(rig, [1])
    acknowledgeAll(rig)
    const off = star(rig, [1], false)
    acknowledgeAll(rig)
    const back = undo(rig, off).batch
    acknowledgeAll(rig)
    if (back === null) throw new Error('a batch that writes back')
    undo(rig, back)
    acknowledgeAll(rig)
    // Removed, restored, removed again: the last change is effective.
    put(rig.db, [image(1, { favorite: true })], rig.clock.now + 1_000_000)
    expect(undo(rig, on)).toMatchObject({ restored: 0, skipped: 1 })
  })

  it.each(['undone', 'stopped'])('ignores a later change that was %s before it was sent', (how) => {
    const rig = verbRig(1)
    const on = star(rig, [1])
    acknowledgeAll(rig)
    const off = star(rig, [1], false)
    if (how === 'undone') undo(rig, off)
    else valueOf(rig.library.stopBatch({ batch: off.batch, isUndoing: false }))
    expect(undo(rig, on)).toMatchObject({ restored: 1, skipped: 0 })
    expect(stars(rig)).toEqual([])
  })

  it('skips records changed since, by a later batch or by the service', () => {
    const rig = verbRig(4)
    const batch = star(rig, [1, 2, 3])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    star(rig, [1], false)
    star(rig, [1], true)
    rig.clock.now += 1_000_000
    put(rig.db, [image(2, { favorite: false })], rig.clock.now)
    expect(undo(rig, batch)).toMatchObject({ restored: 1, skipped: 2 })
    expect(stars(rig)).toEqual([1])
  })

  it('of a batch that canceled an earlier one restores that one', () => {
    const rig = verbRig(2)
    star(rig, [1, 2])
    const off = star(rig, [1, 2], false)
    expect(valueOf(rig.reader.getBatch({ batch: off.batch })).receipt).toMatchObject({ unchanged: 2, canUndo: true })
    expect(undo(rig, off)).toMatchObject({ restored: 2, batch: { waiting: 2 } })
    expect(stars(rig)).toEqual([1, 2])
  })

  it('of a rename restores the earlier name', () => {
    const rig = verbRig(1)
    const batch = rename(rig, 1, 'New')
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    const { batch: written } = undo(rig, batch)
    expect(written).toMatchObject({ waiting: 1, subject: 'Image 1' })
    expect(only(rig.claim())).toMatchObject({ kind: 'name', name: 'Image 1', baseName: 'New' })
    expect([rig.view({ search: 'new' }), rig.view({ search: 'image 1' })]).toEqual([[], [1]])
  })

  it('of a rename of an unsent create restores the earlier name in the create', () => {
    const rig = verbRig(1)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    const first = rename(rig, record, 'Port')
    const batch = rename(rig, record, 'Quay')
    expect(undo(rig, first)).toMatchObject({ batch: null, restored: 0, skipped: 1 })
    const undone = undo(rig, batch)
    expect(undone).toMatchObject({ batch: null, restored: 1, skipped: 0 })
    expect([...undone.changed]).toEqual([record])
    expect(rig.db.column('SELECT kind FROM outbox')).toEqual(['create'])
    expect([rig.view({ search: 'quay' }), rig.view({ search: 'port' })]).toEqual([[], [record]])
    expect([rig.receipt(batch.batch), undo(rig, batch)]).toMatchObject([{ size: 1, canceled: 1 }, { restored: 0 }])
    expect(undo(rig, first)).toMatchObject({ restored: 1 })
    expect(only(rig.claimCreates()).form).toEqual(FORM)
  })

  it('is independent of other kinds: a favorite undone after a rename', () => {
    const rig = verbRig(1)
    const batch = star(rig, [1])
    rename(rig, 1, 'New')
    expect(undo(rig, batch)).toMatchObject({ restored: 1, skipped: 0 })
  })

  it('of a refused favorite cancels it', () => {
    const rig = verbRig(1)
    const batch = star(rig, [1])
    rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'refused' } })
    expect(undo(rig, batch)).toMatchObject({ batch: null, restored: 1 })
    expect([rig.receipt(batch.batch), stars(rig)]).toEqual([{ size: 1, canceled: 1 }, []])
  })

  it('of an unknown batch fails', () => {
    expect(verbRig(1).library.undoBatch({ batch: 7 })).toMatchObject({ failure: { code: 'unknown-batch' } })
  })
})

describe('stop', () => {
  const half = (): { rig: VerbRig; batch: BatchReceipt } => {
    const rig = verbRig(4)
    const batch = star(rig, [1, 2, 3, 4])
    const [one, two] = rig.claim()
    if (one === undefined || two === undefined) throw new Error('two entries')
    rig.settle(one, { kind: 'acknowledged' })
    rig.db.run('DELETE FROM attempts WHERE entry IN (SELECT entry FROM outbox WHERE record > 2)')
    return { rig, batch }
  }

  it('cancels pending changes, and lets those in flight finish', () => {
    const { rig, batch } = half()
    expect(rig.receipt(batch.batch)).toEqual({ size: 4, done: 1, waiting: 3, sending: 1 })
    const stopped = valueOf(rig.library.stopBatch({ batch: batch.batch, isUndoing: false }))
    expect(stopped).toMatchObject({ batch: null, restored: 2 })
    expect([rig.receipt(batch.batch), stars(rig)]).toEqual([
      { size: 4, done: 1, waiting: 1, sending: 1, canceled: 2 },
      [1, 2]
    ])
  })

  it('with undo also reverses changes that are done or in flight', () => {
    const { rig, batch } = half()
    const stopped = valueOf(rig.library.stopBatch({ batch: batch.batch, isUndoing: true }))
    expect(stopped).toMatchObject({ restored: 4, skipped: 0, batch: { size: 2, waiting: 2, undoes: batch.batch } })
    expect([...stopped.changed]).toEqual([1, 2, 3, 4])
    expect(stars(rig)).toEqual([])
  })

  it('cancels a newer value behind a request, whose own value is desired again', () => {
    const rig = verbRig(1)
    const on = star(rig, [1])
    const sent = only(rig.claim())
    const off = star(rig, [1], false)
    valueOf(rig.library.stopBatch({ batch: off.batch, isUndoing: false }))
    expect([stars(rig), rig.receipt(on.batch), rig.receipt(off.batch)]).toEqual([
      [1],
      { size: 1, waiting: 1, sending: 1 },
      { size: 1, canceled: 1 }
    ])
    // A response to the canceled value has no effect; the sent value ends its item once.
    expect(rig.settle({ ...sent, revision: 2 }, { kind: 'unchanged' }).changed).toEqual([])
    rig.settle(sent, { kind: 'acknowledged' })
    expect([stars(rig), rig.receipt(on.batch), rig.claim()]).toEqual([[1], { size: 1, done: 1 }, []])
  })

  it('does the same if the response is lost, is a refusal, or a newer value follows', () => {
    const reverted = (): { rig: VerbRig; on: BatchReceipt; sent: { entry: number; revision: number } } => {
      const rig = verbRig(1)
      const on = star(rig, [1])
      const sent = only(rig.claim())
      valueOf(rig.library.stopBatch({ batch: star(rig, [1], false).batch, isUndoing: false }))
      return { rig, on, sent }
    }
    const lost = reverted()
    lost.rig.settle(lost.sent, { kind: 'unknown', failure: { code: 'timed-out' } })
    lost.rig.settle({ ...lost.sent, revision: 3 }, { kind: 'unchanged' })
    expect(lost.rig.receipt(lost.on.batch)).toEqual({ size: 1, done: 1 })
    const refused = reverted()
    refused.rig.settle(refused.sent, { kind: 'rejected', failure: { code: 'refused' } })
    expect(refused.rig.receipt(refused.on.batch)).toEqual({ size: 1, needsAttention: 1 })
    const newer = reverted()
    const off = star(newer.rig, [1], false)
    expect(newer.rig.receipt(newer.on.batch)).toEqual({ size: 1, waiting: 1, sending: 1 })
    newer.rig.settle(newer.sent, { kind: 'acknowledged' })
    expect([newer.rig.receipt(newer.on.batch), newer.rig.receipt(off.batch)]).toEqual([
      { size: 1, done: 1 },
      { size: 1, waiting: 1 }
    ])
  })

  it('ends a pause', () => {
    const { rig, batch } = half()
    valueOf(rig.library.setBatchPaused({ batch: batch.batch, isPaused: true }))
    valueOf(rig.library.stopBatch({ batch: batch.batch, isUndoing: false }))
    expect(isBatchPaused(rig.db, batch.batch)).toBe(false)
  })
})

describe('pausing and prioritizing', () => {
  it('sends nothing of a paused batch, while others continue', () => {
    const rig = verbRig(4)
    const held = star(rig, [1, 2])
    star(rig, [3, 4])
    expect(valueOf(rig.library.setBatchPaused({ batch: held.batch, isPaused: true })).pause).toEqual({ why: 'user' })
    expect(rig.claim().map(({ record }) => record)).toEqual([3, 4])
    const filter = { state: 'waiting', reason: null, batch: held.batch } as const
    const { rows } = valueOf(rig.reader.listChanges({ filter, offset: 0, limit: 10 }))
    expect(rows.map(({ pause }) => pause)).toEqual(['user', 'user'])
    expect(valueOf(rig.library.setBatchPaused({ batch: held.batch, isPaused: false })).pause).toBe(null)
    expect(rig.claim().map(({ record }) => record)).toEqual([1, 2])
  })

  it('reports the refusal that paused the batch', () => {
    const rig = verbRig(2)
    const { batch } = star(rig, [1, 2])
    const pause = { why: 'refusals', failure: { code: 'refused' }, left: 2 } as const
    pauseBatch(rig.db, batch, pause)
    expect(valueOf(rig.reader.getBatch({ batch })).receipt.pause).toEqual(pause)
  })

  it('sends a prioritized batch before all others, the latest one first', () => {
    const rig = verbRig(8)
    const batches = [star(rig, [1, 2]), star(rig, [3, 4]), star(rig, [5, 6]), star(rig, [7, 8])]
    for (const at of [2, 1]) {
      rig.clock.now += 1
      const { batch } = batches[at] ?? star(rig, [])
      expect(valueOf(rig.library.sendBatchFirst({ batch })).isFirst).toBe(true)
    }
    expect(rig.claim().map(({ record }) => record)).toEqual([3, 4, 5, 6, 1, 2, 7, 8])
  })
})
