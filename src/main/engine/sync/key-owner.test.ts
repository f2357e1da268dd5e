/** Whose key it is: told by proof where anything can be compared, and asked once where nothing can. */
import { describe, expect, it } from 'vitest'
import { readsNothing } from '../../../../test/helpers/empty-account.ts'
import { plainRecords, readRig, rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { currentOwner, ownerOfKey } from '../storage/key-owners.ts'

const ASKED = { state: 'no-access', failure: { code: 'owner-unclear' } } as const
const OTHERS = { state: 'no-access', failure: { code: 'no-key-of-owner' } } as const
const creates = (rig: SyncRig): number => rig.arrived('POST')
const reads = (rig: SyncRig): number =>
  rig.service.log.entries.filter(({ method, group }) => method === 'GET' && group === 'images').length

function enterKey(rig: SyncRig, run: Run, hash: string): void {
  rig.imagesKeyHash = hash
  run.sync.setGroups(rig.groups())
}

/** An account without images, an image that waits to be created, and a key that was never used. */
async function createWaits(): Promise<{ rig: SyncRig; run: Run; batch: number }> {
  const { rig, run } = await readRig({ images: 0 })
  rig.down = 'offline'
  const { batch } = rig.create(run)
  await rig.clock.advance(2_000)
  enterKey(rig, run, 'a2')
  rig.down = null
  run.sync.wake('online')
  await rig.clock.advance(60_000)
  return { rig, run, batch }
}

describe('a key of which nothing is known', () => {
  it('is asked about when there is nothing to compare, and sends nothing until then', async () => {
    const { rig, run } = await createWaits()
    await rig.clock.advance(3_600_000)
    expect(run.sync.status()).toMatchObject({ waiting: 1, images: ASKED })
    expect([creates(rig), reads(rig)]).toEqual([0, 0])
  })

  it('sends what waits once it is said to be of the same account, and is never asked about again', async () => {
    const { rig, run, batch } = await createWaits()
    expect(run.sync.answerOwner('images', true)).toEqual({ ok: true, value: null })
    await rig.drained(run)
    expect([creates(rig), rig.receipt(run, batch).done]).toEqual([1, 1])
    enterKey(rig, run, 'a1')
    rig.down = 'offline'
    rig.create(run, { name: 'Another' })
    enterKey(rig, run, 'a2')
    rig.down = null
    run.sync.wake('online')
    await rig.drained(run)
    expect(creates(rig)).toBe(2)
  })

  it('is another account’s once that is said, also after a kill, and the key before sends what waits', async () => {
    const { rig, run } = await createWaits()
    run.sync.answerOwner('images', false)
    await rig.clock.advance(60_000)
    expect(run.sync.status()).toMatchObject({ waiting: 1, images: OTHERS })
    run.kill()
    const next = rig.start()
    await rig.clock.advance(60_000)
    expect(next.sync.status().images).toMatchObject(OTHERS)
    expect([creates(rig), reads(rig)]).toEqual([0, 0])
    enterKey(rig, next, 'a1')
    await rig.drained(next)
    expect(creates(rig)).toBe(1)
  })

  it('is asked about again after a kill before the answer', async () => {
    const { rig, run } = await createWaits()
    run.kill()
    const next = rig.start()
    await rig.clock.advance(60_000)
    expect(next.sync.status().images).toMatchObject(ASKED)
    next.sync.answerOwner('images', true)
    await rig.drained(next)
    expect(creates(rig)).toBe(1)
  })

  it('is taken as it is once what waited is given up', async () => {
    const { rig, run, batch } = await createWaits()
    run.library.stopBatch({ batch, isUndoing: false })
    await rig.clock.runUntil(() => run.sync.status().images.state === 'up-to-date')
    expect(creates(rig)).toBe(0)
  })

  it('is the first one’s where no key was ever taken before', async () => {
    const rig = rigOf({ images: 0 })
    rig.service.change({ imagesKey: 'the-right-images-key' })
    const run = rig.start()
    rig.create(run)
    await rig.clock.runUntil(() => run.sync.status().images.state === 'signed-out')
    rig.keys.images = 'the-right-images-key'
    enterKey(rig, run, 'a2')
    await rig.drained(run)
    expect(rig.service.truth.images.size).toBe(1)
  })

  it.each([
    [true, 1],
    [false, 0]
  ])(
    'is asked about where a key that nothing could be compared with came between: of the same account %s',
    async (isSame, sent) => {
      const { rig, run } = await readRig({ images: 0 })
      enterKey(rig, run, 'a2')
      await rig.clock.runUntil(() => ownerOfKey(run.db, 'images', 'a2') !== null)
      rig.down = 'offline'
      rig.create(run)
      await rig.clock.advance(2_000)
      enterKey(rig, run, 'a1')
      rig.down = null
      run.sync.wake('online')
      await rig.clock.advance(60_000)
      expect([run.sync.status().images, creates(rig)]).toMatchObject([ASKED, 0])
      run.sync.answerOwner('images', isSame)
      await rig.clock.advance(60_000)
      expect(creates(rig)).toBe(sent)
      expect(run.sync.status().images).toMatchObject(isSame ? { state: 'up-to-date' } : OTHERS)
      enterKey(rig, run, 'a2')
      await rig.drained(run)
      expect(creates(rig)).toBe(1)
    }
  )

  it('belongs to the same owner when it reads what is known here, also while nothing waits', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const owner = currentOwner(run.db, 'images')
    enterKey(rig, run, 'a2')
    await rig.clock.runUntil(() => ownerOfKey(run.db, 'images', 'a2') !== null)
    expect(ownerOfKey(run.db, 'images', 'a2')).toBe(owner)
  })

  it('is not judged by records that are known to be gone', async () => {
    const { rig, run } = await readRig({ images: 1 })
    rig.remove(run, rig.records(run))
    await rig.drained(run)
    rig.down = 'offline'
    rig.create(run)
    enterKey(rig, run, 'a2')
    rig.down = null
    run.sync.wake('online')
    await rig.clock.advance(60_000)
    expect(run.sync.status().images).toMatchObject(ASKED)
  })
})

