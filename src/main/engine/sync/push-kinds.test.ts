/** Renames and deletions in virtual time: what they carry, what they must not overwrite, and how they are undone. */
import { describe, expect, it } from 'vitest'
import { readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { DELETE_GRACE_PERIOD_MS, DELETE_HOLD_ONLINE_MS } from '../../../shared/limits.ts'
import { type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'
import { listBatchItems, readHistory } from '../library/batch-items.ts'

const isUpdate = ({ method }: FaultSubject): boolean => method === 'PUT'
const isDelete = ({ method }: FaultSubject): boolean => method === 'DELETE'
const MINUTE = 60_000
const truthOf = (rig: SyncRig, run: Run, record: number) =>
  rig.service.truth.images.get(Number(rig.serviceId(run, record)))

describe('a rename', () => {
  it('carries the favorite and the results just read, and settles a pending star of the same record', async () => {
    const { rig, run } = await readRig({ images: 20, listResults: true })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    run.sync.setPaused(true)
    const star = rig.setFavorite(run, [record], true)
    const { batch } = rig.rename(run, record, 'Quay at dusk')
    rig.service.store.images.put(Number(rig.serviceId(run, record)), { results: ['added elsewhere'] })
    run.sync.setPaused(false)
    await rig.drained(run)
    await rig.clock.advance(1_000)
    expect(rig.updates()).toBe(1)
    expect(truthOf(rig, run, record)).toMatchObject({
      name: 'Quay at dusk',
      favorite: true,
      results: ['added elsewhere']
    })
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.receipt(run, star.batch)).toMatchObject({ done: 1 })
    expect(rig.differences(run)).toEqual([])
  })

  it("leaves another client's star alone, and a star leaves another client's name alone", async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [one = 0, two = 0] = rig.records(run).filter((record) => !rig.shown(run, record))
    rig.service.store.images.put(Number(rig.serviceId(run, one)), { favorite: true })
    rig.service.store.images.put(Number(rig.serviceId(run, two)), { name: 'Renamed elsewhere' })
    rig.rename(run, one, 'Renamed here')
    rig.setFavorite(run, [two], true)
    await rig.drained(run)
    expect(truthOf(rig, run, one)).toMatchObject({ name: 'Renamed here', favorite: true })
    expect(truthOf(rig, run, two)).toMatchObject({ name: 'Renamed elsewhere', favorite: true })
  })

  it('is not sent if the record was renamed elsewhere meanwhile: both names are shown', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.service.store.images.put(Number(rig.serviceId(run, record)), { name: 'Theirs' })
    const { batch } = rig.rename(run, record, 'Mine')
    await rig.drained(run)
    expect(rig.updates()).toBe(0)
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1 })
    expect(rig.needs(run, 'name')).toEqual([{ code: 'name-changed', theirs: 'Theirs' }])
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'name'") ?? 0
    run.library.repairChanges({
      target: { kind: 'entries', entries: [entry] },
      repairAction: 'keep-mine',
      choice: null
    })
    await rig.drained(run)
    expect(truthOf(rig, run, record)?.name).toBe('Mine')
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, needsAttention: 0 })
  })

  it('is unchanged if the same name was set elsewhere', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.service.store.images.put(Number(rig.serviceId(run, record)), { name: 'The same' })
    const { batch } = rig.rename(run, record, 'The same')
    await rig.drained(run)
    expect(rig.updates()).toBe(0)
    expect(rig.receipt(run, batch)).toMatchObject({ unchanged: 1, needsAttention: 0 })
  })

  it('without a response is looked up, and counts once', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0, other = 0] = rig.records(run)
    rig.service.change({ faults: faultsInOrder([{ kind: 'drop-after' }, { kind: 'drop-before' }], isUpdate) })
    const first = rig.rename(run, record, 'Arrived').batch
    await rig.drained(run)
    const second = rig.rename(run, other, 'Did not arrive at first').batch
    await rig.drained(run)
    expect(rig.receipt(run, first)).toMatchObject({ done: 1, unchanged: 0 })
    expect(rig.receipt(run, second)).toMatchObject({ done: 1 })
    expect(rig.updates()).toBe(3)
    expect(rig.differences(run)).toEqual([])
  })

  it('rejected for its name lets its star be sent separately', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    const body = JSON.stringify({ message: { name: ['Refused.'] }, status: 422 })
    rig.service.change({ faults: faultsInOrder([{ kind: 'status', status: 422, body }], isUpdate) })
    run.sync.setPaused(true)
    rig.setFavorite(run, [record], true)
    rig.rename(run, record, 'Not allowed')
    run.sync.setPaused(false)
    await rig.drained(run)
    expect(rig.needs(run, 'name')).toMatchObject([{ code: 'refused-fields' }])
    expect(truthOf(rig, run, record)?.favorite).toBe(true)
  })

  it('cancels its star in flight when the user does', async () => {
    const { rig, run } = await readRig({ images: 20, latencyMs: 400 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    run.sync.setPaused(true)
    rig.setFavorite(run, [record], true)
    rig.rename(run, record, 'With a star')
    run.sync.setPaused(false)
    await rig.clock.runUntil(() => rig.updates() === 1)
    rig.setFavorite(run, [record], false)
    await rig.drained(run)
    await rig.clock.advance(2_000)
    expect(rig.shown(run, record)).toBe(false)
    expect(rig.differences(run)).toEqual([])
  })

  it('that arrived without a response can be undone: our own name is no conflict', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    const before = rig.name(run, record)
    let isDown = false
    rig.service.change({
      faults: (subject) => {
        if (isUpdate(subject)) isDown = true
        if (!isDown) return null
        return isUpdate(subject) ? { kind: 'drop-after' } : { kind: 'status', status: 503 }
      }
    })
    const { batch } = rig.rename(run, record, 'Taken back')
    await rig.clock.advance(5_000)
    run.library.undoBatch({ batch })
    rig.service.change({ faults: null })
    await rig.drained(run)
    expect(truthOf(rig, run, record)?.name).toBe(before)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(run.sync.status().needsAttention).toBe(0)
  })

  it('survives a kill in flight', async () => {
    const { rig, run } = await readRig({ images: 20, latencyMs: 400 })
    const [record = 0] = rig.records(run)
    const { batch } = rig.rename(run, record, 'Killed midway')
    await rig.clock.runUntil(() => rig.updates() === 1)
    run.kill()
    const again = rig.start()
    await rig.drained(again)
    expect(rig.receipt(again, batch)).toMatchObject({ done: 1 })
    expect(rig.differences(again)).toEqual([])
  })
})

