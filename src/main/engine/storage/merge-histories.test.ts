/** Random changes of one image that has two records. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/helpers/depth.ts'
import { counted, outcomeOf, type Move } from '../../../../test/helpers/two-numbers.ts'

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('say'), side: fc.constantFrom(0, 1), value: fc.boolean() }) },
  fc.record({ does: fc.constant('send') }),
  fc.record({ does: fc.constant('ask') }),
  fc.record({ does: fc.constant('discard') }),
  fc.record({ does: fc.constant('answer'), how: fc.constantFrom('acknowledged', 'ready', 'unknown') })
)

describe.each(['favorite', 'name'] as const)('the last desired value (%s) of an image with two records', (kind) => {
  it('is displayed and sent, and the counts of every batch add up', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 8 }), (moves) => {
        const { desired, became } = outcomeOf(kind, moves)
        expect(became).toEqual(counted(desired))
      }),
      propertyRuns(300, 10)
    )
  })
})
