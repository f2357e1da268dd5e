/**
 * Random histories of clicks, requests, responses, pages and crashes. After every step the receipts add up, the counts
 * equal those of the outbox, and the screen shows what a naive model expects.
 */
import assert from 'node:assert/strict'

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { propertyRuns } from '../../../../test/helpers/depth.ts'
import { step } from '../../../../test/helpers/library-steps.ts'
import { World } from '../../../../test/helpers/library-world.ts'
import { image } from '../../../../test/helpers/temporary-library.ts'
import type { Result } from '../../../shared/failure.ts'
import { inTransaction, type WriteDb } from '../storage/database.ts'
import { applyImages } from '../storage/images.ts'
import { nextSequence } from '../storage/meta.ts'
import { countOutbox, nextEntries } from '../storage/outbox.ts'
import { claimEntries, settleEntries } from '../storage/settle-entry.ts'
import { createLibrary, type Library } from './create-library.ts'
import { NO_FACETS } from '../../../shared/image.ts'

it('adds up after every step of every history', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
      const world = new World()
      for (const one of steps) {
        world.run(one)
        world.check()
        expect(world.shown()).toEqual(world.expected())
      }
    }),
    propertyRuns(1_000, 20)
  )
})

/** Wraps a handle so that the n-th writing statement fails. */
function faulty(db: WriteDb, at: number): WriteDb {
  const left = { count: at }
  const spend = (): void => {
    if (left.count === 0) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })
    left.count -= 1
  }
  return {
    ...db,
    run: (sql, params) => {
      spend()
      return db.run(sql, params)
    },
    insert: (sql, params) => {
      spend()
      return db.insert(sql, params)
    }
  }
}

/**
 * Runs `work` with a fault at the first, second, ... statement until it succeeds, and checks that each failure changes
 * nothing. Returns the number of statements.
 */
function failEverywhere(world: World, work: (db: WriteDb) => unknown): number {
  for (let at = 0; ; at++) {
    const before = world.dump()
    try {
      work(faulty(world.db, at))
      world.checkReceipts()
      return at
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code !== 'ERR_ASSERTION')) throw error
      assert.equal(world.db.isInTransaction(), false)
      assert.deepEqual(world.dump(), before)
    }
  }
}

it('leaves nothing half done wherever a statement fails', () => {
  const world = new World()
  const setAll = (db: WriteDb, favorite: boolean): void => {
    const ports = { now: () => 1, onChange: () => undefined, wake: () => undefined }
    const records = Uint32Array.of(1, 2, 3, 4, 5, 6)
    const set = createLibrary({ db, ...ports }).setFavorite({ records, favorite })
    if (!set.ok) throw Object.assign(new Error('refused'), { code: set.failure.code })
  }
  expect(failEverywhere(world, (db) => setAll(db, true))).toBeGreaterThan(3)
  const entries = nextEntries(world.db, { group: 'images', lane: 'batch', limit: 2, now: 1 })
  const claim = (db: WriteDb): unknown => claimEntries(db, { entries, instance: 'boot', now: 1 })
  expect(failEverywhere(world, claim)).toBe(4)
  expect(failEverywhere(world, (db) => setAll(db, false))).toBeGreaterThan(5)
  const results = world.inFlight().map(({ entry, sent }) => ({
    entry,
    revision: sent,
    outcome: { kind: 'acknowledged' } as const
  }))
  const images = [image(1, { favorite: true, name: 'renamed' })]
  const settle = (db: WriteDb): unknown => settleEntries(db, { results, images, now: 5, sequence: nextSequence(db) })
  expect(failEverywhere(world, settle)).toBeGreaterThan(8)
  const page = [image(1, { name: 'again' }), image(7, { favorite: true }), image(8)]
  const apply = (db: WriteDb): unknown =>
    applyImages(db, { records: page, requestSequence: nextSequence(db), readAt: 9, pass: null })
  expect(failEverywhere(world, apply)).toBeGreaterThan(8)
})

it('leaves no verb half done wherever a statement fails', () => {
  const world = new World()
  const verb = (run: (library: Library) => Result<unknown>) => (db: WriteDb) => {
    const done = run(createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined }))
    if (!done.ok) throw Object.assign(new Error('refused'), { code: done.failure.code })
  }
  const all = Uint32Array.of(1, 2, 3, 4, 5, 6)
  const form = { name: 'n', description: 'd', resolution: '256x256', ...NO_FACETS }
  const verbs: readonly ((library: Library) => Result<unknown>)[] = [
    (library) => library.setFavorite({ records: all, favorite: true }),
    (library) => library.renameImage({ record: 2, name: 'new' }),
    (library) => library.createImage({ form }),
    (library) => library.updateCreate({ record: 7, form: { ...form, name: 'other' } }),
    (library) => library.renameImage({ record: 7, name: 'third' }),
    (library) => library.undoBatch({ batch: 2 }),
    (library) => library.deleteImages({ records: Uint32Array.of(5, 7) }),
    (library) =>
      library.repairChanges({ target: { kind: 'entries', entries: [1] }, repairAction: 'discard', choice: null }),
    (library) => library.stopBatch({ batch: 1, isUndoing: true })
  ]
  for (const run of verbs) expect(failEverywhere(world, verb(run))).toBeGreaterThan(1)
  world.checkReceipts()
})

it('claims within the surrounding transaction', () => {
  const world = new World()
  world.set([1, 2], true)
  expect(() =>
    inTransaction(world.db, () => {
      world.claim('batch', 9)
      throw new Error('later')
    })
  ).toThrow('later')
  expect(countOutbox(world.db).sending).toBe(0)
})
