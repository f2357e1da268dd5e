/**
 * Removals from the library, in virtual time: never without proof, and never many at once without a decision by the
 * user.
 */
import { describe, expect, it } from 'vitest'
import { readRig } from '../../../../test/helpers/rigs.ts'
import type { SyncRig } from '../../../../test/helpers/sync-rig.ts'
import type { SendResponse, SendRequest } from '../../../shared/send.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Removes images at the service, starting at index `from`. */
function takeAway(rig: SyncRig, count: number, from = 10): void {
  for (let id = from; id < from + count; id += 1) rig.service.store.images.remove(id)
}

function addNew(rig: SyncRig, count: number): void {
  const like = rig.service.truth.images.get(1)
  for (let index = 0; index < count; index += 1) {
    rig.service.store.images.add({ ...like, name: `New ${index}` } as never)
  }
}

/** Returns a proxy that rewrites lists of images. */
function alterLists(change: (body: Record<string, unknown>, url: URL) => object) {
  return (request: SendRequest, response: SendResponse): SendResponse => {
    const url = new URL(request.url)
    if (response.kind !== 'response' || !url.pathname.endsWith('/images') || response.status !== 200) return response
    return { ...response, body: JSON.stringify(change(JSON.parse(response.body) as Record<string, unknown>, url)) }
  }
}

