/** What single pages prove, in virtual time: candidates between their first and last id, and a `show` for each. */
import { describe, expect, it } from 'vitest'
import { readRig } from '../../../../test/helpers/rigs.ts'
import type { SyncRig } from '../../../../test/helpers/sync-rig.ts'
import type { ServiceDialect } from '../../../reference-service/dialects/switches.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const imagesAsked = (rig: SyncRig) => rig.service.log.entries.filter(({ path }) => path.includes('/images'))
const shows = (rig: SyncRig) => imagesAsked(rig).filter(({ path, method }) => method === 'GET' && /\/\d+$/.test(path))
const passes = (rig: SyncRig) => imagesAsked(rig).filter(({ query }) => query['sort'] === 'asc')

/** Reads once, with as many new images as will be deleted, so that the total reveals nothing. */
async function evenRig(ids: readonly number[], dialect: Partial<ServiceDialect> = {}) {
  const { rig, run } = await readRig({ images: 300, dialect: dialectOf('standard', dialect) })
  const like = rig.service.truth.images.get(1)
  for (const id of ids) {
    rig.service.store.images.add({ ...like, name: `New ${id}` } as never)
    if (dialect.deletion === 'flags') rig.service.store.images.retire(id)
    else rig.service.store.images.remove(id)
  }
  return { rig, run }
}

describe('an image missing between the first and the last id of a page', () => {
  it('leaves with the next head page and one `show`, without a whole pass', async () => {
    const { rig, run } = await evenRig([290, 250])
    await rig.clock.advance(6 * MINUTE)
    expect(rig.differences(run)).toEqual([])
    expect(shows(rig)).toHaveLength(2)
    expect(passes(rig)).toHaveLength(0)
  })

  it('stays if the service still shows it, and is shown once', async () => {
    const { rig, run } = await readRig({ images: 300 })
    rig.alter = (request, response) => {
      if (response.kind !== 'response' || !/\/images\?/.test(request.url)) return response
      const body = JSON.parse(response.body) as { data: readonly { id: number }[] }
      return { ...response, body: JSON.stringify({ ...body, data: body.data.filter(({ id }) => id !== 290) }) }
    }
    await rig.clock.advance(2 * HOUR)
    expect(rig.records(run)).toHaveLength(300)
    expect(shows(rig)).toHaveLength(1)
  })

  it('stays if the page could not be read completely', async () => {
    const { rig, run } = await evenRig([290])
    rig.alter = (request, response) => {
      if (response.kind !== 'response' || !/\/images\?/.test(request.url)) return response
      const body = JSON.parse(response.body) as { data: readonly object[] }
      const [first, ...others] = body.data
      return { ...response, body: JSON.stringify({ ...body, data: [{ ...first, id: null }, ...others] }) }
    }
    await rig.clock.advance(HOUR)
    expect(rig.records(run).map((record) => rig.serviceId(run, record))).toContain('290')
    expect(shows(rig)).toHaveLength(0)
  })

  it('is not looked for if a service lists in an order of its own', async () => {
    const { rig, run } = await readRig({ images: 300 })
    const oldest = rig.service.truth.images.get(1)
    // Like a service that lists the most recently changed first.
    rig.alter = (request, response) => {
      if (response.kind !== 'response' || !/\/images\?.*sort=desc.*page=1(&|$)/.test(request.url)) return response
      const body = JSON.parse(response.body) as { data: readonly object[] }
      return {
        ...response,
        body: JSON.stringify({ ...body, data: [{ ...body.data[0], ...oldest }, ...body.data.slice(1)] })
      }
    }
    await rig.clock.advance(2 * HOUR)
    expect(run.db.value('SELECT count(*) FROM candidates')).toBe(0)
    expect([passes(rig).length, shows(rig).length]).toEqual([0, 0])
  })

  it('needs the user together with the others if they are most of what is known', async () => {
    const { rig, run } = await readRig({ images: 15 })
    for (let id = 2; id <= 14; id += 1) rig.service.store.images.remove(id)
    const like = rig.service.truth.images.get(1)
    for (let id = 1; id <= 5; id += 1) rig.service.store.images.add({ ...like, name: `New ${id}` } as never)
    await rig.clock.advance(30 * MINUTE)
    expect(shows(rig)).toHaveLength(0)
    expect(rig.records(run)).toHaveLength(20)
    expect(run.sync.status().images.removals).toEqual({ count: 13, of: 20 })
  })

  it('of more than twenty waits for complete passes', async () => {
    const { rig, run } = await evenRig(Array.from({ length: 25 }, (_, at) => 250 + at))
    await rig.clock.advance(3 * MINUTE)
    run.sync.wake('user')
    await rig.clock.advance(4 * MINUTE)
    expect(shows(rig)).toHaveLength(0)
    await rig.clock.advance(HOUR)
    expect(shows(rig)).toHaveLength(0)
    expect(run.sync.status().images.removals).toEqual({ count: 25, of: 325 })
  })
})

describe('an image that a list reports as deleted', () => {
  it.each<[string, Partial<ServiceDialect>]>([
    ['with numbers for ids', { deletion: 'flags' }],
    ['with ids that have no order', { deletion: 'flags', ids: 'uuid' }]
  ])('leaves within a round, as reported by the service: %s', async (_, dialect) => {
    const { rig, run } = await evenRig([290], dialect)
    await rig.clock.advance(6 * MINUTE)
    expect(rig.records(run)).toHaveLength(300)
    expect(passes(rig)).toHaveLength(0)
    expect(run.db.value('SELECT count(*) FROM gone')).toBe(1)
  })
})