describe('a deletion', () => {
  it('waits so that it can be undone, and is then sent', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    const { batch } = rig.remove(run, [record])
    expect(run.sync.status().images.deletions).toEqual({ count: 1, at: rig.clock.now() + DELETE_GRACE_PERIOD_MS })
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 500)
    expect(rig.arrived('DELETE')).toBe(0)
    await rig.clock.advance(2_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, waiting: 0 })
    expect(run.sync.status().images.deletions).toBeNull()
    expect(rig.differences(run)).toEqual([])
    expect(rig.records(run)).not.toContain(record)
  })

  it('is undone within its grace period: nothing is sent', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const records = rig.records(run).slice(0, 5)
    const { batch } = rig.remove(run, records)
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 500)
    run.library.undoBatch({ batch })
    await rig.clock.advance(10 * MINUTE)
    expect(rig.arrived('DELETE')).toBe(0)
    expect(rig.receipt(run, batch)).toMatchObject({ canceled: 5 })
    expect(rig.records(run)).toEqual(expect.arrayContaining(records))
  })

  it('gets its full grace period again after a kill within it', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.remove(run, rig.records(run).slice(0, 1))
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 1_000)
    run.kill()
    await rig.clock.advance(MINUTE)
    const again = rig.start()
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 1_000)
    expect(rig.arrived('DELETE')).toBe(0)
    await rig.drained(again)
    expect(rig.service.truth.images.size).toBe(19)
  })

  it('of a project waits too: undone or killed within its grace period, and made offline', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 4 })
    const [first = '', second = ''] = rig.projects(run)
    const { batch } = rig.removeProject(run, first)
    expect(run.sync.status()).toMatchObject({ projects: { deletions: { count: 1 } }, images: { deletions: null } })
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 500)
    run.library.undoBatch({ batch })
    rig.removeProject(run, second)
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 1_000)
    run.kill()
    await rig.clock.advance(MINUTE)
    rig.down = 'offline'
    const again = rig.start()
    await rig.clock.advance(5 * MINUTE)
    expect(rig.arrived('DELETE')).toBe(0)
    rig.down = null
    again.sync.wake('online')
    await rig.clock.runUntil(() => again.sync.status().projects.deletions !== null, MINUTE)
    await rig.clock.advance(DELETE_HOLD_ONLINE_MS - 2_000)
    expect(rig.arrived('DELETE')).toBe(0)
    await rig.drained(again)
    expect([rig.arrived('DELETE'), rig.service.truth.projects.has(first)]).toEqual([1, true])
    expect(rig.service.truth.projects.has(second)).toBe(false)
    expect(rig.differences(again)).toEqual([])
  })

  it('of a project made while paused is sent after the pause, and can be undone until then', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 4 })
    const [first = '', second = ''] = rig.projects(run)
    run.sync.setPaused(true)
    rig.removeProject(run, first)
    const { batch } = rig.removeProject(run, second)
    await rig.clock.advance(5 * MINUTE)
    expect(rig.arrived('DELETE')).toBe(0)
    run.library.undoBatch({ batch })
    run.sync.setPaused(false)
    await rig.drained(run)
    expect([first, second].map((name) => rig.service.truth.projects.has(name))).toEqual([false, true])
  })

  it('made offline stays hidden across a restart, and waits once more when the network is back', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    const records = rig.records(run).slice(0, 37)
    rig.remove(run, records)
    await rig.clock.advance(5 * MINUTE)
    run.close()
    const again = rig.start()
    await rig.clock.advance(5 * MINUTE)
    expect(again.sync.status()).toMatchObject({ waiting: 37, images: { state: 'offline', deletions: null } })
    rig.down = null
    again.sync.wake('online')
    await rig.clock.runUntil(() => again.sync.status().images.deletions !== null, MINUTE)
    const { deletions } = again.sync.status().images
    expect(deletions?.count).toBe(37)
    expect(Math.abs((deletions?.at ?? 0) - rig.clock.now() - DELETE_HOLD_ONLINE_MS)).toBeLessThan(1_000)
    await rig.clock.advance(DELETE_HOLD_ONLINE_MS - 2_000)
    expect(rig.arrived('DELETE')).toBe(0)
    await rig.drained(again)
    expect(rig.service.truth.images.size).toBe(23)
    expect(rig.differences(again)).toEqual([])
  })

  it('of a removed record is done', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = rig.records(run)
    rig.service.store.images.remove(Number(rig.serviceId(run, record)))
    const { batch } = rig.remove(run, [record])
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
  })

  it.each([
    ['after it was done', 'drop-after', 1],
    ['before it was done', 'drop-before', 2]
  ] as const)('whose response is lost %s is looked up first', async (_name, kind, times) => {
    const { rig, run } = await readRig({ images: 20 })
    rig.service.change({ faults: faultsInOrder([{ kind }], isDelete) })
    const { batch } = rig.remove(run, rig.records(run).slice(0, 1))
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.arrived('DELETE')).toBe(times)
    expect(rig.service.truth.images.size).toBe(19)
  })

  it('of 50 images of which 3 are rejected: 47 are gone, 3 are back with the reason', async () => {
    const { rig, run } = await readRig({ images: 60 })
    const records = rig.records(run).slice(0, 50)
    const kept = records.slice(0, 3).map((record) => rig.serviceId(run, record))
    const body = JSON.stringify({ message: 'In use.', status: 409 })
    rig.service.change({
      faults: (subject) =>
        isDelete(subject) && kept.some((id) => subject.path.endsWith(`/${id}`))
          ? { kind: 'status', status: 409, body }
          : null
    })
    const { batch } = rig.remove(run, records)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 47, needsAttention: 3, waiting: 0 })
    expect(rig.service.truth.images.size).toBe(13)
    expect(rig.differences(run)).toEqual([])
    expect(rig.needs(run, 'delete')).toHaveLength(3)
  })

  it('is not reverted by a page requested before it', async () => {
    const { rig, run } = await readRig({ images: 20, latencyMs: 50 })
    const [record = 0] = rig.records(run)
    rig.remove(run, [record])
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS - 30)
    // The service sends the list with the record, and it arrives after the deletion.
    const held = Promise.withResolvers<void>()
    const asked = rig.service.handle.bind(rig.service)
    rig.service.handle = async (request) => {
      const reply = await asked(request)
      if (request.method === 'GET' && request.path.endsWith('/images')) await held.promise
      return reply
    }
    run.sync.wake('user')
    await rig.clock.advance(2_000)
    expect(rig.records(run)).not.toContain(record)
    held.resolve()
    await rig.clock.advance(1_000)
    expect(rig.records(run)).not.toContain(record)
    rig.service.handle = asked
    run.close()
    expect(rig.records(rig.start())).not.toContain(record)
  })

  it('cancels a star of the same record: nothing else is sent for it', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    run.sync.setPaused(true)
    rig.setFavorite(run, [record], true)
    rig.rename(run, record, 'Never sent')
    rig.remove(run, [record])
    run.sync.setPaused(false)
    await rig.drained(run)
    expect(rig.updates()).toBe(0)
    expect(rig.arrived('DELETE')).toBe(1)
    expect(run.db.value('SELECT count(*) FROM outbox')).toBe(0)
  })
})

