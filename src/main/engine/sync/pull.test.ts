/** Pull, in virtual time: nothing is removed or missed, and only what is proved is claimed. */
import { describe, expect, it } from 'vitest'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import { trust } from '../../../../test/helpers/trust.ts'
import type { NetworkOptions } from '../../../../test/helpers/rig-network.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import type { SendResponse, SendRequest } from '../../../shared/send.ts'
import { NO_FACETS } from '../../../shared/image.ts'
import { newestPass, notePass, openPass } from '../storage/passes.ts'

async function readRig(options: NetworkOptions): Promise<{ rig: SyncRig; run: Run }> {
  const rig = rigOf(options)
  const run = rig.start()
  await rig.firstPull(run)
  return { rig, run }
}

const countImages = (run: Run): number => run.db.value<number>('SELECT count(*) FROM images') ?? 0
const isImageList = (request: SendRequest): boolean => /\/images\?/.test(request.url)
const MINUTE = 60_000
const newImage = { ...NO_FACETS, resolution: '512x512', name: 'New', description: 'New' }

/** Returns a fault that alters the body of each list of images. */
function alterLists(change: (body: Record<string, unknown>, url: URL) => unknown) {
  return (request: SendRequest, response: SendResponse): SendResponse => {
    if (!isImageList(request) || response.kind === 'failed' || response.status !== 200) return response
    const body = JSON.parse(response.body) as Record<string, unknown>
    return { ...response, body: JSON.stringify(change(body, new URL(request.url))) }
  }
}

