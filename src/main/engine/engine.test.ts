/** The engine in its two threads against the reference service on this computer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { directSend } from '../../../test/helpers/direct-send.ts'
import { type EngineThreads, libraryAt, startEngineThreads } from '../../../test/helpers/engine-threads.ts'
import { type RunningService, startReferenceService } from '../../reference-service/server.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../reference-service/service-options.ts'
import type { LibraryChange } from '../../shared/bridge.ts'
import { CHANGE_EVENT_GAP_MS } from '../../shared/limits.ts'
import { EMPTY_QUERY } from '../../shared/query.ts'
import { eventually } from '../../../drivers/eventually.ts'

const IMAGES = 120

let service: RunningService
let threads: EngineThreads
/** The clock that separates a repeated death from a first one. */
const clock = { ms: 0 }

beforeEach(async () => {
  service = await startReferenceService({ images: IMAGES, projects: 12, perMinute: 0 })
  const keys = { images: DEMO_IMAGES_KEY, projects: DEMO_PROJECTS_KEY }
  const draftKeys = { 'draft-images': DEMO_IMAGES_KEY, 'draft-projects': DEMO_PROJECTS_KEY }
  threads = startEngineThreads(directSend({ ...keys, ...draftKeys }), () => clock.ms)
})
afterEach(async () => {
  await threads.dispose()
  await service.close()
})

async function openAndRead(): Promise<void> {
  expect(await threads.engine.openLibrary(libraryAt(threads.file, service.url))).toEqual({ ok: true, value: null })
  await threads.until(({ images, projects }) => images.state === 'up-to-date' && projects.state === 'up-to-date')
}

