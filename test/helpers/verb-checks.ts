/** Invariants of a library with every verb, after every step and at the end. */
import assert from 'node:assert/strict'

import { countOutbox } from '../../src/main/engine/storage/outbox.ts'
import { foldText } from '../../src/main/engine/storage/search.ts'
import type { ImageRow } from '../../src/shared/image.ts'
import { EMPTY_QUERY } from '../../src/shared/query.ts'
import { valueOf } from './temporary-library.ts'
import type { VerbWorld } from './verb-world.ts'

/** Checks all invariants after a step. */
export function checkWorld(world: VerbWorld): void {
  checkReceipts(world)
  checkEntries(world)
  checkScreens(world)
}

function checkReceipts({ reader }: VerbWorld): void {
  const batches = valueOf(reader.listBatches({ before: null, limit: 200 })).rows
  for (const receipt of batches) {
    const { batch, size, done, unchanged, waiting, needsAttention, canceled, sending, checking, finishedAt } = receipt
    assert.equal(done + unchanged + waiting + needsAttention + canceled, size)
    assert.ok(sending + checking <= waiting, `${sending} + ${checking} of ${waiting}`)
    assert.equal(finishedAt === null, waiting > 0)
    const counts = { done, unchanged, waiting, needsAttention, canceled, sending, checking } as const
    for (const [status, count] of Object.entries(counts)) {
      const request = { batch, status: status as keyof typeof counts, offset: 0, limit: 200 }
      const { rows, total } = valueOf(reader.listBatchItems(request))
      assert.deepEqual([rows.length, total], [count, count], `${status} of batch ${batch}`)
    }
  }
}

/**
 * Every desired value and every older request in flight has one item that is pending or needs attention, and there are
 * no other such items.
 */
function checkEntries({ db, reader }: VerbWorld): void {
  const open = db.all(
    `SELECT batch, record, iif(state = 'refused', 'needs-attention', 'waiting') AS outcome FROM entries
     UNION SELECT sent_batch, record, 'waiting' FROM entries WHERE sent_batch IS NOT NULL ORDER BY 1, 2`
  )
  const items = db.all(
    `SELECT batch, record, outcome FROM batch_items WHERE outcome IN ('waiting', 'needs-attention') ORDER BY 1, 2`
  )
  assert.deepEqual(items, open)
  const { waiting, needsAttention } = countOutbox(db)
  const total = (state: 'waiting' | 'needs-attention'): number =>
    valueOf(reader.listChanges({ filter: { state, reason: null, batch: null }, offset: 0, limit: 200 })).total
  assert.deepEqual([total('waiting'), total('needs-attention')], [waiting, needsAttention])
  const needs = valueOf(reader.listNeeds(null)).reduce((sum, { count }) => sum + count, 0)
  assert.equal(needs, needsAttention)
}

/** Counts, orders, and searches agree with the row of each record. */
function checkScreens(world: VerbWorld): void {
  const { db, reader } = world
  const all = world.rows(db.column<number>('SELECT record FROM records ORDER BY record'))
  const shown = all.filter((row) => row.stage !== 'delete-waiting')
  const { totals } = valueOf(reader.countFacets({ query: EMPTY_QUERY }))
  const count = (rows: readonly ImageRow[], test: (row: ImageRow) => boolean): number => rows.filter(test).length
  assert.deepEqual(
    [totals.images, totals.favorites, totals.waiting, totals.needsAttention],
    [
      shown.length,
      count(shown, (row) => row.favorite),
      count(all, (row) => row.mark === 'waiting'),
      count(all, (row) => row.mark === 'needs-attention')
    ]
  )
  const view = (query: object): number[] => [
    ...valueOf(reader.openView({ query: { ...EMPTY_QUERY, sort: 'asc', ...query } })).numbers
  ]
  const key = (row: ImageRow): string => foldText(row.name)
  const byName = shown.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.record - b.record))
  assert.deepEqual(
    view({ sortBy: 'name' }),
    byName.map((row) => row.record)
  )
  const found = shown.filter((row) => `${key(row)}\n${foldText(row.prompt ?? '')}`.includes('ce'))
  assert.deepEqual(
    view({ search: 'Cé' }).toSorted((a, b) => a - b),
    found.map((row) => row.record)
  )
}

/** Nothing is pending, and whatever needs no decision by the user equals the state at the service. */
export function checkConverged(world: VerbWorld): void {
  const { db, service } = world
  // Changes of an image whose own create needs attention wait for that create.
  const unborn = db.column<number>("SELECT record FROM entries WHERE kind = 'create' AND state = 'refused'")
  const waiting = db.column<number>("SELECT record FROM entries WHERE state <> 'refused'")
  assert.deepEqual(
    waiting.filter((record) => !unborn.includes(record)),
    []
  )
  const needy = new Set(db.column<number>('SELECT record FROM outbox'))
  const local = db.all<{ record: number; id: string }>(
    `SELECT record, service_id AS id FROM records WHERE grp = 'images' AND service_id IS NOT NULL
       AND record IN (SELECT record FROM images) AND record NOT IN (SELECT record FROM gone)`
  )
  assert.deepEqual(
    local.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    [...service.images.keys()].map(Number).toSorted((a, b) => a - b)
  )
  for (const { record, id } of local.filter((one) => !needy.has(one.record))) {
    const [row] = world.rows([record])
    assert.deepEqual({ name: row?.name, favorite: row?.favorite }, service.images.get(id))
  }
  const orders = db.value<number>('SELECT ifnull(sum(orders), 0) FROM creates') ?? 0
  assert.ok(service.posts <= orders + db.column<number>('SELECT record FROM records WHERE service_id IS NULL').length)
}
