/**
 * Random histories of every verb against a service that may refuse, lose answers, change records by itself and lose
 * them. After every step receipts, outbox and screens agree; in the end the library is what the service is.
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { checkConverged, checkWorld } from '../../../../test/helpers/verb-checks.ts'
import { verbStep } from '../../../../test/helpers/verb-steps.ts'
import { VerbWorld } from '../../../../test/helpers/verb-world.ts'

/** More by HISTORIES=3000. */
const runs = Number(process.env['HISTORIES'] ?? 120)

it('adds up after every step of every history, and converges', { timeout: 60_000 + runs * 200 }, () => {
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
    { numRuns: runs }
  )
})
