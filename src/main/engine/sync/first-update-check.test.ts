/** The first-update check of a connection, in virtual time: on one record, then ten, then a hundred, each verified. */
import { describe, expect, it } from 'vitest'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { plainRecords, uncheckedRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { STANDARD } from '../../../reference-service/dialects/dialects.ts'
import type { SendResponse, SendRequest } from '../../../shared/send.ts'
import { countSeen } from '../storage/checked-updates.ts'

const MINUTE = 60_000
const REPLACES = { ...STANDARD, put: 'replaces' } as const
const path = (request: SendRequest): string => new URL(request.url).pathname
const isShow = (request: SendRequest): boolean => request.method === 'GET' && /\/images\/\d+$/.test(path(request))
const isPage = (request: SendRequest): boolean => request.method === 'GET' && path(request).endsWith('/images')

/** Records letters of the requests about images, in order: S show, P page, U update. */
function watch(rig: SyncRig): { letters: string } {
  const seen = { letters: '' }
  const send = rig.send.bind(rig)
  rig.send = (request) => {
    if (request.slot === 'images') seen.letters += request.method === 'PUT' ? 'U' : isShow(request) ? 'S' : 'P'
    return send(request)
  }
  return seen
}

const seen = (run: Run): number => countSeen(run.db, 'http://service.test')
const held = (run: Run, batch: number) => run.sync.status().running.find((one) => one.batch === batch)?.pause
const favorites = (rig: SyncRig): number =>
  [...rig.service.truth.images.values()].filter(({ favorite }) => favorite).length
const needs = (rig: SyncRig, run: Run): string[] => rig.needs(run, 'favorite').map(({ code }) => code)

describe('a batch on an unchecked connection', () => {
  it('is sent in stages of one, ten, a hundred and the others, with five requests more', async () => {
    const { rig, run } = await uncheckedRig({ images: 280 })
    const requests = watch(rig)
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 200), true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 200 })
    expect(requests.letters).toMatch(/^SUSU{10}PU{100}PP?U{89}$/)
    expect(seen(run)).toBe(111)
    expect(rig.differences(run)).toEqual([])
  })

  it('is checked once for each connection, even after a restart', async () => {
    const { rig, run } = await uncheckedRig({ images: 260 })
    rig.setFavorite(run, plainRecords(rig, run, 130), true)
    await rig.drained(run)
    run.close()
    const next = rig.start()
    await rig.clock.runUntil(() => next.sync.status().images.state === 'up-to-date')
    const requests = watch(rig)
    rig.setFavorite(next, plainRecords(rig, next, 40), true)
    await rig.drained(next)
    expect(requests.letters).toBe('U'.repeat(40))
  })

  it('of a few is verified when nothing else is to be sent', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    const requests = watch(rig)
    rig.setFavorite(run, plainRecords(rig, run, 4), true)
    await rig.drained(run)
    await rig.clock.runUntil(() => seen(run) === 4)
    expect(requests.letters).toBe('SUSUUUP')
  })

  it('of a single user action is the first stage, and later ones wait for nothing', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    const requests = watch(rig)
    const [first = 0, second = 0] = plainRecords(rig, run, 2)
    rig.setFavorite(run, [first], true)
    await rig.clock.runUntil(() => seen(run) === 1)
    rig.setFavorite(run, [second], true)
    await rig.drained(run)
    expect(requests.letters).toBe('SUSU')
  })
})