describe('first pass', () => {
  it('resumes where a kill stopped it', async () => {
    const rig = rigOf({ images: 1_000 })
    const run = rig.start()
    await rig.clock.runUntil(() => countImages(run) >= 500)
    run.kill()
    rig.service.log.clear()
    const again = rig.start()
    expect(again.sync.status().images).toMatchObject({ completeAsOf: null })
    await rig.firstPull(again)
    const pages = rig.service.log.entries.filter(
      (entry) => entry.path.endsWith('/images') && entry.query['favorite'] === undefined
    )
    expect(pages.length).toBeLessThanOrEqual(8)
    expect(rig.differences(again)).toEqual([])
  })

  it('reports its progress', async () => {
    const rig = rigOf({ images: 1_000 })
    const run = rig.start()
    await rig.clock.runUntil(() => countImages(run) >= 300)
    const { state, reading } = run.sync.status().images
    expect(state).toBe('reading')
    expect(reading?.total).toBe(1_000)
    expect(reading?.soFar).toBeGreaterThanOrEqual(200)
  })

  it('is complete although records arrive at the head meanwhile', async () => {
    const rig = rigOf({ images: 1_000 })
    const run = rig.start()
    await rig.clock.runUntil(() => countImages(run) >= 300)
    for (let index = 0; index < 30; index += 1) rig.service.store.images.add(newImage as never)
    await rig.firstPull(run)
    expect(countImages(run)).toBe(1_030)
  })

  it('misses nothing when records are deleted behind it, and removes nothing', async () => {
    const rig = rigOf({ images: 1_000 })
    const run = rig.start()
    await rig.clock.runUntil(() => countImages(run) >= 300)
    const newest = Math.max(...rig.service.truth.images.keys())
    for (let id = newest; id > newest - 40; id -= 1) rig.service.store.images.remove(id)
    await rig.firstPull(run)
    const known = new Set(run.db.column<string>("SELECT service_id FROM records WHERE grp = 'images'"))
    expect([...rig.service.truth.images.keys()].filter((id) => !known.has(String(id)))).toEqual([])
    expect(countImages(run)).toBe(1_000)
  })

  it('finds every record if the service returns 25 a page', async () => {
    const rig = rigOf({ images: 240 })
    const run = rig.start()
    // The reference service caps nothing, so request less from it.
    const asked = rig.service.handle.bind(rig.service)
    rig.service.handle = (request) => asked({ ...request, query: request.query.replace('per_page=100', 'per_page=25') })
    await rig.firstPull(run)
    expect(rig.differences(run)).toEqual([])
  })

  it('ends, and claims no completeness, if the service ignores the page', async () => {
    const rig = rigOf({ images: 240 })
    const asked = rig.service.handle.bind(rig.service)
    rig.service.handle = (request) => asked({ ...request, query: request.query.replace(/(^|&)page=\d+/, '') })
    rig.alter = alterLists((body) => ({ data: body['data'] }))
    const run = rig.start()
    await rig.clock.advance(60_000)
    expect(run.sync.status().images).toMatchObject({ completeAsOf: null })
    expect(run.sync.status().images.state).not.toBe('up-to-date')
    expect(rig.service.log.entries.length).toBeLessThan(80)
  })

  it('treats one empty page as the end if neither last page nor total is reported', async () => {
    const rig = rigOf({ images: 200 })
    rig.alter = alterLists((body) => ({ data: body['data'] }))
    const run = rig.start()
    await rig.firstPull(run)
    expect(rig.differences(run)).toEqual([])
  })

  it('stops at the page of a captive portal and resumes automatically', async () => {
    const rig = rigOf({ images: 300 })
    rig.service.change({ faults: () => ({ kind: 'html' }) })
    const run = rig.start()
    await rig.clock.advance(5_000)
    expect(run.sync.status().images).toMatchObject({ state: 'stopped', failure: { code: 'not-json' } })
    rig.service.change({ faults: null })
    await rig.firstPull(run)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('rounds', () => {
  it('bring new images every five minutes with one page, and write nothing if nothing changed', async () => {
    const { rig, run } = await readRig({ images: 500 })
    rig.service.log.clear()
    rig.changes.length = 0
    const before = run.db.value('SELECT max(revision) FROM changes')
    await rig.clock.advance(11 * 60_000)
    expect(rig.service.log.entries.filter((entry) => entry.group === 'images').length).toBe(2)
    expect(run.db.value('SELECT max(revision) FROM changes')).toBe(before)
    rig.service.store.images.add(newImage as never)
    await rig.clock.advance(5 * 60_000)
    expect(countImages(run)).toBe(501)
    expect(rig.changes.some((change) => change.added === 1)).toBe(true)
  })

  it('follow a focus after a minute away, and not a shorter one', async () => {
    const { rig, run } = await readRig({ images: 100 })
    rig.service.log.clear()
    await rig.clock.advance(30_000)
    run.sync.wake('focus')
    await rig.clock.advance(1_000)
    expect(rig.service.log.entries).toHaveLength(0)
    await rig.clock.advance(40_000)
    run.sync.wake('focus')
    await rig.clock.advance(1_000)
    expect(rig.service.log.entries.length).toBeGreaterThan(0)
  })

  it('close a gap of more than ten pages behind the head', async () => {
    const { rig, run } = await readRig({ images: 200 })
    for (let index = 0; index < 1_250; index += 1) rig.service.store.images.add(newImage as never)
    run.sync.wake('user')
    await rig.clock.runUntil(() => countImages(run) === 1_450, 120_000)
    expect(rig.differences(run)).toEqual([])
  })

  it('close a gap by one pass if no pass can be complete', async () => {
    const rig = rigOf({ images: 200 })
    rig.alter = alterLists((body) => ({ ...body, meta: { ...(body['meta'] as object), total: 9_999 } }))
    const run = rig.start()
    await rig.clock.advance(60 * MINUTE)
    const passes = (): number[] =>
      run.db.column("SELECT pass FROM passes WHERE grp = 'images' AND kind = 'full' AND ended_at IS NOT NULL")
    const before = passes().length
    for (let index = 0; index < 1_250; index += 1) rig.service.store.images.add(newImage as never)
    run.sync.wake('user')
    await rig.clock.runUntil(() => countImages(run) === 1_450, 120_000)
    await rig.clock.advance(10 * MINUTE)
    expect(passes()).toHaveLength(before + 1)
  })

  it('find stars set by another client within 15 minutes', async () => {
    const { rig, run } = await readRig({ images: 800 })
    const foreign = [...rig.service.truth.images.values()].filter((image) => !image.favorite).slice(0, 5)
    for (const image of foreign) rig.service.store.images.put(image.id, { favorite: true })
    await rig.clock.advance(21 * 60_000)
    expect(rig.differences(run)).toEqual([])
  })

  it('find stars removed by another client by reading their pages, never by absence', async () => {
    const { rig, run } = await readRig({ images: 800 })
    const foreign = [...rig.service.truth.images.values()].filter((image) => image.favorite).slice(0, 5)
    for (const image of foreign) rig.service.store.images.put(image.id, { favorite: false })
    await rig.clock.advance(21 * 60_000)
    expect(rig.differences(run)).toEqual([])
  })

  it('change no star when the list of favorites is empty by mistake', async () => {
    const { rig, run } = await readRig({ images: 300 })
    rig.alter = alterLists((body, url) =>
      url.searchParams.has('favorite') ? { data: [], meta: { current_page: 1, last_page: 1, total: 0 } } : body
    )
    await rig.clock.advance(31 * 60_000)
    expect(rig.differences(run)).toEqual([])
  })

  it('remove nothing when another account returns an empty list', async () => {
    const { rig, run } = await readRig({ images: 300 })
    rig.alter = alterLists(() => ({ data: [], meta: { current_page: 1, last_page: 1, total: 0 } }))
    await rig.clock.advance(31 * 60_000)
    expect(countImages(run)).toBe(300)
  })

  it('keep pending values visible while they read', async () => {
    const { rig, run } = await readRig({ images: 120 })
    run.sync.setPaused(true)
    rig.star(run)
    run.sync.setPaused(false)
    run.sync.wake('user')
    await rig.drained(run)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('a reconciliation', () => {
  it('resumes in the order of the pass it continues', async () => {
    const { rig, run } = await readRig({ images: 500 })
    const pass = openPass(run.db, { group: 'images', kind: 'full', order: 'desc', startedAt: rig.clock.now() })
    notePass(run.db, pass, { nextPage: 4, nextCursor: null, total: 500, seen: 300, why: null })
    rig.service.log.clear()
    await rig.clock.runUntil(() => newestPass(run.db, 'open', 'images') === null, 15 * 60_000)
    const pages = rig.service.log.entries.filter(({ query }) => query['sort_by'] === 'id')
    expect(pages.map(({ query }) => query['page'])).toContain('5')
    expect(pages.filter(({ query }) => query['sort'] !== 'desc')).toEqual([])
  })
})

describe('outdated responses', () => {
  it('do not revert a star that was just acknowledged', async () => {
    const { rig, run } = await readRig({ images: 100 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    const id = rig.serviceId(run, record)
    // A replica lags behind for a minute and a half.
    const lagUntil = rig.clock.elapsed() + 90_000
    rig.alter = alterLists((body) => {
      const rows = body['data'] as { id: number; favorite: unknown }[]
      if (rig.clock.elapsed() < lagUntil) for (const row of rows) if (String(row.id) === id) row.favorite = false
      return body
    })
    rig.setFavorite(run, [record], true)
    let flips = 0
    run.sync.wake('user')
    rig.clock.after(30_000, () => run.sync.wake('user'))
    const end = rig.clock.elapsed() + 200_000
    rig.clock.after(200_000, () => undefined)
    await rig.clock.runUntil(() => {
      if (!rig.shown(run, record)) flips += 1
      return rig.clock.elapsed() >= end
    })
    expect(flips).toBe(0)
  })
})

describe('groups', () => {
  it('do not block each other: signed-out projects leave images alone', async () => {
    const rig = rigOf({ images: 60, projects: 20 })
    rig.keys.projects = 'wrong-key'
    const run = rig.start()
    await rig.clock.runUntil(() => run.sync.status().images.state === 'up-to-date', 60_000)
    expect(run.sync.status().projects).toMatchObject({ state: 'signed-out', failure: { code: 'unauthorized' } })
    expect(rig.keyRefusals).toEqual(['projects'])
    rig.star(run)
    await rig.drained(run)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('lane shares', () => {
  it('give the first pass every second turn beside a batch, at sixty a minute', async () => {
    const rig = rigOf({ images: 4_000, perMinute: 60 })
    const run = rig.start()
    await rig.clock.runUntil(() => countImages(run) >= 300)
    trust(rig, run)
    rig.star(run)
    rig.service.log.clear()
    await rig.clock.advance(60_000)
    const updates = rig.updates()
    const pages = rig.service.log.entries.length - updates
    expect(Math.abs(updates - pages)).toBeLessThanOrEqual(4)
    expect(rig.service.log.counters.refused).toBe(0)
  })
})
