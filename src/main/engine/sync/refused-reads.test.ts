/** A service that rejects every read: lists and single records alike. */
import { expect, it } from 'vitest'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'

it.each([400, 403, 422])(
  'requests a service that returns %i less and less often, and shows its state',
  async (status) => {
    const { rig, run } = await readRig({ images: 20, perMinute: 0 })
    // Something must be looked up, so that single records are requested as well.
    rig.service.change({ faults: ({ method }) => (method === 'PUT' ? { kind: 'drop-after' } : null) })
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    await rig.clock.advance(20)
    rig.service.change({ faults: ({ method }) => (method === 'GET' ? { kind: 'status', status } : null) })
    await rig.clock.advance(10_000)
    rig.service.log.clear()
    await rig.clock.advance(10 * 60_000)
    expect(rig.service.log.entries.filter(({ group }) => group === 'images').length).toBeLessThan(40)
    expect(['stopped', 'no-access']).toContain(run.sync.status().images.state)
    rig.service.change({ faults: null })
    await rig.clock.advance(2 * 60_000)
    expect(run.sync.status()).toMatchObject({ waiting: 0, needsAttention: 0 })
  }
)
