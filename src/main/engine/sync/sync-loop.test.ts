import { afterEach, describe, expect, it } from 'vitest'
import { type RigOptions, SyncRig } from '../../../../test/helpers/sync-rig.ts'

let rigs: SyncRig[] = []
const rigOf = (options: RigOptions): SyncRig => {
  const rig = new SyncRig(options)
  rigs.push(rig)
  return rig
}
afterEach(() => {
  for (const rig of rigs) rig.dispose()
  rigs = []
})

describe('first pass', () => {
  it('reads everything, newest first, and proves it complete', async () => {
    const rig = rigOf({ images: 730, projects: 130 })
    const run = rig.start()
    await rig.firstPull(run)
    expect(rig.differences(run)).toEqual([])
    const first = run.db.value<string>('SELECT service_id FROM records WHERE grp = ? ORDER BY record', ['images'])
    expect(first).toBe(String(Math.max(...rig.service.truth.images.keys())))
    expect(run.db.value('SELECT count(*) FROM projects')).toBe(130)
    expect(run.sync.status()).toMatchObject({ waiting: 0, needsYou: 0, images: { state: 'up-to-date', failure: null } })
  })
})

describe('push', () => {
  it('sends every star and says so', async () => {
    const rig = rigOf({ images: 730 })
    const run = rig.start()
    await rig.firstPull(run)
    const before = rig.service.log.entries.length
    const batch = rig.star(run)
    expect(run.sync.status()).toMatchObject({ waiting: batch.waiting, images: { state: 'sending' } })
    await rig.drained(run)
    const receipt = rig.receipt(run, batch.batch)
    expect(receipt).toMatchObject({ size: 730, waiting: 0, needsYou: 0, takenBack: 0 })
    expect(receipt.done + receipt.alreadySo).toBe(730)
    expect(rig.differences(run)).toEqual([])
    expect(rig.service.log.entries.length - before).toBeLessThanOrEqual(receipt.done + 3)
    expect(run.sync.status().images.state).toBe('up-to-date')
  })
})
