/** Creates in virtual time: each sent once, slow, lost, and found again. */
import { describe, expect, it } from 'vitest'
import { readRig } from '../../../../test/helpers/rigs.ts'
import { FORM } from '../../../../test/helpers/create-form.ts'
import type { SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { type Fault, type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'
import { requireLookup } from '../storage/entries.ts'

const isStore = ({ method }: FaultSubject): boolean => method === 'POST'
const MINUTE = 60_000

/** Makes the next create meet the faults. */
function spoil(rig: SyncRig, ...faults: Fault[]): void {
  rig.service.change({ faults: faultsInOrder(faults, isStore) })
}

/** Returns the newest names at the service, newest first. */
const newest = (rig: SyncRig, count: number): string[] =>
  [...rig.service.truth.images.values()]
    .toReversed()
    .slice(0, count)
    .map((image) => image.name)

describe('a create', () => {
  it('is sent once, gets its id, and its receipt is done', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const { record, batch } = rig.create(run)
    expect(rig.serviceId(run, record)).toBe('')
    await rig.drained(run)
    expect(rig.serviceId(run, record)).toBe('21')
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, waiting: 0 })
    expect(rig.arrived('POST')).toBe(1)
    expect(rig.differences(run)).toEqual([])
  })

  it('waits offline across a restart, and is sent once', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.down = 'offline'
    const { record } = rig.create(run)
    await rig.clock.advance(MINUTE)
    run.close()
    const again = rig.start()
    await rig.clock.advance(MINUTE)
    expect(again.sync.status()).toMatchObject({ waiting: 1, images: { state: 'offline' } })
    rig.down = null
    await rig.drained(again)
    expect(rig.arrived('POST')).toBe(1)
    expect(rig.serviceId(again, record)).toBe('21')
  })

  it('delays neither stars nor a second create while it takes three minutes', async () => {
    const { rig, run } = await readRig({ images: 200, storeDelayMs: 170_000 })
    rig.create(run)
    rig.create(run, { name: 'Second' })
    rig.create(run, { name: 'Third' })
    await rig.clock.advance(1_000)
    expect(rig.arrived('POST')).toBe(2)
    const { batch } = rig.star(run)
    await rig.clock.advance(10_000)
    // Only the stars of the three created images wait for their ids.
    expect(rig.receipt(run, batch).waiting).toBe(3)
    await rig.drained(run)
    expect(rig.arrived('POST')).toBe(3)
    expect(rig.differences(run)).toEqual([])
    expect(newest(rig, 3).toSorted()).toEqual(['Neon harbor', 'Second', 'Third'])
  })

  it('is sent beside another one in flight', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 60_000 })
    for (const [sent, name] of ['One', 'Two', 'Three'].entries()) {
      rig.create(run, { name })
      await rig.clock.advance(1_000)
      expect(rig.arrived('POST')).toBe(Math.min(sent + 1, 2))
    }
  })

  it('is sent one at a time with equal ones', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 30_000 })
    const records = [rig.create(run).record, rig.create(run).record]
    await rig.clock.advance(1_000)
    expect(rig.arrived('POST')).toBe(1)
    await rig.drained(run)
    expect(records.map((record) => rig.serviceId(run, record))).toEqual(['21', '22'])
  })

  it('shows the message of the field if it is rejected, and is not sent again', async () => {
    const { rig, run } = await readRig({ images: 20, imageQuota: 0 })
    const { batch } = rig.create(run)
    await rig.clock.advance(60 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'refused-fields', fields: { name: [expect.any(String)] } }])
    expect(rig.arrived('POST')).toBe(1)
  })

  it('waits as long as the service requests, and is then sent', async () => {
    const { rig, run } = await readRig({ images: 20 })
    spoil(rig, { kind: 'status', status: 429, headers: { 'retry-after': '20' } })
    rig.create(run)
    await rig.clock.advance(15_000)
    expect(rig.service.truth.images.size).toBe(20)
    await rig.drained(run)
    expect(rig.service.truth.images.size).toBe(21)
  })
})

