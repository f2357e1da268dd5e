import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { readReceipt } from './batches.ts'
import type { WriteDb } from './database.ts'
import { mendBatches } from './batches.ts'

const NOW = 5_000_000

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch

/** Deletes rows, as if their page could not be read. */
function lose(db: WriteDb, what: string): void {
  db.run('PRAGMA foreign_keys = OFF')
  db.run(`DELETE FROM ${what}`)
}

describe('repairing the batches of a rebuilt library', () => {
  it('restores a batch with its verb for every entry', () => {
    const rig = verbRig(6)
    rig.db.run('UPDATE flags SET favorite = 1 WHERE record = 2')
    setFavorite(rig, [1, 3])
    setFavorite(rig, [2], false)
    valueOf(rig.library.renameImage({ record: 4, name: 'Quay' }))
    valueOf(rig.library.deleteImages({ records: Uint32Array.of(5) }))
    valueOf(rig.library.createImage({ form: FORM }))
    const before = rig.db.all('SELECT batch, verb, kind, size, waiting, finished_at FROM batches ORDER BY batch')
    lose(rig.db, 'batches')
    mendBatches(rig.db, NOW)
    expect(rig.db.all('SELECT batch, verb, kind, size, waiting, finished_at FROM batches ORDER BY batch')).toEqual(
      before
    )
    expect(rig.db.column('SELECT DISTINCT started_at FROM batches')).toEqual([NOW])
  })

  it('restores an item for every entry, with its values before and after', () => {
    const rig = verbRig(4)
    const batch = setFavorite(rig, [1, 2])
    valueOf(rig.library.renameImage({ record: 3, name: 'Quay' }))
    const columns = 'batch, record, before, after, outcome, before_text, after_text'
    const before = rig.db.all(`SELECT ${columns} FROM batch_items ORDER BY batch, record`)
    lose(rig.db, 'batch_items WHERE record <> 2')
    mendBatches(rig.db, NOW)
    expect(rig.db.all(`SELECT ${columns} FROM batch_items ORDER BY batch, record`)).toEqual(before)
    expect(rig.receipt(batch)).toEqual({ size: 2, waiting: 2 })
  })

  it('keeps a refused entry in need of attention', () => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'rejected', failure: { code: 'refused' } })
    lose(rig.db, 'batch_items')
    mendBatches(rig.db, NOW)
    expect(rig.receipt(batch)).toEqual({ size: 1, needsAttention: 1 })
    expect(readReceipt(rig.db, batch).finishedAt).toBe(1_000_000)
  })

  it('cancels items whose entry is lost, with a reason', () => {
    const rig = verbRig(4)
    const batch = setFavorite(rig, [1, 2, 3])
    lose(rig.db, 'outbox WHERE record <> 3')
    rig.db.run("UPDATE batch_items SET outcome = 'needs-attention' WHERE record = 2")
    mendBatches(rig.db, NOW)
    expect(rig.receipt(batch)).toEqual({ size: 3, waiting: 1, canceled: 2 })
    expect(rig.db.column('SELECT reason FROM batch_items ORDER BY record')).toEqual([
      JSON.stringify({ code: 'library-damaged' }),
      JSON.stringify({ code: 'library-damaged' }),
      null
    ])
  })

  it('leaves finished items unchanged', () => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1, 2])
    const [first] = rig.claim()
    if (first !== undefined) rig.settle(first, { kind: 'acknowledged' })
    mendBatches(rig.db, NOW)
    expect(rig.receipt(batch)).toEqual({ size: 2, done: 1, waiting: 1, sending: 1 })
  })

  it('keeps the item of an attempt in flight pending under a newer desired value', () => {
    const rig = verbRig(1)
    const on = setFavorite(rig, [1])
    rig.claim()
    const off = setFavorite(rig, [1], false)
    mendBatches(rig.db, NOW)
    expect(rig.receipt(on)).toEqual({ size: 1, waiting: 1, sending: 1 })
    expect(rig.receipt(off)).toEqual({ size: 1, waiting: 1 })
  })

  it('counts each batch by its items, and finishes those without pending items', () => {
    const rig = verbRig(6)
    const batch = setFavorite(rig, [1, 2, 3, 4, 5, 6])
    const outcomes = ['done', 'done', 'unchanged', 'canceled', 'canceled', 'canceled']
    for (const [at, outcome] of outcomes.entries()) {
      rig.db.run('UPDATE batch_items SET outcome = ? WHERE record = ?', [outcome, at + 1])
    }
    lose(rig.db, 'outbox')
    mendBatches(rig.db, NOW)
    expect(rig.receipt(batch)).toEqual({ size: 6, done: 2, unchanged: 1, canceled: 3 })
    expect(readReceipt(rig.db, batch).finishedAt).toBe(NOW)
    mendBatches(rig.db, NOW + 1)
    expect(readReceipt(rig.db, batch).finishedAt).toBe(NOW)
  })

  it('leaves a batch empty if all its items are lost, and reopens one with a pending item', () => {
    const rig = verbRig(2)
    const lost = setFavorite(rig, [1])
    const open = setFavorite(rig, [2])
    lose(rig.db, 'outbox WHERE record = 1')
    lose(rig.db, 'batch_items WHERE record = 1')
    rig.db.run('UPDATE batches SET finished_at = 3, size = 16, waiting = 7, done = 9, unchanged = 0')
    mendBatches(rig.db, NOW)
    expect(rig.receipt(lost)).toEqual({})
    expect(readReceipt(rig.db, lost).finishedAt).toBe(3)
    expect(rig.receipt(open)).toEqual({ size: 1, waiting: 1 })
    expect(readReceipt(rig.db, open).finishedAt).toBeNull()
  })
})
