/** Creates lost before anything was read from the service are never matched with images that existed before. */
import { expect, it } from 'vitest'
import { FORM } from '../../../../test/helpers/create-form.ts'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import type { NetworkOptions } from '../../../../test/helpers/rig-network.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { STANDARD } from '../../../reference-service/dialects/dialects.ts'
import { type Fault, faultsInOrder } from '../../../reference-service/faults.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const UUID = { ...STANDARD, ids: 'uuid' } as const

/** Loses a create as the very first request, at a service with an equal image. */
async function lost(fault: Fault, options: NetworkOptions & { readonly twinAgeMs?: number } = {}) {
  const { twinAgeMs = MINUTE, ...service } = options
  const rig = rigOf({ images: 20, ...service })
  rig.service.store.images.add({ ...FORM } as never)
  await rig.clock.advance(twinAgeMs)
  const run = rig.start()
  const { record } = rig.create(run)
  rig.service.change({ faults: faultsInOrder([fault], ({ method }) => method === 'POST') })
  const pages = holdPages(rig)
  await rig.clock.runUntil(() => rig.arrived('POST') === 1)
  expect(run.db.value('SELECT highest_id FROM creates')).toBeNull()
  pages.resolve()
  await rig.clock.advance(20 * MINUTE)
  return { rig, run, record }
}

/** Holds back list responses until the returned promise is resolved. */
function holdPages(rig: SyncRig): PromiseWithResolvers<void> {
  const held = Promise.withResolvers<void>()
  const send = rig.send.bind(rig)
  rig.send = async (request) => {
    if (request.method === 'GET') await held.promise
    return send(request)
  }
  return held
}

const failuresOfCreate = (rig: SyncRig, run: Run) => rig.needs(run, 'create')

it('asks the user about a create without effect instead of matching an older, equal image', async () => {
  const { rig, run, record } = await lost({ kind: 'drop-before' })
  expect(rig.serviceId(run, record)).toBe('')
  expect(failuresOfCreate(rig, run)).toMatchObject([{ code: 'create-ambiguous', choices: [expect.any(Number)] }])
  expect(rig.arrived('POST')).toBe(1)
})

it('offers the user the created image together with the older one', async () => {
  const { rig, run } = await lost({ kind: 'drop-after' })
  const [failure] = failuresOfCreate(rig, run)
  expect(failure?.choices?.map((choice) => rig.serviceId(run, choice)).toSorted()).toEqual(['21', '22'])
})

it('excludes an image that the service dates days before the create', async () => {
  const { rig, run } = await lost({ kind: 'drop-before' }, { twinAgeMs: 3 * DAY })
  expect(failuresOfCreate(rig, run)).toMatchObject([{ code: 'create-not-found' }])
})

it('does the same with non-numeric ids', async () => {
  const { rig, run, record } = await lost({ kind: 'drop-before' }, { dialect: UUID })
  expect(rig.serviceId(run, record)).toBe('')
  expect(failuresOfCreate(rig, run)).toMatchObject([{ code: 'create-ambiguous', choices: [expect.any(Number)] }])
})

it.each([
  ['of no image', { images: 0 }],
  ['of ids that are no numbers', { images: 20, dialect: UUID }]
])('finds the create automatically if the list %s was read to its end before', async (_name, options) => {
  const rig = rigOf(options)
  const run = rig.start()
  await rig.firstPull(run)
  rig.service.change({ faults: faultsInOrder([{ kind: 'drop-after' }], ({ method }) => method === 'POST') })
  const { record } = rig.create(run)
  await rig.drained(run)
  expect(rig.serviceId(run, record)).not.toBe('')
  expect(rig.arrived('POST')).toBe(1)
})
