/** Events between a form that lost results and the next form, which brings them back. */
import { expect, it } from 'vitest'
import { watchStatements } from '../../../../test/helpers/failing-statements.ts'
import { lists, rigWithResults } from '../../../../test/helpers/result-lists.ts'
import { plainRecords } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { trust } from '../../../../test/helpers/trust.ts'
import type { Fault } from '../../../reference-service/faults.ts'
import { isJsonBody } from '../../../shared/send.ts'

const MINUTE = 60_000
const disk = watchStatements()
const dialectTraits = (run: Run) => run.sync.status().images.dialectTraits?.['results.many']

/** Calls `doOnce` when the first update in JSON, which brings back what the previous form lost, is about to be sent. */
function beforeFirstJson(rig: SyncRig, doOnce: () => void): { isOver: boolean } {
  const at = { isOver: false }
  const send = rig.send.bind(rig)
  rig.send = async (request) => {
    const isFirst = !at.isOver && request.method === 'PUT' && request.form !== null && isJsonBody(request.form)
    if (!isFirst) return send(request)
    at.isOver = true
    doOnce()
    const response = await send(request)
    rig.service.change({ faults: null })
    return response
  }
  return at
}

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['429', { kind: 'status', status: 429, headers: { 'retry-after': '5' } }],
  ['500', { kind: 'status', status: 500 }],
  ['403', { kind: 'status', status: 403, body: '{"detail":"No."}' }],
  ['nothing, and did nothing', { kind: 'drop-before' }],
  ['nothing', { kind: 'drop-after' }]
]

it.each(FAULTS)('the request that brings results back returns %s: it is sent again in its form', async (_, fault) => {
  const { rig, run, before } = await rigWithResults('last', [3])
  trust(rig, run)
  beforeFirstJson(rig, () => rig.service.change({ faults: ({ method }) => (method === 'PUT' ? fault : null) }))
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  await rig.clock.advance(10 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 40, needsAttention: 0 })
  expect([lists(rig), dialectTraits(run)]).toEqual([before, 'json'])
})

it('a new name loses no results, even if the service has it before they are back', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  const [record = 0] = plainRecords(rig, run)
  const { batch } = rig.rename(run, record, 'Quay')
  await rig.clock.advance(10 * MINUTE)
  expect([rig.receipt(run, batch).done, rig.name(run, record)]).toEqual([1, 'Quay'])
  expect([lists(rig), dialectTraits(run)]).toEqual([before, 'json'])
})
/** Loses results of a record in one form, offline, with the next form pending. */
async function offlineBeforeJson(isTrusted: boolean) {
  const { rig, run, before } = await rigWithResults('last', [3])
  if (isTrusted) trust(rig, run)
  const at = beforeFirstJson(rig, () => {
    rig.down = 'offline'
  })
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  await rig.clock.runUntil(() => at.isOver)
  await rig.clock.advance(500)
  const record = run.db.value<number>("SELECT record FROM saved WHERE state = 'next-encoding'") ?? 0
  expect(run.db.column('SELECT state FROM entries WHERE record = ?', [record])).toEqual(['waiting'])
  const goOn = async (): Promise<void> => {
    rig.down = null
    run.sync.wake('online')
    await rig.clock.advance(10 * MINUTE)
  }
  return { rig, run, before, batch, record, goOn }
}

const favorites = (rig: SyncRig): number => [...rig.service.truth.images.values()].filter((one) => one.favorite).length

it.each([true, false])('a new name waits until the results are back, trusted: %s', async (isTrusted) => {
  const { rig, run, before, record, goOn } = await offlineBeforeJson(isTrusted)
  rig.rename(run, record, 'Quay')
  await goOn()
  expect([lists(rig), favorites(rig), rig.differences(run)]).toEqual([before, 40, []])
  expect(rig.service.truth.images.get(Number(rig.serviceId(run, record)))?.name).toBe('Quay')
})

it('a favorite waits until the results are back that a new name has lost', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  const at = beforeFirstJson(rig, () => {
    rig.down = 'offline'
  })
  const [record = 0] = plainRecords(rig, run)
  rig.rename(run, record, 'Quay')
  await rig.clock.runUntil(() => at.isOver)
  await rig.clock.advance(500)
  rig.setFavorite(run, [record], true)
  rig.down = null
  run.sync.wake('online')
  await rig.clock.advance(10 * MINUTE)
  expect([lists(rig), favorites(rig), rig.differences(run)]).toEqual([before, 1, []])
})