describe('a service whose update replaces the whole record', () => {
  async function replaced(count: number) {
    const { rig, run } = await uncheckedRig({ images: 100, listDescriptions: true })
    rig.service.change({ dialect: REPLACES })
    const records = plainRecords(rig, run, count)
    const { batch } = rig.setFavorite(run, records, true)
    await rig.clock.advance(10 * MINUTE)
    return { rig, run, batch, records }
  }
  const truth = (rig: SyncRig, run: Run, record: number) =>
    rig.service.truth.images.get(Number(rig.serviceId(run, record)))

  it('harms one record, and the changed fields are reported', async () => {
    const { rig, run, batch } = await replaced(50)
    expect(rig.updates()).toBe(1)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 1, waiting: 49 })
    const pause = held(run, batch)
    expect(pause).toMatchObject({ why: 'changed-more', left: 49, failure: { code: 'changed-more' } })
    const changes = pause?.why === 'changed-more' ? pause.failure.changes : []
    expect(changes?.map(({ field }) => field)).toContain('name')
    expect(changes?.find(({ field }) => field === 'name')).toMatchObject({
      before: expect.any(String) as string,
      after: null
    })
  })

  it("gets the saved values back, and the others continue at the user's request", async () => {
    const { rig, run, batch, records } = await replaced(50)
    const name = run.db.value<string>("SELECT image ->> '$.fields.name' FROM saved")
    const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
    run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
    await rig.clock.runUntil(() => rig.receipt(run, batch).done === 1)
    expect(truth(rig, run, records[0] ?? 0)).toMatchObject({ name, favorite: true })
    expect(held(run, batch)).toMatchObject({ why: 'changed-more', entry: null })
    expect(rig.updates()).toBe(2)
    run.library.setBatchPaused({ batch, isPaused: false })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 50, needsAttention: 0 })
  })

  it('is checked again on one record by the next batch, once the first was stopped', async () => {
    const { rig, run, batch } = await replaced(50)
    run.library.stopBatch({ batch, isUndoing: false })
    const second = rig.setFavorite(run, plainRecords(rig, run, 20), true)
    await rig.clock.advance(10 * MINUTE)
    expect(rig.updates()).toBe(2)
    expect(held(run, second.batch)).toMatchObject({ why: 'changed-more' })
  })

  it('is reported for a single click, which can be left as it is', async () => {
    const { rig, run, batch } = await replaced(1)
    expect(needs(rig, run)).toEqual(['changed-more'])
    const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
    run.sync.wake('user')
    await rig.clock.advance(10 * MINUTE)
    expect(needs(rig, run)).toEqual(['changed-more'])
    run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'leave-so', choice: null })
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, needsAttention: 0 })
    expect(run.db.value('SELECT count(*) FROM saved')).toBe(0)
  })
})

describe('a service that confirms without applying', () => {
  /** Confirms every update without applying it. */
  const confirmWithoutApplying = (rig: SyncRig): void =>
    rig.service.change({
      faults: ({ method }) => (method === 'PUT' ? { kind: 'status', status: 200, body: '{"success":true}' } : null)
    })

  it('is checked again for two minutes, and then stopped with the one update it did not apply', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    confirmWithoutApplying(rig)
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 50), true)
    await rig.clock.advance(MINUTE)
    expect(held(run, batch)).toBeNull()
    await rig.clock.advance(5 * MINUTE)
    expect(held(run, batch)).toEqual({ why: 'not-shown', count: 1, left: 49 })
    expect([rig.updates(), needs(rig, run)]).toEqual([1, ['not-taken']])
    expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 1 })
  })

  it('is reported to the screen with the record that needs the user, as is one that changes more', async () => {
    for (const spoil of [confirmWithoutApplying, (rig: SyncRig) => rig.service.change({ dialect: REPLACES })]) {
      const { rig, run } = await uncheckedRig({ images: 100, listDescriptions: true })
      spoil(rig)
      const { batch } = rig.setFavorite(run, plainRecords(rig, run, 50), true)
      await rig.clock.runUntil(() => held(run, batch) !== null, 5 * MINUTE)
      const record = run.db.value<number>("SELECT record FROM entries WHERE state = 'refused'") ?? 0
      const told = rig.changes.at(-1)
      expect(told?.revision).toBe(run.db.value<number>('SELECT max(revision) FROM changes'))
      expect(told?.records).toEqual(Uint32Array.of(record))
    }
  })

  it('later, is detected by the list page of its stage', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    const before = favorites(rig)
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 50), true)
    await rig.clock.runUntil(() => seen(run) === 1)
    confirmWithoutApplying(rig)
    await rig.clock.advance(10 * MINUTE)
    expect(held(run, batch)).toMatchObject({ why: 'not-shown' })
    const { done, needsAttention, waiting } = rig.receipt(run, batch)
    expect([done + needsAttention, waiting]).toEqual([11, 39])
    expect(done).toBe(favorites(rig) - before)
  })
})

describe('a replica that lags', () => {
  it('causes no false alarm within two minutes', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 50), true)
    const since = new Map<string, number>()
    const before = new Map([...rig.service.truth.images].map(([id, image]) => [String(id), image.favorite]))
    rig.alter = (request, response) => stale(request, response, { rig, since, before })
    await rig.drained(run, 20 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 50 })
    expect(needs(rig, run)).toEqual([])
  })
})

