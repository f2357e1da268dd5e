/** Random changes of one image that has two records. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/helpers/depth.ts'
import { KINDS, play, type Move } from '../../../../test/helpers/two-numbers.ts'

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('say'), side: fc.constantFrom(0, 1), value: fc.boolean() }) },
  fc.record({ does: fc.constant('send') }),
  fc.record({ does: fc.constant('ask') }),
  fc.record({ does: fc.constant('discard') }),
  fc.record({ does: fc.constant('answer'), how: fc.constantFrom('acknowledged', 'ready', 'unknown') })
)

describe.each(['favorite', 'name'] as const)('the last desired value (%s) of an image with two records', (name) => {
  it('is displayed and sent, and the counts of every batch add up', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 8 }), (moves) => {
        const { rig, record, said: desired, shownAtOnce, service } = play(KINDS[name], moves)
        expect({ shownAtOnce, service, shown: KINDS[name].shown(rig, record) }).toEqual({
          shownAtOnce: desired,
          service: desired,
          shown: desired
        })
        expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
        const open = 'SELECT count(*) FROM batches WHERE finished_at IS NULL OR waiting > 0'
        expect(rig.db.value(open)).toBe(0)
        const items = `SELECT count(*) FROM batches b WHERE size <> (SELECT count(*) FROM batch_items i
          WHERE i.batch = b.batch) OR waiting <> (SELECT count(*) FROM batch_items i
          WHERE i.batch = b.batch AND i.outcome = 'waiting')`
        expect(rig.db.value(items)).toBe(0)
      }),
      propertyRuns(300, 10)
    )
  })
})