describe('a deletion of images with newer results', () => {
  async function changedSince() {
    const { rig, run } = await readRig({ images: 20, listResults: true })
    const chosen = rig.records(run).slice(0, 3)
    const ids = chosen.map((record) => Number(rig.serviceId(run, record)))
    const { batch } = rig.remove(run, chosen)
    rig.service.store.images.put(ids[1] ?? 0, { results: ['made since'] })
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS + 5_000)
    return { rig, run, batch, ids }
  }

  it('asks once for the batch, and deletes no such image meanwhile', async () => {
    const { rig, run, batch, ids } = await changedSince()
    expect(rig.service.truth.images.has(ids[1] ?? 0)).toBe(true)
    const { pause, waiting, done } = rig.receipt(run, batch)
    expect(pause).toMatchObject({ why: 'new-results', count: 1 })
    expect(done + waiting).toBe(3)
    await rig.clock.advance(10 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ pause: { why: 'new-results' }, done, waiting })
    run.library.setBatchPaused({ batch, isPaused: false })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 3, pause: null })
    expect(ids.map((id) => rig.service.truth.images.has(id))).toEqual([false, false, false])
  })

  it('is canceled by Stop', async () => {
    const { rig, run, batch, ids } = await changedSince()
    const { done } = rig.receipt(run, batch)
    run.library.stopBatch({ batch, isUndoing: false })
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done, canceled: 3 - done, waiting: 0 })
    expect(rig.service.truth.images.has(ids[1] ?? 0)).toBe(true)
  })

  it('does not ask about older results', async () => {
    const { rig, run } = await readRig({ images: 20, listResults: true })
    const [record = 0] = rig.records(run)
    rig.service.store.images.put(Number(rig.serviceId(run, record)), { results: ['made before'] })
    run.sync.wake('user')
    await rig.clock.advance(MINUTE)
    const { batch } = rig.remove(run, [record])
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
  })
})

