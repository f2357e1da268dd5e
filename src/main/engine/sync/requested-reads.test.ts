/** Reads at a user's request: one record, and a search at the service. */
import { describe, expect, it } from 'vitest'
import { readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { NO_FACETS } from '../../../shared/image.ts'

/** Runs the clock until the promise settles, and returns its value. */
async function settle<T>(rig: SyncRig, asked: Promise<T>): Promise<T> {
  const state: { value: T | undefined } = { value: undefined }
  void asked.then((value) => {
    state.value = value
    return value
  })
  await rig.clock.runUntil(() => state.value !== undefined, 60_000)
  return asked
}

describe('refreshing one image', () => {
  it('stores the current record of the service', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.service.store.images.put(Number(rig.serviceId(run, record)), { name: 'Changed elsewhere' })
    expect(await settle(rig, run.sync.refreshImage(record))).toEqual({ ok: true, value: null })
    expect(rig.name(run, record)).toBe('Changed elsewhere')
  })

  it('fails for a removed record, and removes it from the screen', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.service.store.images.remove(Number(rig.serviceId(run, record)))
    expect(await settle(rig, run.sync.refreshImage(record))).toMatchObject({
      ok: false,
      failure: { code: 'not-found' }
    })
    expect(rig.records(run)).not.toContain(record)
  })

  it('keeps the record if a page of the web server returns 404', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.service.change({ faults: () => ({ kind: 'html', status: 404 }) })
    expect(await settle(rig, run.sync.refreshImage(record))).toMatchObject({
      ok: false,
      failure: { code: 'wrong-address' }
    })
    expect(rig.records(run)).toContain(record)
  })

  it('sends nothing with a new key before its owner is known: 404 of another account is no proof', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.down = 'offline'
    rig.setFavorite(run, [record], !rig.shown(run, record))
    await rig.clock.advance(1_000)
    rig.down = null
    rig.imagesKeyHash = 'of-somebody-else'
    const gone = { status: 404, body: '{"message":"Resource not found.","status":404}' }
    rig.alter = (request, response) => (request.slot === 'images' ? { ...response, ...gone } : response)
    run.sync.setGroups(rig.groups())
    const refreshed = run.sync.refreshImage(record)
    const searched = run.sync.searchService(EMPTY_QUERY)
    expect(await settle(rig, refreshed)).toEqual({ ok: false, failure: { code: 'canceled' } })
    expect(await settle(rig, searched)).toEqual({ ok: false, failure: { code: 'canceled' } })
    await rig.clock.advance(60_000)
    expect(rig.records(run)).toContain(record)
  })

  it('fails at once while nothing may be sent', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    run.sync.setPaused(true)
    expect(await run.sync.refreshImage(record)).toEqual({ ok: false, failure: { code: 'canceled' } })
    run.sync.setPaused(false)
    rig.down = 'offline'
    expect(await settle(rig, run.sync.refreshImage(record))).toMatchObject({ failure: { code: 'offline' } })
    expect(await run.sync.refreshImage(record)).toMatchObject({ failure: { code: 'offline' } })
    expect(await run.sync.refreshImage(9_999)).toEqual({ ok: false, failure: { code: 'unknown-record' } })
  })

  it('precedes a batch, and does not wait for the end of a cooldown', async () => {
    const { rig, run } = await readRig({ images: 300, perMinute: 60 })
    const { batch } = rig.star(run)
    await rig.clock.advance(15_000)
    const asked = rig.clock.elapsed()
    await settle(rig, run.sync.refreshImage(rig.records(run)[0] ?? 0))
    expect(rig.clock.elapsed() - asked).toBeLessThan(2_500)
    expect(rig.receipt(run, batch).waiting).toBeGreaterThan(50)
    rig.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '600' } }) })
    await rig.clock.advance(5_000)
    expect(await run.sync.refreshImage(rig.records(run)[0] ?? 0)).toMatchObject({ failure: { code: 'rate-limited' } })
  })
})

