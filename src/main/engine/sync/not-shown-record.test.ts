/** A record that a service repeatedly fails to show is a failure of that record only; all others continue. */
import { describe, expect, it } from 'vitest'
import { readsNothing } from '../../../../test/helpers/empty-account.ts'
import { plainRecords, readRig, uncheckedRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import type { Fault, FaultSubject } from '../../../reference-service/faults.ts'

const HOUR = 3_600_000

const isShow = ({ method, path }: Pick<FaultSubject, 'method' | 'path'>, id: string): boolean =>
  method === 'GET' && path.endsWith(`/images/${id}`)

/** Makes the service fail or refuse to show that record, but not lists and updates. */
function failToShow({ service }: SyncRig, id: string, status = 500): void {
  service.change({ faults: (subject) => (isShow(subject, id) ? { kind: 'status', status } : null) })
}

/** Returns a fault that omits records of this name from lists. */
const withoutName = (left: string): Fault => ({
  kind: 'altered',
  alter: { rows: (rows) => rows.filter(({ name }) => name !== left) }
})

const shows = ({ service }: SyncRig, id: string): number =>
  service.log.entries.filter((entry) => isShow(entry, id)).length
const lists = ({ service }: SyncRig): number =>
  service.log.entries.filter(({ method, path }) => method === 'GET' && path.endsWith('/images')).length

type Ids = 'number' | 'uuid'

async function failingRig(
  open: typeof readRig,
  ids: Ids = 'number'
): Promise<{ rig: SyncRig; run: Run; record: number; other: number }> {
  const { rig, run } = await open({ images: 60, dialect: dialectOf('standard', { ids, results: 'list' }) })
  const [record = 0, other = 0] = plainRecords(rig, run, 2)
  failToShow(rig, rig.serviceId(run, record))
  return { rig, run, record, other }
}

describe('a record that cannot be shown', () => {
  it.each([500, 403, 405])('is renamed by the data of its list page: %i', async (status) => {
    const { rig, run, record, other } = await failingRig(readRig)
    failToShow(rig, rig.serviceId(run, record), status)
    rig.rename(run, record, 'Quay')
    rig.setFavorite(run, [other], true)
    await rig.clock.advance(60_000)
    expect(rig.receipt(run, 1)).toMatchObject({ done: 1, waiting: 0 })
    expect(rig.receipt(run, 2)).toMatchObject({ done: 1, waiting: 0 })
    expect(run.sync.status().images.state).toBe('up-to-date')
    expect(rig.differences(run)).toEqual([])
  })

  it('is looked up on its list page when the response to its star was lost', async () => {
    const { rig, run, record } = await failingRig(readRig)
    const id = rig.serviceId(run, record)
    let isLost = false
    rig.service.change({
      faults: (subject) => {
        if (isShow(subject, id)) return { kind: 'status', status: 500 }
        if (subject.method !== 'PUT' || isLost) return null
        isLost = true
        return { kind: 'drop-after' }
      }
    })
    rig.setFavorite(run, [record], true)
    await rig.clock.advance(60_000)
    expect(rig.updates()).toBe(1)
    expect(rig.receipt(run, 1)).toMatchObject({ done: 1, waiting: 0 })
    expect(run.sync.status().images.state).toBe('up-to-date')
  })

  it.each<Ids>(['number', 'uuid'])('can be the first update of a connection (%s)', async (ids) => {
    const { rig, run, record, other } = await failingRig(uncheckedRig, ids)
    rig.setFavorite(run, [record], true)
    rig.setFavorite(run, [other], true)
    await rig.clock.advance(120_000)
    expect(rig.receipt(run, 1)).toMatchObject({ done: 1, waiting: 0 })
    expect(rig.receipt(run, 2)).toMatchObject({ done: 1, waiting: 0 })
  })

  it('does not keep others from leaving the library, and leaves once it can be shown', async () => {
    const { rig, run, record, other } = await failingRig(readRig)
    const ids = [record, other].map((one) => rig.serviceId(run, one))
    for (const id of ids) rig.service.store.images.remove(Number(id))
    rig.service.log.clear()
    await rig.clock.advance(2 * HOUR)
    expect(rig.records(run)).not.toContain(other)
    expect(shows(rig, ids[0] ?? '')).toBeLessThan(20)
    expect(run.sync.status().images.state).toBe('up-to-date')
    rig.service.change({ faults: null })
    await rig.clock.advance(2 * HOUR)
    expect(rig.records(run)).not.toContain(record)
  })

  it('delays nothing after the lists have failed for a while, too', async () => {
    const { rig, run, record, other } = await failingRig(readRig)
    rig.service.change({ faults: () => ({ kind: 'status', status: 500 }) })
    rig.rename(run, record, 'Quay')
    rig.rename(run, other, 'Pier')
    await rig.clock.advance(HOUR)
    failToShow(rig, rig.serviceId(run, record))
    await rig.clock.advance(HOUR / 2)
    expect([rig.receipt(run, 1).done, rig.receipt(run, 2).done]).toEqual([1, 1])
    expect(run.sync.status().images.state).toBe('up-to-date')
  })

  it('waits if its page shows no results, instead of sending old ones', async () => {
    const { rig, run } = await readRig({ images: 60, dialect: dialectOf('standard', { results: 'show' }) })
    const [record = 0] = plainRecords(rig, run, 1)
    const id = rig.serviceId(run, record)
    rig.rename(run, record, 'Quay')
    await rig.drained(run)
    await rig.clock.advance(HOUR)
    rig.service.store.images.put(Number(id), { results: ['first.png', 'added.png'] })
    failToShow(rig, id)
    rig.rename(run, record, 'Pier')
    await rig.clock.advance(HOUR / 2)
    expect(rig.receipt(run, 2)).toMatchObject({ done: 0, waiting: 1 })
    rig.service.change({ faults: null })
    await rig.drained(run)
    expect(rig.service.truth.images.get(Number(id))).toMatchObject({
      name: 'Pier',
      results: ['first.png', 'added.png']
    })
  })

  it.each([
    ['a page for people', '<!doctype html><title>Gallery</title>', 'text/html'],
    ['another record', '{"data":{"id":1,"name":"Another","favorite":0}}', 'application/json']
  ])('delays nothing if %s is returned instead', async (_, body, type) => {
    const { rig, run, record, other } = await failingRig(readRig)
    const id = rig.serviceId(run, record)
    rig.service.change({ faults: null })
    rig.alter = (request, response) => {
      const isOne = response.kind === 'response' && request.method === 'GET' && request.url.endsWith(`/images/${id}`)
      return isOne ? { ...response, headers: { ...response.headers, 'content-type': type }, body } : response
    }
    rig.rename(run, record, 'Quay')
    rig.setFavorite(run, [other], true)
    await rig.clock.advance(60_000)
    expect([rig.receipt(run, 1).done, rig.receipt(run, 2).done]).toEqual([1, 1])
    expect(run.sync.status().images.state).toBe('up-to-date')
  })

  it('with no page to estimate, delays neither lists nor other changes, and is not requested constantly', async () => {
    const { rig, run, record, other } = await failingRig(readRig, 'uuid')
    const [, , third = 0] = plainRecords(rig, run, 3)
    const id = rig.serviceId(run, record)
    rig.rename(run, record, 'Quay')
    rig.rename(run, other, 'Pier')
    rig.setFavorite(run, [third], true)
    await rig.clock.advance(HOUR)
    expect(rig.receipt(run, 2)).toMatchObject({ done: 1, waiting: 0 })
    expect(rig.receipt(run, 3)).toMatchObject({ done: 1, waiting: 0 })
    expect(lists(rig)).toBeGreaterThan(5)
    expect(shows(rig, id)).toBeLessThan(60)
    rig.service.change({ faults: null })
    await rig.drained(run)
    expect(rig.receipt(run, 1)).toMatchObject({ done: 1, waiting: 0 })
  })

  it('is parked after an hour if its star lost its response, with a note that it may have arrived', async () => {
    const { rig, run, record, other } = await failingRig(readRig, 'uuid')
    const id = rig.serviceId(run, record)
    rig.service.change({
      faults: (subject) => {
        if (isShow(subject, id)) return { kind: 'status', status: 500 }
        if (subject.method === 'GET') return withoutName(rig.name(run, record))
        return subject.method === 'PUT' && subject.path.endsWith(`/images/${id}`) ? { kind: 'drop-before' } : null
      }
    })
    rig.setFavorite(run, [record], true)
    await rig.clock.advance(HOUR / 2)
    rig.setFavorite(run, [other], true)
    await rig.clock.advance(2 * HOUR)
    expect(rig.receipt(run, 2)).toMatchObject({ done: 1, waiting: 0 })
    expect(rig.needs(run, 'favorite')).toMatchObject([{ isUnconfirmed: true }])
    expect(rig.updates()).toBe(2)
    expect(run.sync.status().images.state).toBe('up-to-date')
  })
})

it('lets renames be sent even if the service allows only one request a minute', async () => {
  const { rig, run } = await readRig({ images: 30, perMinute: 1 })
  const records = plainRecords(rig, run, 3)
  for (const record of records) rig.rename(run, record, `Quay ${record}`)
  await rig.clock.advance(HOUR)
  expect(rig.receipt(run, 3)).toMatchObject({ done: 1, waiting: 0 })
})

it.each([
  ['some of which', (path: string) => path.endsWith('/60')],
  ['none of which', (path: string) => /\/\d+$/.test(path)]
])(
  'a new key that lists other images, %s can be shown, needs a decision and is not compared forever',
  async (_, hits) => {
    const { rig, run } = await readRig({ images: 60 })
    const [record = 0] = plainRecords(rig, run, 1)
    rig.down = 'offline'
    rig.setFavorite(run, [record], true)
    rig.imagesKeyHash = 'a2'
    run.sync.setGroups(rig.groups())
    rig.alter = (request, response) => {
      const isInconclusive = response.kind === 'response' && hits(new URL(request.url).pathname)
      return isInconclusive ? { ...response, status: 500, body: '' } : readsNothing(request, response)
    }
    rig.down = null
    run.sync.wake('online')
    await rig.clock.advance(3 * 60_000)
    expect(run.sync.status().images).toMatchObject({ state: 'no-access', failure: { code: 'owner-unclear' } })
    await rig.clock.advance(HOUR)
    expect(rig.service.log.entries.length).toBeLessThan(40)
  }
)
