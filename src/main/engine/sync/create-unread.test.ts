/** Creates that were lost before anything of the service was read: what was there before them is never taken for them. */
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

/** A create that is lost as the first request of all, at a service that has an image that looks the same. */
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

/** Lists are answered when that is resolved. */
function holdPages(rig: SyncRig): PromiseWithResolvers<void> {
  const held = Promise.withResolvers<void>()
  const send = rig.send.bind(rig)
  rig.send = async (request) => {
    if (request.method === 'GET') await held.promise
    return send(request)
  }
  return held
}

const ask = (rig: SyncRig, run: Run) => rig.needs(run, 'create')

it('one that made nothing is not mistaken for an older image that looks the same: the person is asked', async () => {
  const { rig, run, record } = await lost({ kind: 'drop-before' })
  expect(rig.serviceId(run, record)).toBe('')
  expect(ask(rig, run)).toMatchObject([{ code: 'create-ambiguous', choices: [expect.any(Number)] }])
  expect(rig.arrived('POST')).toBe(1)
})

it('one that was made is put before the person together with the older image', async () => {
  const { rig, run } = await lost({ kind: 'drop-after' })
  const [failure] = ask(rig, run)
  expect(failure?.choices?.map((choice) => rig.serviceId(run, choice)).toSorted()).toEqual(['21', '22'])
})

it('an image that the service dates days before the order is none of them', async () => {
  const { rig, run } = await lost({ kind: 'drop-before' }, { twinAgeMs: 3 * DAY })
  expect(ask(rig, run)).toMatchObject([{ code: 'create-not-found' }])
})

it('so it is where ids are no numbers', async () => {
  const { rig, run, record } = await lost({ kind: 'drop-before' }, { dialect: UUID })
  expect(rig.serviceId(run, record)).toBe('')
  expect(ask(rig, run)).toMatchObject([{ code: 'create-ambiguous', choices: [expect.any(Number)] }])
})

it.each([
  ['of no image', { images: 0 }],
  ['of ids that are no numbers', { images: 20, dialect: UUID }]
])('one at a service whose list %s was read to its end before is found by itself', async (_name, options) => {
  const rig = rigOf(options)
  const run = rig.start()
  await rig.firstPull(run)
  rig.service.change({ faults: faultsInOrder([{ kind: 'drop-after' }], ({ method }) => method === 'POST') })
  const { record } = rig.create(run)
  await rig.drained(run)
  expect(rig.serviceId(run, record)).not.toBe('')
  expect(rig.arrived('POST')).toBe(1)
})