describe("requests queued when the host's cooldown begins", () => {
  const REST_MS = 3_600_000

  /** Fills the window with a slow batch whose next responses all request a cooldown of an hour. */
  async function resting() {
    const { rig, run } = await readRig({ images: 300, latencyMs: 1_000 })
    rig.star(run)
    await rig.clock.advance(500)
    const isUpdate = ({ method }: { readonly method: string }): boolean => method === 'PUT'
    rig.service.change({
      faults: (subject) =>
        isUpdate(subject) ? { kind: 'status', status: 429, headers: { 'retry-after': '3600' } } : null
    })
    return { rig, run, startedAt: rig.clock.elapsed() }
  }

  it.each<[string, (run: Run, record: number) => Promise<unknown>]>([
    ['one image', (run, record) => run.sync.refreshImage(record)],
    ['a search', (run) => run.sync.searchService(EMPTY_QUERY)]
  ])('%s ends at once, reporting the cooldown', async (_name, ask) => {
    const { rig, run, startedAt } = await resting()
    const response = await settle(rig, ask(run, rig.records(run)[0] ?? 0))
    expect(response).toMatchObject({ ok: false, failure: { code: 'rate-limited', retryAfterMs: expect.any(Number) } })
    expect(rig.clock.elapsed() - startedAt).toBeLessThan(10_000)
    const { failure } = response as { failure: { retryAfterMs: number } }
    expect(failure.retryAfterMs).toBeGreaterThan(REST_MS - 10_000)
  })

  it('ends a diagnosis at once, reporting the cooldown', async () => {
    const { rig, run } = await resting()
    const { groups } = await settle(rig, run.sync.diagnose())
    expect(groups.images.findings.at(-1)).toMatchObject({
      kind: 'rest.not-checked',
      failure: { code: 'rate-limited' }
    })
  })

  it('does not request the next page of a search, and returns the earlier matches', async () => {
    const { rig, run } = await readRig({ images: 300, perMinute: 60 })
    rig.service.change({
      faults: ({ query }) =>
        query['page'] === '2' ? { kind: 'status', status: 429, headers: { 'retry-after': '3600' } } : null
    })
    const searches = [run.sync.searchService(EMPTY_QUERY), run.sync.searchService({ ...EMPTY_QUERY, sort: 'asc' })]
    for (const found of await settle(rig, Promise.all(searches)))
      expect(found).toMatchObject({ ok: true, value: { isWhole: false } })
  })

  it("sends a user's update after the cooldown", async () => {
    const { rig, run } = await resting()
    await rig.clock.advance(10_000)
    const [record = 0] = rig.records(run)
    const { batch } = rig.rename(run, record, 'Quay')
    rig.service.change({ faults: () => null })
    await rig.clock.advance(REST_MS / 2)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 1 })
    await rig.clock.advance(REST_MS)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
  })
})

describe('a search at the service', () => {
  it('stores the matches by name and facet in the library', async () => {
    const { rig, run } = await readRig({ images: 50 })
    const add = (name: string, style: 'anime' | 'sketch'): void => {
      const facet = { ...NO_FACETS, style, resolution: '512x512' } as const
      rig.service.store.images.add({ name, description: 'd', ...facet })
    }
    add('Lighthouse one', 'anime')
    add('Lighthouse two', 'sketch')
    add('Lighthouse three', 'anime')
    const facets = { ...EMPTY_QUERY.facets, style: ['anime'] }
    const found = await settle(rig, run.sync.searchService({ ...EMPTY_QUERY, search: 'lighthouse', facets }))
    expect(found).toEqual({ ok: true, value: { found: 2, added: 2, isWhole: true } })
    expect(rig.service.log.entries.at(-1)?.query).toMatchObject({ search: 'lighthouse', style: 'anime' })
    const both = { ...EMPTY_QUERY.facets, style: ['anime', 'sketch'] }
    const more = await settle(rig, run.sync.searchService({ ...EMPTY_QUERY, search: 'lighthouse', facets: both }))
    expect(more).toEqual({ ok: true, value: { found: 3, added: 1, isWhole: true } })
    expect(rig.service.log.entries.at(-1)?.query).not.toHaveProperty('style')
  })

  it('filters by favorite, and reads at most ten pages', async () => {
    const { rig, run } = await readRig({ images: 1_500 })
    const all = await settle(rig, run.sync.searchService(EMPTY_QUERY))
    expect(all).toEqual({ ok: true, value: { found: 1_000, added: 0, isWhole: false } })
    const favorites = [...rig.service.truth.images.values()].filter((image) => image.favorite).length
    const starred = await settle(rig, run.sync.searchService({ ...EMPTY_QUERY, favorite: true }))
    expect(starred).toMatchObject({ value: { found: Math.min(1_000, favorites) } })
  })

  it('fails like the service', async () => {
    const { rig, run } = await readRig({ images: 50 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 503 }) })
    expect(await settle(rig, run.sync.searchService(EMPTY_QUERY))).toMatchObject({
      ok: false,
      failure: { code: 'service-error' }
    })
  })

  it('stops nothing else if the service rejects it: stars are still sent', async () => {
    const { rig, run } = await readRig({ images: 50 })
    rig.alter = (request, response) => {
      const isSearch = new URL(request.url).searchParams.has('search')
      if (!isSearch || response.kind === 'failed') return response
      return { ...response, status: 422, body: '{"message":{"search":["Too short."]},"status":422}' }
    }
    const found = await settle(rig, run.sync.searchService({ ...EMPTY_QUERY, search: 'x' }))
    expect(found).toMatchObject({ ok: false, failure: { code: 'refused-fields' } })
    const { batch } = rig.star(run)
    await rig.clock.advance(5_000)
    expect(rig.receipt(run, batch).waiting).toBe(0)
  })
})