describe('a star', () => {
  const shownAgain = async (agoMs: number) => {
    const { rig, run } = await readRig({ images: 5 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    run.db.run(`UPDATE images SET results = '["a"]', read_at = ? WHERE record = ?`, [rig.clock.now() - agoMs, record])
    const { batch } = rig.setFavorite(run, [record], true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    const { rows } = listBatchItems(run.db, { batch, status: 'done', offset: 0, limit: 1 })
    return { receipt: rows[0]?.sent, event: readHistory(run.db, record)[0]?.sent }
  }

  it('reports results of an older copy in its receipt and in the history of its record', async () => {
    const { receipt, event } = await shownAgain(600_000)
    expect(receipt).toMatchObject({ results: 'results', copyOf: expect.any(Number) as number, showsOther: false })
    expect(event).toEqual(receipt)
  })

  it('reports no copy if its results were just read', async () => {
    expect((await shownAgain(1_000)).receipt).toEqual({ results: 'results', copyOf: null, showsOther: false })
  })

  it('reports what replaced results that the service never showed, and that it shows others', async () => {
    const { rig, run } = await readRig({ images: 5 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    const sentOf = async (favorite: boolean) => {
      const { batch } = rig.setFavorite(run, [record], favorite)
      await rig.drained(run)
      return listBatchItems(run.db, { batch, status: 'done', offset: 0, limit: 1 }).rows[0]?.sent
    }
    run.db.run('UPDATE images SET results = NULL, result = NULL, url = NULL WHERE record = ?', [record])
    expect(await sentOf(true)).toEqual({ results: 'nothing', copyOf: null, showsOther: false })
    run.db.run(`UPDATE images SET results = '["mine"]', read_at = ? WHERE record = ?`, [rig.clock.now(), record])
    rig.alter = (request, response) =>
      request.method !== 'PUT' || response.kind === 'failed'
        ? response
        : { ...response, body: JSON.stringify({ data: { ...JSON.parse(response.body).data, results: ['theirs'] } }) }
    expect(await sentOf(false)).toEqual({ results: 'results', copyOf: null, showsOther: true })
    expect(run.db.value('SELECT results FROM images WHERE record = ?', [record])).toBe('["theirs"]')
  })

  it('reports the same for a rename and its star', async () => {
    const { rig, run } = await readRig({ images: 5 })
    const record = rig.records(run).find((one) => !rig.shown(run, one)) ?? 0
    run.sync.setPaused(true)
    const batches = [rig.setFavorite(run, [record], true), rig.rename(run, record, 'Quay')].map(({ batch }) => batch)
    run.sync.setPaused(false)
    await rig.drained(run)
    const sent = batches.map(
      (batch) => listBatchItems(run.db, { batch, status: 'done', offset: 0, limit: 1 }).rows[0]?.sent
    )
    expect(sent[0]).toMatchObject({ copyOf: null, showsOther: false })
    expect(sent[1]).toEqual(sent[0])
    expect(rig.updates()).toBe(1)
  })
})

describe('a project deletion', () => {
  it('is sent once, and is done', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 6 })
    const [project = ''] = rig.projects(run)
    const { batch } = rig.removeProject(run, project)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.arrived('DELETE')).toBe(1)
    expect(rig.projects(run)).toEqual([...rig.service.truth.projects.keys()].toSorted())
  })

  it('whose response is lost is looked up by search and by the whole list, and is done', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 6 })
    const [project = ''] = rig.projects(run)
    rig.service.change({ faults: faultsInOrder([{ kind: 'drop-after' }], isDelete) })
    const { batch } = rig.removeProject(run, project)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.arrived('DELETE')).toBe(1)
  })

  it('whose search is rejected is looked up in the whole list, and the group continues', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 6 })
    const [project = ''] = rig.projects(run)
    const lost = faultsInOrder([{ kind: 'drop-after' }], isDelete)
    const refusesSearch = ({ group, query }: FaultSubject): boolean => group === 'projects' && 'search' in query
    rig.service.change({
      faults: (subject) => (refusesSearch(subject) ? { kind: 'status', status: 422 } : lost(subject))
    })
    const { batch } = rig.removeProject(run, project)
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(run.sync.status().projects.state).toBe('up-to-date')
    expect(rig.arrived('DELETE')).toBe(1)
  })

  it('that did not arrive needs the user, and is never repeated automatically', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 6 })
    const [project = ''] = rig.projects(run)
    rig.service.change({ faults: faultsInOrder([{ kind: 'drop-before' }], isDelete) })
    const { batch } = rig.removeProject(run, project)
    await rig.clock.advance(120 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(rig.needs(run, 'delete-project')).toEqual([{ code: 'project-still-there' }])
    expect(rig.arrived('DELETE')).toBe(1)
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'delete-project'") ?? 0
    run.library.repairChanges({ target: { kind: 'entries', entries: [entry] }, repairAction: 'retry', choice: null })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.arrived('DELETE')).toBe(2)
  })

  it('survives a kill: unknown, looked up, not sent again', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 6, latencyMs: 300 })
    const [project = ''] = rig.projects(run)
    const { batch } = rig.removeProject(run, project)
    await rig.clock.runUntil(() => rig.arrived('DELETE') === 1)
    run.kill()
    const again = rig.start()
    await rig.drained(again)
    expect(rig.receipt(again, batch)).toMatchObject({ done: 1 })
    expect(rig.arrived('DELETE')).toBe(1)
  })

  it('is delayed neither by two slow creates nor by failures of images', async () => {
    const { rig, run } = await readRig({ images: 5, projects: 6, storeDelayMs: 170_000 })
    rig.create(run)
    rig.create(run, { name: 'Second' })
    await rig.clock.advance(1_000)
    const { batch } = rig.removeProject(run, rig.projects(run)[0] ?? '')
    await rig.clock.advance(DELETE_GRACE_PERIOD_MS + 5_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
  })
})

