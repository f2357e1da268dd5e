/** Looking up what was sent without an answer, in virtual time. */
import { expect, it } from 'vitest'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import { trust } from '../../../../test/helpers/trust.ts'

it('looks once when the service is back: two looks at a time could write an answer older than a star', async () => {
  const rig = rigOf({ images: 150, answerDelayMs: 20 })
  const run = rig.start()
  await rig.firstPull(run)
  trust(rig, run)
  const fault = { updates: 0, endsAt: 0 }
  rig.service.change({
    faults: ({ method }) => {
      if (method === 'PUT') fault.updates += 1
      if (fault.updates === 20 && fault.endsAt === 0) fault.endsAt = rig.clock.elapsed() + 300
      return rig.clock.elapsed() < fault.endsAt ? { kind: 'status', status: 503 } : null
    }
  })
  rig.service.log.clear()
  rig.star(run)
  await rig.drained(run)
  const reads = rig.service.log.entries.filter(({ method }) => method === 'GET').map(({ status }) => status)
  expect(reads).toEqual([503, 200])
  expect(rig.differences(run)).toEqual([])
})
