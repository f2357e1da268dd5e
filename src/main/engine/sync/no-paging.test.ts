/** A service that ignores every paging parameter: reachable records are shown, and none is ever removed. */
import { describe, expect, it } from 'vitest'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../../../shared/image.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const IMAGES = 2_000

/** Collects the ids that any response has shown. */
function watchedRig(images = IMAGES): { readonly rig: SyncRig; readonly shown: Set<string> } {
  const rig = rigOf({ images })
  rig.service.change({ dialect: dialectOf('standard', { paging: 'ignored' }) })
  const shown = new Set<string>()
  rig.alter = (request, response) => {
    if (response.kind !== 'response' || !/\/images\?/.test(request.url)) return response
    const { data = [] } = JSON.parse(response.body) as { data?: readonly { id: number }[] }
    for (const { id } of data) shown.add(String(id))
    return response
  }
  return { rig, shown }
}

const idsHere = (rig: SyncRig, run: Run): string[] => rig.records(run).map((record) => rig.serviceId(run, record))
const questions = (rig: SyncRig): string[] =>
  rig.service.log.entries
    .filter(({ path }) => path.endsWith('/images'))
    .map(({ query }) => JSON.stringify({ ...query, page: undefined, per_page: undefined }))
const facetsIn = (asked: readonly string[], facet: string): string[] =>
  asked.map((text) => (JSON.parse(text) as Record<string, string>)[facet] ?? '').filter((value) => value !== '')

describe('a list without any paging', () => {
  it('is requested in four orders and by each facet value, each once, and everything returned is shown', async () => {
    const { rig, shown } = watchedRig()
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    expect(new Set(idsHere(rig, run))).toEqual(shown)
    expect(shown.size).toBeGreaterThan(1_000)
    const asked = questions(rig)
    for (const [facet, values] of Object.entries({ style: STYLES, medium: MEDIUMS, filter: FILTERS }))
      expect(facetsIn(asked, facet).toSorted()).toEqual([...values].toSorted())
    expect(facetsIn(asked, 'resolution').toSorted()).toEqual([...RESOLUTIONS].toSorted())
    const orders = new Set(
      asked.map((text) => JSON.parse(text) as Record<string, string>).map(({ sort_by: by, sort }) => `${by} ${sort}`)
    )
    for (const order of ['id desc', 'id asc', 'name desc', 'name asc']) expect(orders).toContain(order)
    expect(run.sync.status().images).toMatchObject({ completeAsOf: null, incomplete: { why: 'no-paging' } })
  })

  it("is not requested repeatedly, but again at a user's request", async () => {
    const { rig } = watchedRig(150)
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    rig.service.log.clear()
    const hours = inDepth(5, 2)
    await rig.clock.advance(hours * HOUR)
    // Heads every five minutes, favorites every 15 minutes and a pass every 30 minutes, of two pages each, since paging
    // may work by now.
    expect(questions(rig).length).toBeLessThanOrEqual(hours * (12 + 2 * 4 + 2 * 2))
    expect(facetsIn(questions(rig), 'style')).toEqual([])
    run.sync.wake('user')
    await rig.clock.advance(10 * MINUTE)
    expect(facetsIn(questions(rig), 'style').toSorted()).toEqual([...STYLES].toSorted())
  })

  it('keeps records that the service no longer shows', async () => {
    const { rig } = watchedRig(150)
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    const before = idsHere(rig, run)
    for (const id of [1, 2, 149, 150, 75]) rig.service.store.images.remove(id)
    // A pass that could prove it runs every six hours.
    await rig.clock.advance(inDepth(13, 7) * HOUR)
    expect(idsHere(rig, run)).toEqual(before)
    expect(run.sync.status().images.removals).toBeNull()
  })

  it('resumes where a kill stopped it', async () => {
    const { rig, shown } = watchedRig(400)
    const run = rig.start()
    await rig.clock.runUntil(() => facetsIn(questions(rig), 'style').length >= 6, HOUR)
    const asked = facetsIn(questions(rig), 'style')
    run.kill()
    rig.service.log.clear()
    const again = rig.start()
    await rig.clock.advance(20 * MINUTE)
    const repeated = facetsIn(questions(rig), 'style').filter((style) => asked.includes(style))
    expect(repeated.length).toBeLessThanOrEqual(1)
    expect(new Set(idsHere(rig, again))).toEqual(shown)
  })

  it('is read completely once paging works, and the status says so', async () => {
    const { rig } = watchedRig(150)
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    rig.service.change({ dialect: dialectOf('standard', {}) })
    await rig.clock.advance(HOUR)
    expect(rig.records(run)).toHaveLength(150)
    expect(run.sync.status().images).toMatchObject({ incomplete: null })
    expect(rig.differences(run)).toEqual([])
  })

  it('continues if the service rejects one of the requests', async () => {
    const { rig } = watchedRig(150)
    rig.service.change({
      faults: ({ query }) =>
        query['style'] === 'anime' ? { kind: 'status', status: 422, body: '{"message":"No","status":422}' } : null
    })
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    expect(facetsIn(questions(rig), 'style').toSorted()).toEqual([...STYLES].toSorted())
    expect(run.sync.status().images).toMatchObject({ incomplete: { why: 'no-paging' }, failure: null })
  })

  it('of projects is requested in four orders, so that both of its ends are shown, and none is removed', async () => {
    const rig = rigOf({ images: 8, projects: 12 })
    // Ten projects on the only page: the two others are the first in the opposite order.
    rig.service.change({ dialect: dialectOf('standard', { paging: 'ignored', size: 'ignored' }) })
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    expect(rig.projects(run)).toEqual([...rig.service.truth.projects.keys()].toSorted())
    await rig.clock.advance(inDepth(13, 7) * HOUR)
    expect(rig.projects(run)).toHaveLength(12)
    expect(run.sync.status().projects).toMatchObject({ incomplete: { why: 'no-paging' }, removals: null })
  })
})