describe('twenty equal rejections', () => {
  const quota = JSON.stringify({ message: { results: ['Refused.'] }, status: 422 })

  it('pause their batch, which needs the user; others continue', async () => {
    const { rig, run } = await readRig({ images: 300 })
    const plain = rig.records(run).filter((record) => !rig.shown(run, record))
    const chosen = plain.slice(0, 150)
    const refused = new Set(chosen.map((record) => `/${rig.serviceId(run, record)}`))
    rig.service.change({
      faults: ({ method, path }) =>
        method === 'PUT' && refused.has(path.slice(path.lastIndexOf('/')))
          ? { kind: 'status', status: 422, body: quota }
          : null
    })
    const { batch } = rig.setFavorite(run, chosen, true)
    const other = rig.setFavorite(run, plain.slice(150), true)
    await rig.clock.advance(5 * MINUTE)
    const receipt = rig.receipt(run, batch)
    expect(receipt.pause).toMatchObject({ why: 'refusals', failure: { code: 'refused-fields' } })
    expect(receipt.needsAttention).toBeGreaterThanOrEqual(20)
    expect(receipt.needsAttention).toBeLessThanOrEqual(26)
    expect(receipt.needsAttention + receipt.waiting).toBe(150)
    expect(run.sync.status().running).toMatchObject([{ batch, remainingMs: null }])
    expect(rig.receipt(run, other.batch)).toMatchObject({ waiting: 0, needsAttention: 0 })
    const sent = rig.updates()
    await rig.clock.advance(60 * MINUTE)
    expect(rig.updates()).toBe(sent)
    rig.service.change({ faults: null })
    run.library.setBatchPaused({ batch, isPaused: false })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({
      done: 150 - receipt.needsAttention,
      needsAttention: receipt.needsAttention,
      waiting: 0
    })
  })

  it('concern single records if others of the batch succeed', async () => {
    const { rig, run } = await readRig({ images: 300 })
    let number = 0
    rig.service.change({
      faults: (subject) =>
        isUpdate(subject) && ++number % 3 === 0 ? { kind: 'status', status: 422, body: quota } : null
    })
    const { batch } = rig.star(run)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ pause: null, waiting: 0 })
    expect(rig.receipt(run, batch).needsAttention).toBeGreaterThan(40)
  })
})