describe('engine', { timeout: 60_000 }, () => {
  it('reads a library, freezes a selection of everything, stars it and sends it all', async () => {
    await openAndRead()
    const view = await threads.engine.request('openView', { query: EMPTY_QUERY })
    if (!view.ok) throw new Error(view.failure.code)
    expect(view.value.numbers).toHaveLength(IMAGES)
    const frozen = await threads.engine.request('freezeSelection', { view: view.value.view })
    if (!frozen.ok) throw new Error(frozen.failure.code)
    const none = new Uint32Array()
    const target = { kind: 'selection', selection: frozen.value.selection, plus: none, except: none } as const
    const set = await threads.engine.setFavorite({ target, favorite: true })
    if (!set.ok) throw new Error(set.failure.code)
    expect(set.value.batch.size).toBe(IMAGES)
    expect(set.value.changed).toHaveLength(set.value.batch.waiting)
    await threads.until(({ waiting, images }) => waiting === 0 && images.state === 'up-to-date')
    expect([...service.truth.images.values()].every((image) => image.favorite)).toBe(true)
    const batch = await threads.engine.request('getBatch', { batch: set.value.batch.batch })
    expect(batch).toMatchObject({
      ok: true,
      value: { receipt: { waiting: 0, needsAttention: 0, canceled: 0 }, reasons: [] }
    })
    const facets = await threads.engine.request('countFacets', { query: EMPTY_QUERY })
    expect(facets).toMatchObject({ ok: true, value: { totals: { favorites: IMAGES, waiting: 0 } } })
  })

  it('emits the first change at once and further ones at most every 100 ms', async () => {
    await openAndRead()
    for (let record = 1; record <= 30; record += 1) {
      const target = { kind: 'records', numbers: Uint32Array.of(record) } as const
      expect(await threads.engine.setFavorite({ target, favorite: record % 2 === 0 })).toMatchObject({ ok: true })
    }
    const heard = () => threads.events.filter(({ name }) => name === 'libraryChanged')
    const added = () => heard().reduce((sum, { event }) => sum + (event as LibraryChange).added, 0)
    // The last change of a burst may arrive up to one gap after the status "up to date".
    await eventually(added).toBe(IMAGES)
    const changes = heard()
    const gaps = changes.slice(1).map((change, index) => change.at - (changes[index]?.at ?? 0))
    // Messages of another thread may arrive late and together, so check the gap on average.
    const span = (changes.at(-1)?.at ?? 0) - (changes[0]?.at ?? 0)
    expect(gaps.length).toBeLessThanOrEqual(span / CHANGE_EVENT_GAP_MS + 2)
  })

  it('tests a connection and reports progress', async () => {
    const addresses = { images: service.url, projects: service.url, sharesKey: false }
    const test = await threads.engine.request('testConnection', addresses)
    expect(test).toMatchObject({ ok: true, value: { images: { failure: null }, projects: { failure: null } } })
    expect(threads.events.filter(({ name }) => name === 'connectionTest').length).toBeGreaterThanOrEqual(2)
  })

  it('returns a failure if no library is open', async () => {
    const asked = [
      threads.engine.request('getSyncStatus', null),
      threads.engine.request('openView', { query: EMPTY_QUERY }),
      threads.engine.setFavorite({ target: { kind: 'records', numbers: Uint32Array.of(1) }, favorite: true })
    ]
    for (const result of await Promise.all(asked)) {
      expect(result).toMatchObject({ ok: false, failure: { code: 'no-connection' } })
    }
  })

  it.each(['reader', 'writer'] as const)('restarts a dead %s and reopens the library in it', async (role) => {
    await openAndRead()
    const open = threads.engine.request('openView', { query: EMPTY_QUERY })
    await threads.threads.get(role)?.terminate()
    expect(await open).toHaveProperty('ok')
    // A call made during the restart waits for the new thread.
    const target = { kind: 'records', numbers: Uint32Array.of(1, 2, 3) } as const
    expect(await threads.engine.setFavorite({ target, favorite: true })).toMatchObject({ ok: true })
    const view = await threads.engine.request('openView', { query: EMPTY_QUERY })
    expect(view).toMatchObject({ ok: true, value: { numbers: { length: IMAGES } } })
    expect([threads.deaths, threads.revived, threads.failures]).toEqual([[role], [role], []])
    await threads.until(({ waiting, images }) => waiting === 0 && images.state === 'up-to-date')
    expect([...service.truth.images.values()].filter(({ favorite }) => favorite).length).toBeGreaterThanOrEqual(3)
  })

  it('reopens the library with the current addresses and keys', async () => {
    await openAndRead()
    const { images, projects } = libraryAt(threads.file, service.url)
    await threads.engine.groupsChanged({ images: { ...images, hasKey: false, keyHash: null }, projects })
    await threads.threads.get('writer')?.terminate()
    const status = await threads.engine.request('getSyncStatus', null)
    expect(status).toMatchObject({ ok: true, value: { images: { failure: { code: 'key-missing' } } } })
  })

  it('treats requests of a dead writer as unconfirmed and sends nothing twice', async () => {
    await openAndRead()
    service.change({ responseDelayMs: 50 })
    const wanted = [...service.truth.images.values()].filter(({ favorite }) => !favorite).length
    const view = await threads.engine.request('openView', { query: EMPTY_QUERY })
    if (!view.ok) throw new Error(view.failure.code)
    const target = { kind: 'records', numbers: view.value.numbers } as const
    await threads.engine.setFavorite({ target, favorite: true })
    await eventually(() => service.log.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(5)
    await threads.threads.get('writer')?.terminate()
    service.change({ responseDelayMs: 0 })
    await threads.until(({ waiting, images }) => waiting === 0 && images.state === 'up-to-date')
    const paths = service.log.filter(({ method, status }) => method !== 'GET' && status === 200).map(({ path }) => path)
    expect([paths.length, new Set(paths).size]).toEqual([wanted, wanted])
  })

  it('reports a thread that dies again within a minute, fails every call, and allows reopening', async () => {
    await openAndRead()
    await threads.threads.get('reader')?.terminate()
    expect(await threads.engine.request('countFacets', { query: EMPTY_QUERY })).toMatchObject({ ok: true })
    clock.ms += 59_000
    await threads.threads.get('reader')?.terminate()
    const failed = await threads.engine.request('countFacets', { query: EMPTY_QUERY })
    expect(failed).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(threads.failures).toEqual([{ code: 'internal', detail: 'reader' }])
    await openAndRead()
    expect(await threads.engine.request('countFacets', { query: EMPTY_QUERY })).toMatchObject({ ok: true })
    clock.ms += 60_000
    await threads.threads.get('reader')?.terminate()
    expect(await threads.engine.request('countFacets', { query: EMPTY_QUERY })).toMatchObject({ ok: true })
  })

  it('closes one library and opens another', async () => {
    await openAndRead()
    expect(await threads.engine.closeLibrary()).toEqual({ ok: true, value: null })
    expect(await threads.engine.request('getSyncStatus', null)).toMatchObject({ ok: false })
    await openAndRead()
  })
})