it.each([true, false])('results come back even if the batch is stopped, trusted: %s', async (isTrusted) => {
  const { rig, run, before, batch, goOn } = await offlineBeforeJson(isTrusted)
  run.library.stopBatch({ batch, isUndoing: false })
  await goOn()
  expect([lists(rig), favorites(rig)]).toEqual([before, 1])
  expect(rig.receipt(run, batch)).toMatchObject({ done: 1, canceled: 39, waiting: 0 })
})

it.each([true, false])('results come back even if a favorite is toggled twice, trusted: %s', async (isTrusted) => {
  const { rig, run, before, record, goOn } = await offlineBeforeJson(isTrusted)
  rig.setFavorite(run, [record], false)
  rig.setFavorite(run, [record], true)
  await goOn()
  expect([lists(rig), favorites(rig), rig.differences(run)]).toEqual([before, 40, []])
})

/** Another client replaces the results of a record. */
const replace = (rig: SyncRig, run: Run, record: number): unknown =>
  rig.service.store.images.put(Number(rig.serviceId(run, record)), { results: ['theirs.png'] })
const resultsOf = (rig: SyncRig, run: Run, record: number) => lists(rig).get(Number(rig.serviceId(run, record)))

it('results that another client set after a form lost some are not replaced by the lost ones', async () => {
  const { rig, run, record, goOn } = await offlineBeforeJson(true)
  replace(rig, run, record)
  await rig.clock.advance(3 * MINUTE)
  await goOn()
  expect(resultsOf(rig, run, record)).toEqual(['theirs.png'])
})

it('the second request of an update that brings results back carries what was read after the first', async () => {
  const { rig, run, record, goOn } = await offlineBeforeJson(true)
  rig.service.change({ dialect: { ...rig.service.settings.dialect, put: 'refused' } })
  rig.service.change({ faults: ({ method }) => (method === 'PUT' ? { kind: 'delay', ms: 5_000 } : null) })
  const puts = rig.arrived('PUT')
  const ended = goOn()
  await rig.clock.runUntil(() => rig.arrived('PUT') > puts)
  replace(rig, run, record)
  void run.sync.refreshImage(record)
  await ended
  expect(resultsOf(rig, run, record)).toEqual(['theirs.png'])
})

it('results that another client set during the first update are not replaced, not even by a write-back', async () => {
  const { rig, run } = await rigWithResults('brackets', [1])
  const [record = 0] = plainRecords(rig, run)
  rig.setFavorite(run, [record], true)
  await rig.clock.runUntil(() => favorites(rig) === 1)
  replace(rig, run, record)
  await rig.clock.advance(MINUTE)
  expect(rig.needs(run, 'favorite')).toMatchObject([{ code: 'changed-more', changes: [{ field: 'results' }] }])
  expect(resultsOf(rig, run, record)).toEqual(['theirs.png'])
  const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
  run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
  await rig.clock.advance(10 * MINUTE)
  expect([resultsOf(rig, run, record), rig.needs(run, 'favorite')]).toEqual([['theirs.png'], []])
})

it('the others continue if the record is removed before its results are back', async () => {
  const { rig, run, batch, record, goOn } = await offlineBeforeJson(true)
  rig.service.store.images.remove(Number(rig.serviceId(run, record)))
  await goOn()
  expect(rig.receipt(run, batch)).toMatchObject({ done: 39, needsAttention: 1 })
})

/** Rejects every update, and shows no record. */
const refusesAll = (rig: SyncRig): void =>
  rig.service.change({
    faults: ({ method, operation }) =>
      method === 'PUT'
        ? { kind: 'status', status: 400, body: '{"results":["Not like this."]}' }
        : operation === 'show-image' || operation === 'list-images'
          ? { kind: 'status', status: 500 }
          : null
  })

it('a rejection of the request that brings results back is compared when the record is shown again', async () => {
  const { rig, run, batch, record } = await offlineBeforeJson(true)
  refusesAll(rig)
  rig.down = null
  run.sync.wake('online')
  await rig.clock.runUntil(() => rig.needs(run, 'favorite').length > 0)
  await rig.clock.advance(30_000)
  expect(rig.needs(run, 'favorite')).toMatchObject([{ code: 'refused-fields' }])
  rig.service.store.images.put(Number(rig.serviceId(run, record)), { favorite: false })
  rig.service.change({ faults: null })
  await rig.clock.advance(10 * MINUTE)
  expect(rig.needs(run, 'favorite')).toMatchObject([{ code: 'changed-more', changes: [{ field: 'results' }] }])
  expect(rig.receipt(run, batch).pause).toMatchObject({ why: 'changed-more' })
})