interface Replica {
  readonly rig: SyncRig
  readonly since: Map<string, number>
  readonly before: ReadonlyMap<string, boolean>
}

/** Returns reads with the favorite of ninety seconds ago. */
function stale(request: SendRequest, response: SendResponse, { rig, since, before }: Replica): SendResponse {
  if (request.slot !== 'images' || response.kind === 'failed') return response
  const now = rig.clock.now()
  if (request.method === 'PUT') since.set(path(request).split('/').at(-1) ?? '', now)
  if (!isShow(request) && !isPage(request)) return response
  const body = JSON.parse(response.body) as { data: Row | readonly Row[] }
  const lag = (row: Row): Row => {
    const at = since.get(String(row.id))
    return at !== undefined && now - at < 90_000 ? { ...row, favorite: before.get(String(row.id)) ?? false } : row
  }
  const data = Array.isArray(body.data) ? (body.data as Row[]).map(lag) : lag(body.data as Row)
  return { ...response, body: JSON.stringify({ ...body, data }) }
}

interface Row {
  readonly id: number
  readonly favorite: unknown
}

describe('a record that cannot be shown', () => {
  it.each([404, 405])('is checked by its list page (%i of a web server)', async (status) => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    rig.alter = (request, response) =>
      isShow(request) && response.kind !== 'failed' ? { ...response, status, body: '<html></html>' } : response
    const requests = watch(rig)
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 50), true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 50 })
    expect(requests.letters).toMatch(/^SPUPU{10}PU{39}P?$/)
  })

  it('and is removed needs the user, and the next one is checked', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    const records = plainRecords(rig, run, 5)
    rig.service.store.images.remove(Number(rig.serviceId(run, records[0] ?? 0)))
    const { batch } = rig.setFavorite(run, records, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 4, needsAttention: 1 })
  })
})

describe('stages do not block', () => {
  it('pause, being offline, and being first', async () => {
    const { rig, run } = await uncheckedRig({ images: 200 })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 80), true)
    await rig.clock.advance(8)
    run.sync.setPaused(true)
    await rig.clock.advance(MINUTE)
    run.sync.setPaused(false)
    rig.down = 'offline'
    await rig.clock.advance(5 * MINUTE)
    rig.down = null
    run.library.sendBatchFirst({ batch })
    run.sync.wake('online')
    await rig.drained(run, 20 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 80 })
  })

  it('other records while requests for one always fail', async () => {
    const { rig, run } = await uncheckedRig({ images: 100 })
    const records = plainRecords(rig, run, 20)
    const id = rig.serviceId(run, records[0] ?? 0)
    rig.service.change({
      faults: ({ method, path: asked }) =>
        method === 'PUT' && asked.endsWith(`/${id}`) ? { kind: 'status', status: 500 } : null
    })
    const { batch } = rig.setFavorite(run, records, true)
    await rig.clock.runUntil(() => rig.receipt(run, batch).done === 19, 20 * MINUTE)
    expect(rig.receipt(run, batch).needsAttention).toBe(0)
  })

  it('deletions and creates', async () => {
    const { rig, run } = await uncheckedRig({ images: 50 })
    const [record = 0] = rig.records(run)
    rig.remove(run, [record])
    rig.create(run)
    await rig.drained(run)
    expect(seen(run)).toBe(0)
  })
})

describe('the check killed', () => {
  // From the first read over the update and its response to the second read, and past that.
  const moments = Array.from({ length: inDepth(28, 5) }, (_, step) => step * inDepth(11, 66))
  it.each(moments)('after %i ms ends in the same state', async (ms) => {
    const { rig, run } = await uncheckedRig({ images: 20, latencyMs: 20 })
    rig.service.change({ dialect: REPLACES })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 10), true)
    await rig.clock.advance(ms)
    run.kill()
    const next = rig.start()
    await rig.clock.runUntil(() => held(next, batch)?.why === 'changed-more')
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(next, batch)).toMatchObject({ needsAttention: 1, waiting: 9 })
    const harmed = rig.service.log.entries.filter(({ method }) => method === 'PUT').map(({ path: asked }) => asked)
    expect(new Set(harmed).size).toBe(1)
  })
})
