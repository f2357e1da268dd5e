/** Looking up what was sent without an answer, in virtual time. */
import { describe, expect, it } from 'vitest'
import { plainRecords, readRig, rigOf } from '../../../../test/helpers/rigs.ts'
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

/**
 * The service does the first star and its answer is lost; then it shows no record alone, and no list while
 * `withoutList`. The record of the star.
 */
async function refusedLooks(withoutList: { now: boolean }) {
  const { rig, run } = await readRig({ images: 5 })
  const [record = 0] = plainRecords(rig, run, 1)
  const sent = { updates: 0 }
  rig.service.change({
    faults: ({ method, path }) => {
      if (method === 'PUT') sent.updates += 1
      if (method === 'PUT' && sent.updates === 1) return { kind: 'drop-after' }
      const isRefused = method === 'GET' && sent.updates > 0 && (withoutList.now || /\d$/.test(path))
      return isRefused ? { kind: 'status', status: 400 } : null
    }
  })
  rig.setFavorite(run, [record], true)
  return { rig, run, record, sent }
}

describe('a look-up that the service refuses', () => {
  it('is made by the list, which shows the record all the same', async () => {
    const { rig, run, sent } = await refusedLooks({ now: false })
    await rig.drained(run)
    expect(sent.updates).toBe(1)
    expect(rig.differences(run)).toEqual([])
  })
})
