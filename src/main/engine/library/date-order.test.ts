/** "Date created": by the date if the service returns it, by the id if not; and always by an index. */
import { describe, expect, it } from 'vitest'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../../reference-service/dialects/switches.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import type { ReadDb } from '../storage/database.ts'
import { mergeRecords } from '../storage/merge-records.ts'
import { ORDER_SQL } from './image-index.ts'
import { createLibraryReader } from './reader.ts'

const DAY = 86_400_000
const at = (day: number) => ({ createdAt: day * DAY })

/** Returns record numbers, newest first. */
const newest = (db: ReadDb): number[] => [...valueOf(createLibraryReader(db).openView({ query: EMPTY_QUERY })).numbers]

describe('date created', () => {
  it('is the date that the service returns, whatever the ids are', () => {
    const { db } = temporaryLibrary()
    put(db, [image('b7', at(2)), image('ff', at(1)), image('03', at(3)), image('a0', at(4))])
    expect(newest(db)).toEqual([4, 3, 1, 2])
  })

  it('falls back to the id for equal dates', () => {
    const { db } = temporaryLibrary()
    put(db, [image(12, at(1)), image(9, at(1)), image(100, at(1))])
    expect(newest(db)).toEqual([3, 1, 2])
  })

  it('uses the id if the service returns no dates, or few', () => {
    const { db } = temporaryLibrary()
    put(db, [image(12), image(9), image(100), image(7, at(5))])
    expect(newest(db)).toEqual([3, 1, 2, 4])
  })

  it('of a single record without one is when it was first seen', () => {
    const { db } = temporaryLibrary()
    put(db, [image('b7', at(2)), image('ff', at(4)), image('03', at(1))])
    put(db, [image('00')], 3 * DAY)
    expect(newest(db)).toEqual([2, 4, 1, 3])
  })

  it('is updated when it is returned later, or differently', () => {
    const { db } = temporaryLibrary()
    put(db, [image('aa', at(1)), image('bb', at(2))])
    const reader = createLibraryReader(db)
    const shown = () => [...valueOf(reader.openView({ query: EMPTY_QUERY })).numbers]
    expect(shown()).toEqual([2, 1])
    put(db, [image('aa', at(3))])
    expect(shown()).toEqual([1, 2])
  })

  it('moves with a record that is merged into another', () => {
    const { db } = temporaryLibrary()
    put(db, [image('aa', at(5)), image('bb', at(2)), image('cc', at(3))])
    mergeRecords(db, { from: 1, into: 2, now: 1 })
    expect(newest(db)).toEqual([2, 3])
  })

  it('uses an index, by date and by id', () => {
    const { db } = temporaryLibrary()
    for (const [order, index] of [
      ['date', 'records_by_date'],
      ['id', 'records_in_order']
    ] as const) {
      const plan = db.all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${ORDER_SQL[order]}`)
      expect(plan.map(({ detail }) => detail)).toEqual([`SEARCH records USING INDEX ${index} (grp=?)`])
    }
  })
})

describe('a new image of a service with UUIDs', () => {
  it.each([
    ['created_at', {}],
    ['inserted_at', { stamps: 'inserted_at' }]
  ] as const)('comes first: %s', async (_, stamps: Partial<ServiceDialect>) => {
    const rig = rigOf({ images: 300 })
    rig.service.change({ dialect: dialectOf('standard', { ids: 'uuid', ...stamps }) })
    const run = rig.start()
    await rig.firstPull(run)
    await rig.clock.advance(60_000)
    const { record } = rig.create(run, { name: 'The newest' })
    expect(newest(run.db)[0]).toBe(record)
    await rig.drained(run)
    await rig.clock.advance(10 * 60_000)
    expect(newest(run.db)).toHaveLength(301)
    expect(newest(run.db)[0]).toBe(record)
  })
})
