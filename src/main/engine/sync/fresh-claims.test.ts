/** A request carries the library's state at that moment, not when its entry was read. */
import { describe, expect, it } from 'vitest'
import { pauseBatch } from '../storage/batches.ts'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'

/** Sends stars, one a second, with a pending entry of the returned record. */
async function starring(): Promise<{ rig: SyncRig; run: Run; record: number; batch: number }> {
  const { rig, run } = await readRig({ images: 90, listResults: true, perMinute: 60 })
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  await rig.clock.runUntil(() => rig.updates() === 3)
  const waiting = run.db.column<number>("SELECT record FROM entries WHERE state = 'waiting' ORDER BY entry")
  return { rig, run, record: waiting[20] ?? 0, batch }
}

describe('data read while an entry waits for its turn', () => {
  it('is sent along: results that another client added', async () => {
    const { rig, run, record } = await starring()
    const id = Number(rig.serviceId(run, record))
    rig.service.store.images.put(id, { results: ['added elsewhere'] })
    const results = (): string => run.db.value<string>('SELECT results FROM images WHERE record = ?', [record]) ?? ''
    void run.sync.refreshImage(record)
    await rig.clock.runUntil(() => results().includes('added elsewhere'))
    await rig.drained(run)
    expect(rig.service.truth.images.get(id)).toMatchObject({ favorite: true, results: ['added elsewhere'] })
  })

  it('is also sent along with the second request of an update', async () => {
    const { rig, run } = await readRig({ images: 60, listResults: true })
    const [record = 0] = plainRecords(rig, run, 1)
    const id = Number(rig.serviceId(run, record))
    rig.service.change({ faults: ({ method }) => (method === 'PUT' ? { kind: 'delay', ms: 5_000 } : null) })
    rig.alter = (request, response) =>
      request.method !== 'PUT' || response.kind === 'failed'
        ? response
        : { ...response, status: 405, body: '{"message":"Method not allowed.","status":405}' }
    rig.setFavorite(run, [record], true)
    await rig.clock.runUntil(() => rig.arrived('PUT') === 1)
    rig.service.store.images.put(id, { results: ['added elsewhere'], favorite: false })
    void run.sync.refreshImage(record)
    await rig.drained(run)
    expect(rig.service.truth.images.get(id)).toMatchObject({ favorite: true, results: ['added elsewhere'] })
    expect(run.sync.status().images.state).toBe('up-to-date')
  })

  it('takes effect: a paused batch sends nothing more, even without a notification', async () => {
    const { rig, run, batch } = await starring()
    const sent = rig.updates()
    pauseBatch(run.db, batch, { why: 'user' })
    await rig.clock.advance(60_000)
    expect(rig.updates()).toBeLessThanOrEqual(sent + 1)
    expect(rig.receipt(run, batch)).toMatchObject({ sending: 0 })
  })
})
