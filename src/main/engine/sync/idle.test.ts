/** Pending entries that wait for something other than time cost nothing: no timer runs repeatedly. */
import { expect, it } from 'vitest'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'

const HOUR = 3_600_000

/** Returns the timers set within one second of each of two hours. */
async function timersOfAnHour(wait: (rig: SyncRig, run: Run) => void): Promise<number> {
  const rig = rigOf({ images: 30 })
  const after = rig.clock.after
  let count = 0
  const counting: typeof after = (ms, run) => {
    count += 1
    return after(ms, run)
  }
  Object.assign(rig.clock, { after: counting })
  const run = rig.start()
  await rig.firstPull(run)
  wait(rig, run)
  await rig.clock.advance(HOUR)
  count = 0
  await rig.clock.advance(HOUR)
  return count
}

it('deletions without a network', async () => {
  const timers = await timersOfAnHour((rig, run) => {
    rig.down = 'offline'
    rig.remove(run, rig.records(run).slice(0, 5))
  })
  expect(timers).toBeLessThan(300)
})

it('a deletion of a project that is looked up in a list that is never complete', async () => {
  const timers = await timersOfAnHour((rig, run) => {
    rig.service.change({ faults: ({ method }) => (method === 'DELETE' ? { kind: 'drop-after' } : null) })
    rig.alter = (request, response) => {
      if (request.slot !== 'projects' || response.kind !== 'response') return response
      return { ...response, body: response.body.replace(/"total": ?\d+/, '"total":99') }
    }
    rig.removeProject(run, rig.projects(run)[0] ?? '')
  })
  expect(timers).toBeLessThan(1_000)
})
