/** Results never go backwards: every kind of update carries what the service showed last. */
import { expect, it } from 'vitest'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import { faultsInOrder } from '../../../reference-service/faults.ts'
import { NO_FACETS } from '../../../shared/image.ts'

const HOUR = 3_600_000
const GROWN = ['first.png', 'added.png']

interface RequestClass {
  readonly rig: SyncRig
  readonly run: Run
  readonly record: number
  /** Adds a result by another client, long after our last list. */
  readonly grow: () => Promise<void>
}

const isPut = ({ method }: { readonly method: string }): boolean => method === 'PUT'

/** Every path to an update, each started before the results grow and finished after. */
const UPDATE_PATHS: Readonly<Record<string, (requestClass: RequestClass) => Promise<void>>> = {
  'a star after an hour offline': async ({ rig, run, record, grow }) => {
    rig.down = 'offline'
    rig.setFavorite(run, [record], true)
    await grow()
    rig.down = null
    run.sync.wake('online')
  },
  'a rename': async ({ rig, run, record, grow }) => {
    await grow()
    rig.rename(run, record, 'Quay')
  },
  'an undo': async ({ rig, run, record, grow }) => {
    const { batch } = rig.setFavorite(run, [record], true)
    await rig.drained(run)
    await grow()
    run.library.undoBatch({ batch })
  },
  'a retry of what was refused': async ({ rig, run, record, grow }) => {
    rig.service.change({ faults: faultsInOrder([{ kind: 'status', status: 422, body: '{"message":"No"}' }], isPut) })
    rig.setFavorite(run, [record], true)
    await rig.drained(run)
    await grow()
    const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
    expect(entries).toHaveLength(1)
    run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'retry', choice: null })
  },
  'one that was lost on its way': async ({ rig, run, record, grow }) => {
    rig.service.change({ faults: faultsInOrder([{ kind: 'drop-before' }], isPut) })
    rig.setFavorite(run, [record], true)
    await rig.clock.runUntil(
      () => run.db.value("SELECT 1 FROM entries WHERE (state = 'unknown' OR last_failure IS NOT NULL)") === 1
    )
    await grow()
  },
  'a batch that was picked up after a kill': async ({ rig, run, record, grow }) => {
    run.sync.setPaused(true)
    rig.setFavorite(run, [record], true)
    // The read that the star requested is taken in this same turn; a dead program would not take it.
    await Promise.resolve()
    run.kill()
    await grow()
    rig.start().sync.setPaused(false)
  }
}

it.each(Object.entries(UPDATE_PATHS))('%s', async (_, take) => {
  const { rig, run } = await readRig({ images: 30, listResults: true })
  const [record = 0] = plainRecords(rig, run, 1)
  const id = Number(rig.serviceId(run, record))
  const results = () => rig.service.truth.images.get(id)?.results
  const grow = async (): Promise<void> => {
    await rig.clock.advance(HOUR)
    rig.service.store.images.put(id, { results: GROWN })
  }
  const before = rig.updates()
  await take({ rig, run, record, grow })
  await rig.clock.advance(10 * 60_000)
  expect(rig.updates()).toBeGreaterThan(before)
  expect(results()).toEqual(GROWN)
})

it('a star under a new key, whose comparison has shown the results', async () => {
  const { rig, run } = await readRig({ images: 30, listResults: true })
  const [record = 0] = plainRecords(rig, run, 1)
  const id = Number(rig.serviceId(run, record))
  rig.down = 'offline'
  rig.setFavorite(run, [record], true)
  await rig.clock.advance(2_000)
  rig.service.store.images.put(id, { results: GROWN })
  rig.imagesKeyHash = 'a2'
  run.sync.setGroups(rig.groups())
  rig.down = null
  run.sync.wake('online')
  await rig.drained(run)
  expect(rig.service.truth.images.get(id)).toMatchObject({ favorite: true, results: GROWN })
})

it('a star on an image whose picture became ready a moment ago', async () => {
  const dialect = dialectOf('E-processing', {})
  const { rig, run } = await readRig({ images: 30, storeDelayMs: 20_000, dialect })
  const { record } = rig.create(run, {})
  await rig.drained(run)
  const before = rig.updates()
  await rig.clock.advance(20_000)
  rig.setFavorite(run, [record], true)
  await rig.drained(run)
  expect(rig.updates() - before).toBe(1)
  const { results } = rig.service.truth.images.get(Number(rig.serviceId(run, record))) ?? {}
  expect(results).toEqual([{ url: expect.stringContaining('/uploads/') }])
})

it('stars on many images without a picture share the page that is read before them, however slow the service', async () => {
  const dialect = dialectOf('E-processing', {})
  const { rig, run } = await readRig({ images: 30, perMinute: 2, dialect })
  const draft = {
    name: 'Koi',
    description: '',
    resolution: '512x512',
    ...NO_FACETS
  } as const
  const made = Array.from({ length: 12 }, () => rig.service.store.images.add(draft, rig.clock.now() + HOUR))
  run.sync.wake('user')
  await rig.clock.runUntil(() => rig.records(run).length === 42)
  await rig.clock.advance(60_000)
  rig.service.log.clear()
  const { batch } = rig.setFavorite(run, rig.records(run).slice(-made.length), true)
  await rig.clock.advance(12 * 60_000)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 12, waiting: 0 })
  const shows = rig.service.log.entries.filter(({ method, path }) => method === 'GET' && /images\/\d+$/.test(path))
  expect(shows).toEqual([])
})

it('a star after a diagnosis that has shown the results', async () => {
  const { rig, run } = await readRig({ images: 30, listResults: true })
  const [record = 0] = plainRecords(rig, run, 1)
  const id = Number(rig.serviceId(run, record))
  rig.service.store.images.put(id, { results: GROWN })
  const diagnosis = run.sync.diagnose()
  await rig.clock.advance(60_000)
  expect((await diagnosis).state).toBe('done')
  rig.setFavorite(run, [record], true)
  await rig.drained(run)
  expect(rig.service.truth.images.get(id)).toMatchObject({ favorite: true, results: GROWN })
})
