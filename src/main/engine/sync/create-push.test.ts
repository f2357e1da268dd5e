/** Creates in virtual time: each sent once, slow, lost, found again. */
import { describe, expect, it } from 'vitest'
import { readRig } from '../../../../test/helpers/rigs.ts'
import { FORM } from '../../../../test/helpers/create-form.ts'
import type { SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { type Fault, type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'
import { lookAgain } from '../storage/entries.ts'

const isStore = ({ method }: FaultSubject): boolean => method === 'POST'
const MINUTE = 60_000

/** The next create meets this. */
function spoil(rig: SyncRig, ...faults: Fault[]): void {
  rig.service.change({ faults: faultsInOrder(faults, isStore) })
}

/** Names at the service, newest first. */
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

  it('waits offline over a restart, and is sent once', async () => {
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

  it('that takes three minutes holds neither stars nor a second create up', async () => {
    const { rig, run } = await readRig({ images: 200, storeDelayMs: 170_000 })
    rig.create(run)
    rig.create(run, { name: 'Second' })
    rig.create(run, { name: 'Third' })
    await rig.clock.advance(1_000)
    expect(rig.arrived('POST')).toBe(2)
    const { batch } = rig.star(run)
    await rig.clock.advance(10_000)
    // Only the stars of the three themselves wait for their ids.
    expect(rig.receipt(run, batch).waiting).toBe(3)
    await rig.drained(run)
    expect(rig.arrived('POST')).toBe(3)
    expect(rig.differences(run)).toEqual([])
    expect(newest(rig, 3).toSorted()).toEqual(['Neon harbor', 'Second', 'Third'])
  })

  it('asked for while another is on its way goes out beside it', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 60_000 })
    for (const [sent, name] of ['One', 'Two', 'Three'].entries()) {
      rig.create(run, { name })
      await rig.clock.advance(1_000)
      expect(rig.arrived('POST')).toBe(Math.min(sent + 1, 2))
    }
  })

  it('is sent with equal ones one at a time', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 30_000 })
    const records = [rig.create(run).record, rig.create(run).record]
    await rig.clock.advance(1_000)
    expect(rig.arrived('POST')).toBe(1)
    await rig.drained(run)
    expect(records.map((record) => rig.serviceId(run, record))).toEqual(['21', '22'])
  })

  it('that is refused shows the message of the field, and is not sent again', async () => {
    const { rig, run } = await readRig({ images: 20, imageQuota: 0 })
    const { batch } = rig.create(run)
    await rig.clock.advance(60 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ needsYou: 1, waiting: 0 })
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'refused-fields', fields: { name: [expect.any(String)] } }])
    expect(rig.arrived('POST')).toBe(1)
  })

  it('asked to slow down waits that long, and is sent then', async () => {
    const { rig, run } = await readRig({ images: 20 })
    spoil(rig, { kind: 'status', status: 429, headers: { 'retry-after': '20' } })
    rig.create(run)
    await rig.clock.advance(15_000)
    expect(rig.service.truth.images.size).toBe(20)
    await rig.drained(run)
    expect(rig.service.truth.images.size).toBe(21)
  })
})