it('a full disk that does not store what is to be written back skips no form', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  trust(rig, run)
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  disk.arm(1, { code: 'SQLITE_FULL', rollsBack: true, where: /^UPDATE saved SET state = 'next-encoding'/ })
  await rig.clock.advance(10 * MINUTE)
  expect([disk.disarm(), rig.receipt(run, batch).done, dialectTraits(run)]).toEqual([false, 40, 'json'])
  expect(lists(rig)).toEqual(before)
})

it('no other change of a record is sent before it was compared', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  trust(rig, run)
  const [record = 0] = plainRecords(rig, run)
  rig.setFavorite(run, [record], true)
  await rig.clock.runUntil(() => favorites(rig) === 1)
  rig.service.change({
    faults: ({ operation }) => (operation === 'update-image' ? null : { kind: 'status', status: 500 })
  })
  rig.setFavorite(run, [record], false)
  await rig.clock.advance(5_000)
  rig.service.change({ faults: null })
  await rig.clock.advance(10 * MINUTE)
  expect([lists(rig), favorites(rig), rig.differences(run)]).toEqual([before, 0, []])
})

it('another change of a record that needs the user does not count against the form checked_updates next', async () => {
  const { rig, run, before } = await rigWithResults('last', [3], { put: 'blanks-name' })
  const [record = 0] = plainRecords(rig, run)
  for (const favorite of [true, false]) {
    rig.setFavorite(run, [record], favorite)
    await rig.clock.advance(MINUTE)
  }
  expect(rig.needs(run, 'favorite')).toMatchObject([{ code: 'changed-more' }])
  const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
  run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
  await rig.clock.advance(10 * MINUTE)
  expect([lists(rig), dialectTraits(run), rig.differences(run)]).toEqual([before, 'json', []])
})

it.each([true, false])(
  'killed when the results are back, no other form is learned from that, trusted: %s',
  async (isTrusted) => {
    const { rig, run, before } = await rigWithResults('last', [3])
    if (isTrusted) trust(rig, run)
    const send = rig.send.bind(rig)
    const at = { isOver: false }
    rig.send = async (request) => {
      const response = await send(request)
      at.isOver ||= request.method === 'PUT' && request.form !== null && isJsonBody(request.form)
      return response
    }
    const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
    await rig.clock.runUntil(() => at.isOver)
    run.kill()
    const next = rig.start()
    await rig.clock.advance(10 * MINUTE)
    expect([lists(rig), dialectTraits(next)]).toEqual([before, 'json'])
    expect(rig.receipt(next, batch)).toMatchObject({ done: 40 })
  }
)

it('results lost by an earlier run are written back in the form that is known by now', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  trust(rig, run)
  const [record = 0, ...others] = plainRecords(rig, run)
  rig.setFavorite(run, others, true)
  await rig.drained(run)
  expect(dialectTraits(run)).toBe('json')
  run.db.run("DELETE FROM meta WHERE key = 'updates-seen'")
  run.close()
  const next = rig.start()
  // Like a request of the previous run, in the form that it tried.
  beforeFirstJson(rig, () => {
    const id = Number(rig.serviceId(next, record))
    rig.clock.after(20, () => rig.service.store.images.put(id, { results: before.get(id)?.slice(-1) ?? [] }))
  })
  rig.setFavorite(next, [record], true)
  await rig.clock.advance(10 * MINUTE)
  expect([lists(rig), dialectTraits(next), rig.needs(next, 'favorite')]).toEqual([before, 'json', []])
})

it('no form that may lose results is checked_updates if no record can be shown', async () => {
  const { rig, run, before } = await rigWithResults('last', [3], { ids: 'uuid' }, 600)
  trust(rig, run)
  rig.service.change({ faults: ({ operation }) => (operation === 'show-image' ? { kind: 'html', status: 404 } : null) })
  const { batch } = rig.setFavorite(run, plainRecords(rig, run, 30), true)
  await rig.clock.advance(10 * MINUTE)
  expect(lists(rig)).toEqual(before)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, pause: { why: 'refusals' } })
  expect(rig.needs(run, 'favorite')[0]).toMatchObject({ code: 'refused-fields' })
})

it('the user is asked about losses of the first update, even if the record has a newer intent by then', async () => {
  const { rig, run, before } = await rigWithResults('last', [3], { put: 'blanks-name' })
  const [record = 0] = plainRecords(rig, run)
  rig.setFavorite(run, [record], true)
  await rig.clock.runUntil(() => favorites(rig) === 1)
  rig.setFavorite(run, [record], false)
  await rig.clock.advance(MINUTE)
  expect(rig.needs(run, 'favorite')).toMatchObject([{ code: 'changed-more' }])
  const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
  run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
  await rig.clock.advance(10 * MINUTE)
  expect([lists(rig), favorites(rig), rig.differences(run)]).toEqual([before, 0, []])
})