describe('records removed at the service', () => {
  it('leave the library soon after the total fell, when a complete pass missed them and `show` confirms it', async () => {
    const { rig, run } = await readRig({ images: 120 })
    takeAway(rig, 7)
    await rig.clock.advance(12 * MINUTE)
    expect(rig.records(run)).toHaveLength(113)
    expect(rig.differences(run)).toEqual([])
    expect(rig.changes.reduce((sum, change) => sum + change.removed, 0)).toBe(7)
    expect(rig.service.log.entries.filter(({ path }) => /\/images\/\d+$/.test(path))).toHaveLength(7)
  })

  it('leave individually, each with its own response', async () => {
    const { rig, run } = await readRig({ images: 120 })
    takeAway(rig, 3)
    const left: number[] = []
    rig.alter = (request, response) => {
      const isShow = /\/images\/\d+$/.test(new URL(request.url).pathname)
      if (isShow) left.push(rig.records(run).length)
      return response
    }
    await rig.clock.advance(12 * MINUTE)
    expect(left).toEqual([120, 119, 118])
    expect(rig.records(run)).toHaveLength(117)
  })

  it('are found although as many new ones came: more is known here than the total reports', async () => {
    const { rig, run } = await readRig({ images: 120 })
    takeAway(rig, 3)
    addNew(rig, 3)
    await rig.clock.advance(12 * MINUTE)
    expect(rig.differences(run)).toEqual([])
  })

  it('are found within six hours if no total is reported', async () => {
    const { rig, run } = await readRig({ images: 120 })
    rig.alter = alterLists((body) => ({ data: body['data'] }))
    takeAway(rig, 3)
    await rig.clock.advance(5 * HOUR)
    expect(rig.records(run)).toHaveLength(120)
    await rig.clock.advance(1.5 * HOUR)
    expect(rig.differences(run)).toEqual([])
  })

  it("are found at once at a user's request if the last pass is older than ten minutes", async () => {
    const { rig, run } = await readRig({ images: 120 })
    await rig.clock.advance(11 * MINUTE)
    takeAway(rig, 2)
    run.sync.wake('user')
    await rig.clock.advance(MINUTE)
    expect(rig.records(run)).toHaveLength(118)
  })

  it('wait for a second complete pass if there are more than twenty', async () => {
    const { rig, run } = await readRig({ images: 450 })
    takeAway(rig, 22)
    await rig.clock.advance(8 * MINUTE)
    expect(rig.records(run)).toHaveLength(450)
    expect(run.sync.status().images.removals).toBeNull()
    await rig.clock.advance(15 * MINUTE)
    expect(rig.records(run)).toHaveLength(428)
    expect(rig.service.log.entries.filter(({ path }) => /\/images\/\d+$/.test(path))).toHaveLength(0)
  })

  it('keep a pending change of the user', async () => {
    const { rig, run } = await readRig({ images: 100 })
    const [record = 0] = run.db.column<number>("SELECT record FROM records WHERE service_id = '10'")
    rig.rename(run, record, 'Mine')
    run.sync.setPaused(true)
    takeAway(rig, 1)
    run.sync.setPaused(false)
    await rig.clock.advance(20 * MINUTE)
    expect(rig.needs(run, 'name')).toMatchObject([{ code: 'not-found' }])
    expect(rig.service.log.entries.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('return when they are back', async () => {
    const { rig, run } = await readRig({ images: 100 })
    const gone = new Set(['10', '11', '12'])
    const hide = (rows: { id: number }[]): { id: number }[] => rows.filter((row) => !gone.has(String(row.id)))
    const listed = alterLists((body) => {
      const meta = body['meta'] as { total: number }
      return { ...body, data: hide(body['data'] as { id: number }[]), meta: { ...meta, total: meta.total - gone.size } }
    })
    rig.alter = (request, response) => {
      const id = /\/images\/(\d+)$/.exec(request.url)?.[1]
      if (id === undefined || !gone.has(id) || response.kind !== 'response') return listed(request, response)
      return { ...response, status: 404, body: '{"message":"Resource not found.","status":404}' }
    }
    await rig.clock.advance(15 * MINUTE)
    expect(rig.records(run)).toHaveLength(97)
    gone.clear()
    await rig.clock.advance(HOUR)
    run.sync.wake('user')
    await rig.clock.advance(MINUTE)
    expect(rig.records(run)).toHaveLength(100)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('many removals at once', () => {
  it.each([
    [300, 100, 16],
    [420, 200, 22],
    [15, 0, 15],
    [200, 0, 200]
  ])('of %i images, from %i on %i are gone: removed with proof, or the user is asked', async (images, from, count) => {
    const { rig, run } = await readRig({ images })
    const isAsked = count > Math.max(20, images * 0.05) || count * 2 >= images
    takeAway(rig, count, from + 1)
    await rig.clock.advance(HOUR)
    const { removals, state } = run.sync.status().images
    expect(removals).toEqual(isAsked ? { count, of: images } : null)
    expect(rig.records(run)).toHaveLength(isAsked ? images : images - count)
    expect(state).toBe('up-to-date')
  })

  it('are confirmed by the user', async () => {
    const { rig, run } = await readRig({ images: 200 })
    takeAway(rig, 120)
    await rig.clock.advance(30 * MINUTE)
    run.library.decideRemovals({ group: 'images', isRemoving: true })
    expect(run.sync.status().images.removals).toBeNull()
    expect(rig.records(run)).toHaveLength(80)
    expect(rig.differences(run)).toEqual([])
  })

  it('are kept by the user, until a later pass misses them again', async () => {
    const { rig, run } = await readRig({ images: 60 })
    takeAway(rig, 40)
    await rig.clock.advance(30 * MINUTE)
    run.library.decideRemovals({ group: 'images', isRemoving: false })
    expect(run.sync.status().images.removals).toBeNull()
    expect(rig.records(run)).toHaveLength(60)
    await rig.clock.advance(3 * HOUR)
    expect(run.sync.status().images.removals).toBeNull()
    await rig.clock.advance(4 * HOUR)
    expect(run.sync.status().images.removals).toEqual({ count: 40, of: 60 })
  })

  it('are not asked about repeatedly: the list is not read for them', async () => {
    const { rig } = await readRig({ images: 120 })
    takeAway(rig, 80)
    await rig.clock.advance(30 * MINUTE)
    rig.service.log.clear()
    await rig.clock.advance(2 * HOUR)
    const pages = rig.service.log.entries.filter(({ query }) => query['sort'] === 'asc' && query['sort_by'] === 'id')
    expect(pages).toHaveLength(0)
  })
})

describe('removals without proof', () => {
  it('a service that caps a page at 25: every record is found, none is removed', async () => {
    const { rig, run } = await readRig({ images: 120 })
    const asked = rig.service.handle.bind(rig.service)
    rig.service.handle = (request) => asked({ ...request, query: request.query.replace('per_page=100', 'per_page=25') })
    await rig.clock.advance(6.5 * HOUR)
    expect(rig.records(run)).toHaveLength(120)
    expect(run.sync.status().images).toMatchObject({ incomplete: null, removals: null })
  })

  it('a service that ignores the page: the status reports it as possibly incomplete, and nothing is removed', async () => {
    const { rig, run } = await readRig({ images: 120 })
    const asked = rig.service.handle.bind(rig.service)
    rig.service.handle = (request) => asked({ ...request, query: request.query.replace(/(^|&)page=\d+/, '') })
    rig.alter = alterLists((body) => ({ data: body['data'] }))
    await rig.clock.advance(6.5 * HOUR)
    expect(rig.records(run)).toHaveLength(120)
    expect(run.sync.status().images.incomplete).toMatchObject({ why: 'no-paging' })
  })

  it('a list with a record that cannot be read', async () => {
    const { rig, run } = await readRig({ images: 120 })
    takeAway(rig, 5)
    rig.alter = alterLists((body, url) => {
      const rows = body['data'] as Record<string, unknown>[]
      const isHead = url.searchParams.get('page') === '1' && url.searchParams.get('sort') === 'desc'
      return isHead ? body : { ...body, data: [{ ...rows[0], id: null }, ...rows.slice(1)] }
    })
    await rig.clock.advance(6.5 * HOUR)
    expect(rig.records(run)).toHaveLength(120)
    expect(run.sync.status().images.incomplete).toMatchObject({ why: 'unreadable' })
    rig.alter = (_request, response) => response
    await rig.clock.advance(7 * HOUR)
    expect(rig.records(run)).toHaveLength(115)
    expect(run.sync.status().images.incomplete).toBeNull()
  })

  it('a list with fewer records than reported', async () => {
    const { rig, run } = await readRig({ images: 120 })
    // The oldest, because no page has them between two others.
    takeAway(rig, 5, 1)
    rig.alter = alterLists((body) => ({ ...body, meta: { ...(body['meta'] as object), total: 140 } }))
    await rig.clock.advance(6.5 * HOUR)
    expect(rig.records(run)).toHaveLength(120)
    expect(run.sync.status().images.incomplete).toMatchObject({ why: 'fewer-than-reported', seen: 115, total: 140 })
  })

  it('passes that are never complete are not repeated continuously', async () => {
    const { rig, run } = await readRig({ images: 120 })
    rig.alter = alterLists((body) => ({ ...body, meta: { ...(body['meta'] as object), total: 140 } }))
    await rig.clock.advance(6.5 * HOUR)
    rig.service.log.clear()
    await rig.clock.advance(5 * HOUR)
    run.sync.wake('focus')
    const passes = rig.service.log.entries.filter(({ query }) => query['sort'] === 'asc' && query['page'] === '1')
    expect(passes.filter(({ path }) => path.endsWith('/images')).length).toBeLessThanOrEqual(1)
  })

  it('a replica that lags behind: records that its pass lacks are shown individually, and stay', async () => {
    const { rig, run } = await readRig({ images: 120 })
    rig.alter = alterLists((body, url) => {
      if (url.searchParams.get('sort') !== 'asc') return { ...body, meta: { ...(body['meta'] as object), total: 115 } }
      const rows = (body['data'] as { id: number }[]).filter(({ id }) => id < 40 || id > 44)
      return { ...body, data: rows, meta: { ...(body['meta'] as object), total: 115 } }
    })
    await rig.clock.advance(30 * MINUTE)
    expect(rig.records(run)).toHaveLength(120)
  })

  it('a list whose rows slide during a pass: deletions in the middle of it', async () => {
    const { rig, run } = await readRig({ images: 1_500, perMinute: 600 })
    // Far from the head, so that a whole pass looks for them.
    takeAway(rig, 2, 700)
    await rig.clock.runUntil(() => rig.service.log.entries.some(({ query }) => query['page'] === '5'), HOUR)
    takeAway(rig, 12, 20)
    await rig.clock.advance(40 * MINUTE)
    expect(rig.differences(run)).toEqual([])
  })

  it('a pass that was killed and resumed while rows slid', async () => {
    const { rig, run } = await readRig({ images: 900, perMinute: 600 })
    // Far from the head, so that a whole pass looks for them.
    takeAway(rig, 2, 400)
    await rig.clock.runUntil(() => rig.service.log.entries.some(({ query }) => query['page'] === '6'), HOUR)
    run.kill()
    takeAway(rig, 15, 20)
    addNew(rig, 15)
    const again = rig.start()
    await rig.clock.advance(7 * HOUR)
    expect(rig.differences(again)).toEqual([])
  })
})

describe('projects', () => {
  it('leave the library after two complete passes', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 12 })
    const [gone = ''] = rig.projects(run)
    rig.service.store.projects.remove(gone)
    await rig.clock.advance(6 * MINUTE)
    expect(rig.projects(run)).toContain(gone)
    await rig.clock.advance(6 * MINUTE)
    expect(rig.projects(run)).not.toContain(gone)
    expect(rig.projects(run)).toHaveLength(11)
  })

  it('are asked about if all of them seem removed', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 12 })
    for (const name of rig.projects(run)) rig.service.store.projects.remove(name)
    await rig.clock.advance(30 * MINUTE)
    expect(rig.projects(run)).toHaveLength(12)
    expect(run.sync.status().projects.removals).toEqual({ count: 12, of: 12 })
  })
})
