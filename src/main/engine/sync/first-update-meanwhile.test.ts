/** Updates sent while earlier ones are checked: each is verified as well, or the user is asked. */
import { expect, it } from 'vitest'
import { plainRecords, uncheckedRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { STANDARD } from '../../../reference-service/dialects/dialects.ts'
import { TRUSTED } from '../domain/first-update-stages.ts'
import { addSeen, countSeen, readChecked } from '../storage/checked-updates.ts'

const ADDRESS = 'http://service.test'
const MINUTE = 60_000
const seen = (run: Run): number => countSeen(run.db, ADDRESS)
const open = (rig: SyncRig, run: Run): number => readChecked(run.db, rig.clock.now()).length
const needs = (rig: SyncRig, run: Run): string[] => rig.needs(run, 'favorite').map(({ code }) => code)

/** Sets up a connection with `count` verified updates. */
async function begun(count: number): Promise<{ rig: SyncRig; run: Run }> {
  const { rig, run } = await uncheckedRig({ images: 100 })
  addSeen(run.db, ADDRESS, count)
  return { rig, run }
}

/** Delays the response to the next list page of images until `meanwhile` is over. */
function duringCheck(rig: SyncRig, meanwhile: () => Promise<void>): { isOver: boolean } {
  const check = { isOver: false }
  const send = rig.send.bind(rig)
  rig.send = async (request) => {
    const isPage = request.slot === 'images' && request.method === 'GET'
    const response = await send(request)
    if (!isPage || check.isOver) return response
    rig.send = send
    await meanwhile()
    check.isOver = true
    return response
  }
  return check
}

/** Confirms every update without applying it. */
const confirmWithoutApplying = (rig: SyncRig): void =>
  rig.service.change({
    faults: ({ method }) => (method === 'PUT' ? { kind: 'status', status: 200, body: '{"success":true}' } : null)
  })

const delay = (rig: SyncRig, ms: number): Promise<void> =>
  new Promise((resolve) => rig.clock.after(ms, () => resolve()))

it('a batch that was only seemingly accepted meanwhile is detected, and does not count as verified', async () => {
  const { rig, run } = await begun(1)
  const records = plainRecords(rig, run, 8)
  const late: number[] = []
  const check = duringCheck(rig, async () => {
    confirmWithoutApplying(rig)
    late.push(rig.setFavorite(run, records.slice(3), true).batch)
    await delay(rig, 5_000)
  })
  const { batch } = rig.setFavorite(run, records.slice(0, 3), true)
  await rig.clock.runUntil(() => check.isOver)
  await rig.clock.advance(10 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 3 })
  expect(rig.receipt(run, late[0] ?? 0)).toMatchObject({ done: 0, needsAttention: 5 })
  expect(needs(rig, run)).toEqual(Array.from({ length: 5 }, () => 'not-taken'))
  expect([seen(run), open(rig, run)]).toEqual([4, 0])
})

it('a batch that was sent meanwhile counts once it was verified', async () => {
  const { rig, run } = await begun(11)
  const records = plainRecords(rig, run, 8)
  const check = duringCheck(rig, async () => {
    rig.setFavorite(run, records.slice(3), true)
    await delay(rig, 5_000)
  })
  rig.setFavorite(run, records.slice(0, 3), true)
  await rig.clock.runUntil(() => check.isOver)
  await rig.clock.runUntil(() => open(rig, run) === 0)
  expect(seen(run)).toBe(19)
})

it('a value undone meanwhile is compared with the intent of now, and the user is not asked', async () => {
  const { rig, run } = await begun(1)
  const records = plainRecords(rig, run, 3)
  const check = duringCheck(rig, async () => {
    rig.setFavorite(run, records, false)
    await delay(rig, 5_000)
  })
  rig.setFavorite(run, records, true)
  await rig.clock.runUntil(() => check.isOver)
  await rig.clock.runUntil(() => open(rig, run) === 0)
  expect([seen(run), needs(rig, run)]).toEqual([4, []])
  expect(rig.differences(run)).toEqual([])
})

