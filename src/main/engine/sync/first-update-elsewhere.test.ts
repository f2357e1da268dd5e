/**
 * What another client does to a record that was just updated does not count against the service, and stops nothing
 * else.
 */
import { expect, it } from 'vitest'
import { plainRecords, uncheckedRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { readChecked } from '../storage/checked-updates.ts'

const idOf = (rig: SyncRig, run: Run, record: number): number => Number(rig.serviceId(run, record))
const elsewhere = (rig: SyncRig, run: Run, record: number): unknown =>
  rig.service.store.images.put(idOf(rig, run, record), { favorite: false })
const needs = (rig: SyncRig, run: Run): string[] => rig.needs(run, 'favorite').map(({ code }) => code)

/** Sends two clicks, of which only the first is compared. */
async function twoClicks() {
  const { rig, run } = await uncheckedRig({ images: 100 })
  const [first = 0, second = 0, ...others] = plainRecords(rig, run, 32)
  for (const record of [first, second]) {
    rig.setFavorite(run, [record], true)
    await rig.drained(run)
    await rig.clock.advance(1_000)
  }
  return { rig, run, second, others }
}

it('a value that a read has confirmed may be changed by anyone: the user is not asked, and nothing waits', async () => {
  const { rig, run, second, others } = await twoClicks()
  run.sync.wake('user')
  await rig.clock.runUntil(() =>
    readChecked(run.db, rig.clock.now()).some((one) => one.record === second && one.isShown)
  )
  elsewhere(rig, run, second)
  const { batch } = rig.setFavorite(run, others, true)
  const startedAt = rig.clock.now()
  await rig.drained(run)
  expect(rig.clock.now() - startedAt).toBeLessThan(10_000)
  await rig.clock.advance(600_000)
  expect([rig.receipt(run, batch).done, needs(rig, run)]).toEqual([30, []])
})

it('a value that no read has confirmed is in doubt for two minutes, and the others continue', async () => {
  const { rig, run, second, others } = await twoClicks()
  elsewhere(rig, run, second)
  const { batch } = rig.setFavorite(run, others, true)
  const startedAt = rig.clock.now()
  await rig.clock.runUntil(() => rig.receipt(run, batch).done === 30)
  expect(rig.clock.now() - startedAt).toBeLessThan(10_000)
  expect([run.sync.status().images.state, needs(rig, run)]).toEqual(['up-to-date', []])
  await rig.clock.advance(110_000 - (rig.clock.now() - startedAt))
  expect(needs(rig, run)).toEqual([])
  await rig.clock.advance(60_000)
  expect(needs(rig, run)).toEqual(['not-taken'])
  expect(run.sync.status().running).toEqual([])
})

it('a slow replica that shows it within two minutes is no reason to ask', async () => {
  const { rig, run, second, others } = await twoClicks()
  elsewhere(rig, run, second)
  rig.setFavorite(run, others, true)
  await rig.clock.advance(60_000)
  rig.service.store.images.put(idOf(rig, run, second), { favorite: true })
  await rig.clock.advance(600_000)
  expect(needs(rig, run)).toEqual([])
})

it('a service that shows nothing of what it confirmed is stopped, and the screen has the reason', async () => {
  const { rig, run } = await uncheckedRig({ images: 100 })
  rig.service.change({
    faults: ({ method }) => (method === 'PUT' ? { kind: 'status', status: 200, body: '{"success":true}' } : null)
  })
  const { batch } = rig.setFavorite(run, plainRecords(rig, run, 30), true)
  await rig.clock.advance(30_000)
  expect(run.sync.status().images.state).toBe('checking')
  await rig.clock.advance(120_000)
  expect(rig.receipt(run, batch).pause).toMatchObject({ why: 'not-shown' })
})

it('an update undone before it arrived is compared with nothing: its record is read again before the next change', async () => {
  const { rig, run } = await uncheckedRig({ images: 20 })
  const [record = 0] = plainRecords(rig, run)
  const send = rig.send.bind(rig)
  rig.send = (request) => {
    if (request.method === 'PUT') rig.down = 'offline'
    return send(request)
  }
  rig.setFavorite(run, [record], true)
  await rig.clock.runUntil(() => rig.down === 'offline')
  await rig.clock.advance(500)
  rig.send = send
  rig.setFavorite(run, [record], false)
  rig.down = null
  run.sync.wake('online')
  await rig.clock.advance(600_000)
  const id = idOf(rig, run, record)
  rig.service.store.images.put(id, { name: 'Given elsewhere' })
  rig.setFavorite(run, [record], true)
  await rig.clock.advance(600_000)
  expect(needs(rig, run)).toEqual([])
  expect(rig.service.truth.images.get(id)).toMatchObject({ name: 'Given elsewhere', favorite: true })
})