describe('a create without an answer', () => {
  it.each<[string, Fault, number]>([
    ['the connection is cut behind it', { kind: 'drop-after' }, 0],
    ['a gateway cuts at 35 s', { kind: 'status', status: 504, isHandled: true }, 35_000],
    ['the answer is a page', { kind: 'html' }, 0]
  ])('is looked for when %s, and is never sent again', async (_name, fault, storeDelayMs) => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs })
    // The page of a portal stands for an answer that was lost on its way here.
    if (fault.kind === 'html') {
      rig.alter = (request, answer) =>
        request.method === 'POST' && answer.kind === 'answer' ? { ...answer, body: '<html>portal</html>' } : answer
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

  it('that times out while the service still works is found when it has ended: exactly one record', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 200_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(181_000)
    expect(run.sync.status().running).toMatchObject([{ checking: 1 }])
    await rig.drained(run)
    expect(rig.serviceId(run, record)).toBe('21')
    expect(rig.service.truth.images.size).toBe(21)
    expect(rig.arrived('POST')).toBe(1)
  })

  it('that made nothing is asked about after three looks over ten minutes', async () => {
    const { rig, run } = await readRig({ images: 20 })
    spoil(rig, { kind: 'drop-before' })
    const { batch } = rig.create(run)
    await rig.clock.advance(12 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 1, checking: 1 })
    await rig.clock.advance(2 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ needsYou: 1, waiting: 0 })
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
    await rig.clock.advance(120 * MINUTE)
    expect(rig.arrived('POST')).toBe(1)
  })

  it('is asked about when two records may be it, and takes the one that is chosen', async () => {
    const { rig, run } = await readRig({ images: 20 })
    spoil(rig, { kind: 'drop-after' })
    const { record } = rig.create(run)
    await rig.clock.advance(1_000)
    // Somebody else makes the same one elsewhere.
    rig.service.store.images.add({ ...FORM } as never)
    await rig.clock.advance(5 * MINUTE)
    const [failure] = rig.needs(run, 'create')
    expect(failure).toMatchObject({ code: 'create-ambiguous' })
    expect(failure?.choices).toHaveLength(2)
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'create'") ?? 0
    const choice = failure?.choices?.[0] ?? 0
    const id = rig.serviceId(run, choice)
    run.library.repairChanges({ target: { kind: 'entries', entries: [entry] }, remedy: 'adopt', choice })
    expect(rig.serviceId(run, record)).toBe(id)
    await rig.clock.advance(MINUTE)
    expect(rig.differences(run)).toEqual([])
    expect(rig.arrived('POST')).toBe(1)
  })

  it('is not mistaken for an older record that looks the same', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.service.store.images.add({ ...FORM } as never)
    run.sync.wake('asked')
    await rig.clock.advance(10_000)
    spoil(rig, { kind: 'drop-before' })
    rig.create(run)
    await rig.clock.advance(15 * MINUTE)
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
  })

  it('waits for the next start when the program is killed in the middle, and is looked for then', async () => {
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

  it('is kept apart from others: stars go on, and reading does not take it for a new record twice', async () => {
    const { rig, run } = await readRig({ images: 60 })
    spoil(rig, { kind: 'drop-after' })
    const { record } = rig.create(run)
    await rig.clock.advance(2_000)
    const { batch } = rig.star(run, 30)
    run.sync.wake('asked')
    await rig.clock.advance(10_000)
    expect(rig.receipt(run, batch).waiting).toBe(0)
    await rig.drained(run)
    expect(rig.serviceId(run, record)).toBe('61')
    expect(rig.records(run)).toHaveLength(61)
  })
})

describe('an edit of a create under way', () => {
  it('is sent to its id when it is known: a rename before the answer', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 20_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(2_000)
    rig.rename(run, record, 'Renamed at once')
    rig.setFavorite(run, [record], true)
    await rig.drained(run)
    expect(rig.service.truth.images.get(21)).toMatchObject({ name: 'Renamed at once', favorite: true })
    expect(rig.arrived('POST')).toBe(1)
  })

  it('that deletes it waits for its id, and then deletes it', async () => {
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

  it('merges into one that was not sent', async () => {
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

describe('a create that was lost and whose image is to be deleted', () => {
  it('is sent by one more word of the person, which takes the deletion back', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 5_000 })
    spoil(rig, { kind: 'drop-before' })
    const { record } = rig.create(run)
    await rig.clock.runUntil(() => rig.arrived('POST') === 1)
    const deletion = rig.remove(run, [record]).batch
    await rig.clock.advance(30 * MINUTE)
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'create'") ?? 0
    run.library.repairChanges({ target: { kind: 'entries', entries: [entry] }, remedy: 'send-again', choice: null })
    await rig.drained(run, 30 * MINUTE)
    expect(rig.arrived('POST')).toBe(2)
    expect(rig.records(run)).toContain(record)
    expect(rig.receipt(run, deletion)).toMatchObject({ takenBack: 1, waiting: 0 })
    expect(rig.differences(run)).toEqual([])
  })
})

describe('many creates that were lost', () => {
  it('are each counted once by one look, also when their answers fill a group', async () => {
    const { rig, run } = await readRig({ images: 20 })
    run.sync.setPaused(true)
    for (let index = 0; index < 70; index += 1) rig.create(run, { name: `Lost ${index}` })
    lookAgain(run.db, 'true', [])
    run.db.run(`UPDATE creates SET sent_at = 0, highest_id = '20', looked_at = 1,
      looks = CASE WHEN json_extract(form, '$.name') IN ('Lost 66', 'Lost 67', 'Lost 68', 'Lost 69') THEN 0 ELSE 2 END`)
    run.sync.setPaused(false)
    await rig.clock.advance(MINUTE)
    expect(rig.needs(run, 'create')).toHaveLength(66)
    const looks = run.db.column<number>('SELECT looks FROM creates ORDER BY record DESC LIMIT 4')
    expect(looks).toEqual([1, 1, 1, 1])
  })
})