it('the user is not asked about an update that failed its last check if another intent is done meanwhile', async () => {
  const { rig, run } = await begun(1)
  const [named = 0, ...records] = plainRecords(rig, run, 4)
  const before = rig.name(run, named)
  rig.alter = (request, response) => {
    if (request.method !== 'GET' || response.kind === 'failed') return response
    return { ...response, body: response.body.replaceAll('"name":"Quay"', `"name":"${before}"`) }
  }
  rig.rename(run, named, 'Quay')
  await rig.drained(run)
  rig.setFavorite(run, records, true)
  await rig.drained(run)
  await rig.clock.advance(MINUTE)
  expect(open(rig, run)).toBe(1)
  const check = duringCheck(rig, async () => {
    rig.rename(run, named, 'Pier')
    await delay(rig, 5_000)
  })
  await rig.clock.runUntil(() => check.isOver)
  await rig.clock.advance(10 * MINUTE)
  expect([rig.needs(run, 'name'), needs(rig, run), seen(run)]).toEqual([[], [], 4])
  expect(rig.service.truth.images.get(Number(rig.serviceId(run, named)))?.name).toBe('Pier')
})

it('an update that joins a cohort being checked again has two minutes of its own', async () => {
  const { rig, run } = await begun(1)
  const records = plainRecords(rig, run, 6)
  const ids = new Set(records.slice(0, 3).map((record) => Number(rig.serviceId(run, record))))
  const since = new Map<number, number>()
  rig.alter = (request, response) => {
    const id = Number(request.url.split('/').at(-1))
    if (request.method === 'PUT') since.set(id, rig.clock.now())
    if (request.method !== 'GET' || request.slot !== 'images' || response.kind === 'failed') return response
    const body = JSON.parse(response.body) as { data: { id: number; favorite: number }[] }
    const isOld = (one: number): boolean => ids.has(one) || rig.clock.now() - (since.get(one) ?? 0) < 90_000
    for (const image of body.data) if (isOld(image.id)) image.favorite = 0
    return { ...response, body: JSON.stringify(body) }
  }
  const { batch } = rig.setFavorite(run, records.slice(0, 3), true)
  await rig.drained(run)
  await rig.clock.advance(100_000)
  const late = rig.setFavorite(run, records.slice(3), true).batch
  await rig.clock.advance(10 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 3 })
  expect(rig.receipt(run, late)).toMatchObject({ done: 3, needsAttention: 0 })
  expect([seen(run), open(rig, run)]).toEqual([4, 0])
})

it('nothing is checked once the connection is trusted', async () => {
  const { rig, run } = await begun(TRUSTED - 3)
  const records = plainRecords(rig, run, 4)
  const check = duringCheck(rig, async () => {
    rig.setFavorite(run, records.slice(3), true)
    await delay(rig, 5_000)
  })
  rig.setFavorite(run, records.slice(0, 3), true)
  await rig.clock.runUntil(() => check.isOver)
  await rig.clock.runUntil(() => seen(run) === TRUSTED)
  expect(open(rig, run)).toBe(0)
  rig.service.log.clear()
  await rig.clock.advance(MINUTE)
  expect(rig.service.log.entries).toEqual([])
})

it('an update sent to another address does not count as a check of this one', async () => {
  const { rig, run } = await begun(1)
  const [click = 0, ...records] = plainRecords(rig, run, 21)
  rig.setFavorite(run, [click], true)
  await rig.drained(run)
  expect(open(rig, run)).toBe(1)
  // As if everything had been verified elsewhere.
  addSeen(run.db, 'http://elsewhere.test', 1)
  rig.service.change({ dialect: { ...STANDARD, put: 'replaces' } })
  rig.service.log.clear()
  const { batch } = rig.setFavorite(run, records, true)
  await rig.clock.advance(10 * MINUTE)
  expect([rig.updates(), seen(run), needs(rig, run)]).toEqual([1, 0, ['changed-more']])
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 1, waiting: 19 })
})