describe('a create without a response', () => {
  it.each<[string, Fault, number]>([
    ['the connection is cut behind it', { kind: 'drop-after' }, 0],
    ['a gateway cuts at 35 s', { kind: 'status', status: 504, isHandled: true }, 35_000],
    ['the answer is a page', { kind: 'html' }, 0]
  ])('is looked up when %s, and never sent again', async (_name, fault, storeDelayMs) => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs })
    // The page of a captive portal represents a response lost on its way.
    if (fault.kind === 'html') {
      rig.alter = (request, response) =>
        request.method === 'POST' && response.kind === 'response'
          ? { ...response, body: '<html>portal</html>' }
          : response
    } else spoil(rig, fault)
    const { record, batch } = rig.create(run)
    await rig.clock.advance(storeDelayMs + 5_000)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 1, checking: 1 })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.serviceId(run, record)).toBe('21')
    expect(rig.arrived('POST')).toBe(1)
    expect(rig.differences(run)).toEqual([])
  })

  it('is found after a timeout once the service has finished: exactly one record', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 200_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(181_000)
    expect(run.sync.status().running).toMatchObject([{ checking: 1 }])
    await rig.drained(run)
    expect(rig.serviceId(run, record)).toBe('21')
    expect(rig.service.truth.images.size).toBe(21)
    expect(rig.arrived('POST')).toBe(1)
  })

  it('needs the user after three lookups over ten minutes without a match', async () => {
    const { rig, run } = await readRig({ images: 20 })
    spoil(rig, { kind: 'drop-before' })
    const { batch } = rig.create(run)
    await rig.clock.advance(12 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 1, checking: 1 })
    await rig.clock.advance(2 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
    await rig.clock.advance(120 * MINUTE)
    expect(rig.arrived('POST')).toBe(1)
  })

  it('needs the user if two records match, and becomes the selected one', async () => {
    const { rig, run } = await readRig({ images: 20 })
    spoil(rig, { kind: 'drop-after' })
    const { record } = rig.create(run)
    await rig.clock.advance(1_000)
    // Another client creates an equal image.
    rig.service.store.images.add({ ...FORM } as never)
    await rig.clock.advance(5 * MINUTE)
    const [failure] = rig.needs(run, 'create')
    expect(failure).toMatchObject({ code: 'create-ambiguous' })
    expect(failure?.choices).toHaveLength(2)
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'create'") ?? 0
    const choice = failure?.choices?.[0] ?? 0
    const id = rig.serviceId(run, choice)
    run.library.repairChanges({ target: { kind: 'entries', entries: [entry] }, repairAction: 'adopt', choice })
    expect(rig.serviceId(run, record)).toBe(id)
    await rig.clock.advance(MINUTE)
    expect(rig.differences(run)).toEqual([])
    expect(rig.arrived('POST')).toBe(1)
  })

  it('is not confused with an older record that lookups the same', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.service.store.images.add({ ...FORM } as never)
    run.sync.wake('user')
    await rig.clock.advance(10_000)
    spoil(rig, { kind: 'drop-before' })
    rig.create(run)
    await rig.clock.advance(15 * MINUTE)
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
  })

  it('is looked up at the next start after a kill', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 60_000 })
    const { record, batch } = rig.create(run)
    await rig.clock.advance(1_000)
    run.kill()
    const again = rig.start()
    await rig.clock.advance(30_000)
    expect(rig.receipt(again, batch)).toMatchObject({ waiting: 1, checking: 1 })
    await rig.drained(again)
    expect(rig.serviceId(again, record)).toBe('21')
    expect(rig.arrived('POST')).toBe(1)
  })

  it('does not delay stars, and is not read as a second new record', async () => {
    const { rig, run } = await readRig({ images: 60 })
    spoil(rig, { kind: 'drop-after' })
    const { record } = rig.create(run)
    await rig.clock.advance(2_000)
    const { batch } = rig.star(run, 30)
    run.sync.wake('user')
    await rig.clock.advance(10_000)
    expect(rig.receipt(run, batch).waiting).toBe(0)
    await rig.drained(run)
    expect(rig.serviceId(run, record)).toBe('61')
    expect(rig.records(run)).toHaveLength(61)
  })
})

describe('an edit of a create in flight', () => {
  it('is sent to the id once it is known: a rename before the response', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 20_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(2_000)
    rig.rename(run, record, 'Renamed at once')
    rig.setFavorite(run, [record], true)
    await rig.drained(run)
    expect(rig.service.truth.images.get(21)).toMatchObject({ name: 'Renamed at once', favorite: true })
    expect(rig.arrived('POST')).toBe(1)
  })

  it('deletes the image once its id is known', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 20_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(2_000)
    rig.remove(run, [record])
    await rig.drained(run)
    expect(rig.service.truth.images.size).toBe(20)
    expect(rig.arrived('POST')).toBe(1)
    expect(rig.arrived('DELETE')).toBe(1)
    expect(rig.records(run)).not.toContain(record)
  })

  it('merges into a create that was not sent', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.down = 'offline'
    const { record } = rig.create(run)
    await rig.clock.advance(1_000)
    rig.rename(run, record, 'Better name')
    rig.down = null
    run.sync.wake('online')
    await rig.drained(run)
    expect(rig.service.truth.images.get(21)?.name).toBe('Better name')
    expect(rig.arrived('POST')).toBe(1)
    expect(rig.arrived('PUT')).toBe(0)
  })
})

describe('a lost create whose image is to be deleted', () => {
  it("is sent again at the user's request, which cancels the deletion", async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 5_000 })
    spoil(rig, { kind: 'drop-before' })
    const { record } = rig.create(run)
    await rig.clock.runUntil(() => rig.arrived('POST') === 1)
    const deletion = rig.remove(run, [record]).batch
    await rig.clock.advance(30 * MINUTE)
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'create'") ?? 0
    run.library.repairChanges({
      target: { kind: 'entries', entries: [entry] },
      repairAction: 'send-again',
      choice: null
    })
    await rig.drained(run, 30 * MINUTE)
    expect(rig.arrived('POST')).toBe(2)
    expect(rig.records(run)).toContain(record)
    expect(rig.receipt(run, deletion)).toMatchObject({ canceled: 1, waiting: 0 })
    expect(rig.differences(run)).toEqual([])
  })
})

describe('many lost creates', () => {
  it('are each counted once per lookup, even if their responses fill a group', async () => {
    const { rig, run } = await readRig({ images: 20 })
    run.sync.setPaused(true)
    for (let index = 0; index < 70; index += 1) rig.create(run, { name: `Lost ${index}` })
    requireLookup(run.db, 'true', [])
    run.db.run(`UPDATE creates SET sent_at = 0, highest_id = '20', looked_up_at = 1,
      lookups = CASE WHEN json_extract(form, '$.name') IN ('Lost 66', 'Lost 67', 'Lost 68', 'Lost 69') THEN 0 ELSE 2 END`)
    run.sync.setPaused(false)
    await rig.clock.advance(MINUTE)
    expect(rig.needs(run, 'create')).toHaveLength(66)
    const lookups = run.db.column<number>('SELECT lookups FROM creates ORDER BY record DESC LIMIT 4')
    expect(lookups).toEqual([1, 1, 1, 1])
  })
})