/** The library of the first key, then for a while the key of an account without images. */
async function backFromAnother(): Promise<{ rig: SyncRig; run: Run }> {
  const { rig, run } = await readRig({ images: 5 })
  rig.alter = readsNothing
  enterKey(rig, run, 'of-somebody-else')
  await rig.clock.advance(5_000)
  expect(ownerOfKey(run.db, 'images', 'of-somebody-else')).toBe(currentOwner(run.db, 'images'))
  return { rig, run }
}

describe('what is wanted before it is known whose key is in use', () => {
  const wanted: readonly (readonly [what: string, want: (rig: SyncRig, run: Run) => unknown, method: string])[] = [
    ['a star', (rig, run) => rig.setFavorite(run, plainRecords(rig, run, 1), true), 'PUT'],
    ['a create', (rig, run) => rig.create(run), 'POST'],
    ['a deletion', (rig, run) => rig.remove(run, rig.records(run).slice(0, 1)), 'DELETE']
  ]

  /** Wanted with a renewed key of the first account, of which nothing is told while there is no network. */
  async function wantedOffline(want: (rig: SyncRig, run: Run) => unknown): Promise<{ rig: SyncRig; run: Run }> {
    const { rig, run } = await backFromAnother()
    rig.down = 'offline'
    enterKey(rig, run, 'a2')
    await rig.clock.advance(1_000)
    want(rig, run)
    await rig.clock.advance(1_000)
    return { rig, run }
  }

  function online(rig: SyncRig, run: Run): void {
    rig.down = null
    run.sync.wake('online')
  }

  it.each(wanted)('is of its owner, once that is found out: %s', async (_, want, method) => {
    const { rig, run } = await wantedOffline(want)
    rig.alter = (_request, answer) => answer
    online(rig, run)
    await rig.drained(run)
    expect(rig.arrived(method)).toBe(1)
  })

  it.each(wanted)(
    'is of the first key that is taken where another one comes before, also after a kill: %s',
    async (_, want, method) => {
      const { rig, run } = await wantedOffline(want)
      run.kill()
      const next = rig.start()
      rig.alter = (_request, answer) => answer
      enterKey(rig, next, 'a1')
      online(rig, next)
      await rig.drained(next)
      expect(rig.arrived(method)).toBe(1)
    }
  )

  it('is of the account whose key created its record, also where that was wanted with a key not yet compared', async () => {
    const { rig, run } = await wantedOffline((rigOfBefore, runOfBefore) => rigOfBefore.create(runOfBefore))
    rig.alter = (_request, answer) => answer
    online(rig, run)
    await rig.drained(run)
    const created = rig.records(run).slice(-1)
    rig.down = 'offline'
    enterKey(rig, run, 'a3')
    rig.setFavorite(run, created, true)
    enterKey(rig, run, 'a1')
    online(rig, run)
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('is not sent with a known key of somebody else, where it is about a record of the account before', async () => {
    const { rig, run } = await backFromAnother()
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a1')
    await rig.clock.advance(1_000)
    rig.down = 'offline'
    enterKey(rig, run, 'a2')
    await rig.clock.advance(1_000)
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    rig.alter = readsNothing
    enterKey(rig, run, 'of-somebody-else')
    online(rig, run)
    await rig.clock.advance(60_000)
    expect([rig.updates(), run.sync.status().images]).toMatchObject([0, OTHERS])
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a1')
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })
})

describe('a key that was used before', () => {
  it('is its owner’s at once, also while everything is paused: what is done meanwhile is sent with it', async () => {
    const { rig, run } = await backFromAnother()
    run.sync.setPaused(true)
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a1')
    await rig.clock.advance(1_000)
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    run.sync.setPaused(false)
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('sends nothing that was wanted with a renewed key of the account before', async () => {
    const { rig, run } = await backFromAnother()
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a2')
    await rig.clock.advance(5_000)
    expect(ownerOfKey(run.db, 'images', 'a2')).toBe(ownerOfKey(run.db, 'images', 'a1'))
    rig.down = 'offline'
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    await rig.clock.advance(1_000)
    rig.down = null
    rig.alter = readsNothing
    enterKey(rig, run, 'of-somebody-else')
    await rig.clock.advance(60_000)
    expect([rig.updates(), run.sync.status().images]).toMatchObject([0, OTHERS])
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a1')
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('sends nothing that was wanted with a renewed key of the account before, also before that key was compared', async () => {
    const { rig, run } = await backFromAnother()
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a2')
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    rig.alter = readsNothing
    enterKey(rig, run, 'of-somebody-else')
    await rig.clock.advance(60_000)
    expect([rig.updates(), run.sync.status().images]).toMatchObject([0, OTHERS])
    rig.alter = (_, answer) => answer
    enterKey(rig, run, 'a1')
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('stays its owner’s when an answer to the key before comes late', async () => {
    const { rig, run } = await readRig({ images: 0, projects: 3, latencyMs: 2_000 })
    const owner = currentOwner(run.db, 'projects')
    const enter = (keyHash: string): void => {
      const groups = rig.groups()
      run.sync.setGroups({ ...groups, projects: { ...groups.projects, keyHash } })
    }
    rig.alter = (request, answer) => {
      if (request.slot !== 'projects' || answer.kind === 'failed') return answer
      return { ...answer, body: '{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}' }
    }
    enter('of-somebody-else')
    await rig.clock.advance(1_000)
    enter('p1')
    await rig.clock.advance(20_000)
    expect(currentOwner(run.db, 'projects')).toBe(owner)
  })
})

it('leaves an answer alone when nothing is asked', async () => {
  const { rig, run } = await readRig({ images: 5 })
  const owner = currentOwner(run.db, 'images')
  expect(run.sync.answerOwner('images', false)).toEqual({ ok: true, value: null })
  rig.setFavorite(run, plainRecords(rig, run, 1), true)
  await rig.drained(run)
  expect(currentOwner(run.db, 'images')).toBe(owner)
})
