/**
 * Random histories of every verb against a service that may refuse, lose responses, and change or lose records on its
 * own. After every step receipts, outbox and screens agree; in the end the library equals the service.
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { propertyRuns } from '../../../../test/helpers/depth.ts'
import { checkConverged, checkWorld } from '../../../../test/helpers/verb-checks.ts'
import { verbStep } from '../../../../test/helpers/verb-steps.ts'
import { VerbWorld } from '../../../../test/helpers/verb-world.ts'

it('adds up after every step of every history, and converges', () => {
  fc.assert(
    fc.property(fc.array(verbStep, { minLength: 1, maxLength: 50 }), (steps) => {
      const world = new VerbWorld()
      for (const step of steps) {
        world.run(step)
        checkWorld(world)
      }
      world.drain()
      checkWorld(world)
      expect(checkConverged(world)).toBeUndefined()
      world.dispose()
    }),
    propertyRuns(1_500, 10)
  )
})
