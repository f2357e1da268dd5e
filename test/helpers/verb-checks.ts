/** What must hold of a library with every verb after every step, and in the end. */
import assert from 'node:assert/strict'

import { countOutbox } from '../../src/main/engine/storage/outbox.ts'
import { foldText } from '../../src/main/engine/storage/search.ts'
import type { ImageRow } from '../../src/shared/image.ts'
import { EMPTY_QUERY } from '../../src/shared/query.ts'
import { valueOf } from './temporary-library.ts'
import type { VerbWorld } from './verb-world.ts'

/** Everything that must hold after every step. */
export function checkWorld(world: VerbWorld): void {
  checkReceipts(world)
  checkEntries(world)
  checkScreens(world)
}

function checkReceipts({ reader }: VerbWorld): void {
  const batches = valueOf(reader.listBatches({ before: null, limit: 200 })).rows
  for (const receipt of batches) {
    const { batch, size, done, alreadySo, waiting, needsYou, takenBack, sending, checking, finishedAt } = receipt
    assert.equal(done + alreadySo + waiting + needsYou + takenBack, size)
    assert.ok(sending + checking <= waiting, `${sending} + ${checking} of ${waiting}`)
    assert.equal(finishedAt === null, waiting > 0)
    const words = { done, alreadySo, waiting, needsYou, takenBack, sending, checking } as const
    for (const [word, count] of Object.entries(words)) {
      const ask = { batch, word: word as keyof typeof words, offset: 0, limit: 200 }
      const { rows, total } = valueOf(reader.listBatchItems(ask))
      assert.deepEqual([rows.length, total], [count, count], `${word} of batch ${batch}`)
    }
  }
}

/** Every want and every older request in flight has one item that waits or needs the person, and there are no more. */
function checkEntries({ db, reader }: VerbWorld): void {
  const open = db.all(
    `SELECT batch, record, iif(state = 'refused', 'needs-you', 'waiting') AS outcome FROM entries
     UNION SELECT sent_batch, record, 'waiting' FROM entries WHERE sent_batch IS NOT NULL ORDER BY 1, 2`
  )
  const items = db.all(
    `SELECT batch, record, outcome FROM batch_items WHERE outcome IN ('waiting', 'needs-you') ORDER BY 1, 2`
  )
  assert.deepEqual(items, open)
  const { waiting, needsYou } = countOutbox(db)
  const total = (state: 'waiting' | 'needs-you'): number =>
    valueOf(reader.listChanges({ filter: { state, reason: null, batch: null }, offset: 0, limit: 200 })).total
  assert.deepEqual([total('waiting'), total('needs-you')], [waiting, needsYou])
  const needs = valueOf(reader.listNeeds(null)).reduce((sum, { count }) => sum + count, 0)
  assert.equal(needs, needsYou)
}

/** Counts, orders and searches say of each record what its row says. */
function checkScreens(world: VerbWorld): void {
  const { db, reader } = world
  const all = world.rows(db.column<number>('SELECT record FROM records ORDER BY record'))
  const shown = all.filter((row) => row.stage !== 'delete-waiting')
  const { totals } = valueOf(reader.countFacets({ query: EMPTY_QUERY }))
  const count = (rows: readonly ImageRow[], test: (row: ImageRow) => boolean): number => rows.filter(test).length
  assert.deepEqual(
    [totals.images, totals.favorites, totals.waiting, totals.needsYou],
    [
      shown.length,
      count(shown, (row) => row.favorite),
      count(all, (row) => row.mark === 'waiting'),
      count(all, (row) => row.mark === 'needs-you')
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

/** Nothing waits, and what is not the person's to decide is here as it is at the service. */
export function checkConverged(world: VerbWorld): void {
  const { db, service } = world
  // What is wanted of an image whose own creation needs the person waits for that.
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
