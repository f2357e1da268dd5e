import { expect, it } from 'vitest'
import { readRig, rigOf } from '../../../../test/helpers/rigs.ts'
import type { Fault, FaultSubject } from '../../../reference-service/faults.ts'

const PAGE_3: readonly (readonly [string, Fault])[] = [
  ['500', { kind: 'status', status: 500 }],
  ['a web page', { kind: 'html', status: 403 }],
  ['a JSON 403', { kind: 'status', status: 403 }]
]
const isPage3 = ({ query, operation }: FaultSubject): boolean =>
  (operation === 'list-images' || operation === 'list-projects') && query['page'] === '3'

it.each(PAGE_3)('requests a page that always returns %s less and less often', async (_, fault) => {
  const rig = rigOf({ images: 500, projects: 500, responseDelayMs: 100, perMinute: 0 })
  const run = rig.start()
  rig.service.change({ faults: (subject) => (isPage3(subject) ? fault : null) })
  await rig.clock.advance(60_000)
  rig.service.log.clear()
  await rig.clock.advance(20 * 60_000)
  // Twice a minute, with the other pages requested.
  expect(rig.service.log.entries.length).toBeLessThan(2 * 20 * 3)
  expect(run.sync.status().images.state).not.toBe('not-responding')
  rig.service.change({ faults: null })
  await rig.clock.advance(6 * 60_000)
  expect(rig.records(run)).toHaveLength(500)
  expect(rig.projects(run)).toHaveLength(500)
})

it('requests it at once when an outage is over', async () => {
  const rig = rigOf({ images: 500, projects: 3, responseDelayMs: 100 })
  const run = rig.start()
  await rig.clock.advance(300)
  rig.service.change({ faults: () => ({ kind: 'status', status: 500 }) })
  await rig.clock.advance(10 * 60_000)
  rig.service.change({ faults: null })
  // At most the longest delay of reads.
  await rig.clock.advance(5 * 60_000 + 10_000)
  expect(rig.records(run)).toHaveLength(500)
})

it('stays quiet while its only needed page is delayed, however often the network seems to be back', async () => {
  const { rig, run } = await readRig({ images: 60, projects: 3, perMinute: 0 })
  rig.service.change({ faults: ({ query }) => (query['page'] === '1' ? { kind: 'status', status: 500 } : null) })
  for (let asked = 0; asked < 5; asked += 1) {
    run.sync.wake('online')
    await rig.clock.advance(50)
  }
  rig.service.log.clear()
  await rig.clock.advance(10 * 60_000)
  expect(rig.service.log.entries.length).toBeLessThan(60)
  rig.service.change({ faults: null })
  await rig.clock.advance(6 * 60_000)
  expect(run.sync.status()).toMatchObject({ images: { state: 'up-to-date' }, projects: { state: 'up-to-date' } })
})

it('requests it at once when the user does', async () => {
  const { rig, run } = await readRig({ images: 60, projects: 3, perMinute: 0 })
  rig.service.change({
    faults: ({ operation }) => (operation === 'list-projects' ? { kind: 'status', status: 500 } : null)
  })
  run.sync.wake('online')
  await rig.clock.advance(60_000)
  rig.service.change({ faults: null })
  rig.service.log.clear()
  run.sync.wake('user')
  await rig.clock.advance(1_000)
  expect(rig.service.log.entries.some(({ path }) => path.endsWith('/projects'))).toBe(true)
  expect(run.sync.status().projects.state).toBe('up-to-date')
})
