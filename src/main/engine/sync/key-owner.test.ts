/** The owner of a key: proved where anything can be compared, and asked once where nothing can. */
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

/** An account without images, with a pending create, and a key that was never used. */
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

describe('an unknown key', () => {
  it('needs a decision if there is nothing to compare, and sends nothing until then', async () => {
    const { rig, run } = await createWaits()
    await rig.clock.advance(3_600_000)
    expect(run.sync.status()).toMatchObject({ waiting: 1, images: ASKED })
    expect([creates(rig), reads(rig)]).toEqual([0, 0])
  })

  it('sends pending changes once the user says that it belongs to the same account, and is never asked about again', async () => {
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

  it('belongs to another account once the user says so, even after a kill, and the previous key sends the pending changes', async () => {
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

  it('is asked about again after a kill before the decision', async () => {
    const { rig, run } = await createWaits()
    run.kill()
    const next = rig.start()
    await rig.clock.advance(60_000)
    expect(next.sync.status().images).toMatchObject(ASKED)
    next.sync.answerOwner('images', true)
    await rig.drained(next)
    expect(creates(rig)).toBe(1)
  })

  it('is accepted once the pending changes are discarded', async () => {
    const { rig, run, batch } = await createWaits()
    run.library.stopBatch({ batch, isUndoing: false })
    await rig.clock.runUntil(() => run.sync.status().images.state === 'up-to-date')
    expect(creates(rig)).toBe(0)
  })

  it('belongs to the first owner if no key was accepted before', async () => {
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
    'needs a decision if a key without anything to compare was used in between: of the same account %s',
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

  it('belongs to the same owner if it reads known records, even with nothing pending', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const owner = currentOwner(run.db, 'images')
    enterKey(rig, run, 'a2')
    await rig.clock.runUntil(() => ownerOfKey(run.db, 'images', 'a2') !== null)
    expect(ownerOfKey(run.db, 'images', 'a2')).toBe(owner)
  })

  it('is not judged by records that are known to be removed', async () => {
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

/** Switches from the library of the first key to an account without images for a while. */
async function backFromAnother(): Promise<{ rig: SyncRig; run: Run }> {
  const { rig, run } = await readRig({ images: 5 })
  rig.alter = readsNothing
  enterKey(rig, run, 'of-somebody-else')
  await rig.clock.advance(5_000)
  expect(ownerOfKey(run.db, 'images', 'of-somebody-else')).toBe(currentOwner(run.db, 'images'))
  return { rig, run }
}

describe('changes made before the owner of the key is known', () => {
  const wanted: readonly (readonly [what: string, want: (rig: SyncRig, run: Run) => unknown, method: string])[] = [
    ['a star', (rig, run) => rig.setFavorite(run, plainRecords(rig, run, 1), true), 'PUT'],
    ['a create', (rig, run) => rig.create(run), 'POST'],
    ['a deletion', (rig, run) => rig.remove(run, rig.records(run).slice(0, 1)), 'DELETE']
  ]

  /** Makes a change offline with a renewed key of the first account, about which nothing is known. */
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

  it.each(wanted)("belong to the key's owner once it is known: %s", async (_, want, method) => {
    const { rig, run } = await wantedOffline(want)
    rig.alter = (_request, response) => response
    online(rig, run)
    await rig.drained(run)
    expect(rig.arrived(method)).toBe(1)
  })

  it.each(wanted)(
    'belong to the first accepted key if another one is entered first, even after a kill: %s',
    async (_, want, method) => {
      const { rig, run } = await wantedOffline(want)
      run.kill()
      const next = rig.start()
      rig.alter = (_request, response) => response
      enterKey(rig, next, 'a1')
      online(rig, next)
      await rig.drained(next)
      expect(rig.arrived(method)).toBe(1)
    }
  )

  it('belong to the account whose key created the record, even if made with a key not yet compared', async () => {
    const { rig, run } = await wantedOffline((rigOfBefore, runOfBefore) => rigOfBefore.create(runOfBefore))
    rig.alter = (_request, response) => response
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

  it('are not sent with a known key of another owner if they concern a record of the previous account', async () => {
    const { rig, run } = await backFromAnother()
    rig.alter = (_, response) => response
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
    rig.alter = (_, response) => response
    enterKey(rig, run, 'a1')
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })
})

describe('a key that was used before', () => {
  it('belongs to its owner at once, even while paused: changes made meanwhile are sent with it', async () => {
    const { rig, run } = await backFromAnother()
    run.sync.setPaused(true)
    rig.alter = (_, response) => response
    enterKey(rig, run, 'a1')
    await rig.clock.advance(1_000)
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    run.sync.setPaused(false)
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('sends no changes made with a renewed key of the previous account', async () => {
    const { rig, run } = await backFromAnother()
    rig.alter = (_, response) => response
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
    rig.alter = (_, response) => response
    enterKey(rig, run, 'a1')
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('sends no changes made with a renewed key of the previous account, even before that key was compared', async () => {
    const { rig, run } = await backFromAnother()
    rig.alter = (_, response) => response
    enterKey(rig, run, 'a2')
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    rig.alter = readsNothing
    enterKey(rig, run, 'of-somebody-else')
    await rig.clock.advance(60_000)
    expect([rig.updates(), run.sync.status().images]).toMatchObject([0, OTHERS])
    rig.alter = (_, response) => response
    enterKey(rig, run, 'a1')
    await rig.drained(run)
    expect(rig.updates()).toBe(1)
  })

  it('stays with its owner when a response to the previous key is late', async () => {
    const { rig, run } = await readRig({ images: 0, projects: 3, latencyMs: 2_000 })
    const owner = currentOwner(run.db, 'projects')
    const enter = (keyHash: string): void => {
      const groups = rig.groups()
      run.sync.setGroups({ ...groups, projects: { ...groups.projects, keyHash } })
    }
    rig.alter = (request, response) => {
      if (request.slot !== 'projects' || response.kind === 'failed') return response
      return { ...response, body: '{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}' }
    }
    enter('of-somebody-else')
    await rig.clock.advance(1_000)
    enter('p1')
    await rig.clock.advance(20_000)
    expect(currentOwner(run.db, 'projects')).toBe(owner)
  })
})

it('ignores a decision that was not requested', async () => {
  const { rig, run } = await readRig({ images: 5 })
  const owner = currentOwner(run.db, 'images')
  expect(run.sync.answerOwner('images', false)).toEqual({ ok: true, value: null })
  rig.setFavorite(run, plainRecords(rig, run, 1), true)
  await rig.drained(run)
  expect(currentOwner(run.db, 'images')).toBe(owner)
})
