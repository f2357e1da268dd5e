/** Lookups of changes sent without a response, in virtual time. */
import { describe, expect, it } from 'vitest'
import { plainRecords, readRig, rigOf } from '../../../../test/helpers/rigs.ts'
import { trust } from '../../../../test/helpers/trust.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import { type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'

it('runs one lookup at a time when the service is back: two could write a response older than a star', async () => {
  const rig = rigOf({ images: 150, responseDelayMs: 20 })
  const run = rig.start()
  await rig.firstPull(run)
  trust(rig, run)
  const fault = { updates: 0, endsAt: 0 }
  rig.service.change({
    faults: ({ method }) => {
      if (method === 'PUT') fault.updates += 1
      if (fault.updates === 20 && fault.endsAt === 0) fault.endsAt = rig.clock.elapsed() + 300
      return rig.clock.elapsed() < fault.endsAt ? { kind: 'status', status: 503 } : null
    }
  })
  rig.service.log.clear()
  rig.star(run)
  await rig.drained(run)
  const reads = rig.service.log.entries.filter(({ method }) => method === 'GET').map(({ status }) => status)
  expect(reads).toEqual([503, 200])
  expect(rig.differences(run)).toEqual([])
})

/**
 * Loses the response to the first star, which the service has applied; then rejects `show`, and lists while
 * `withoutList`. Returns the record of the star.
 */
async function refusedLookups(withoutList: { now: boolean }) {
  const { rig, run } = await readRig({ images: 5 })
  const [record = 0] = plainRecords(rig, run, 1)
  const sent = { updates: 0 }
  rig.service.change({
    faults: ({ method, path }) => {
      if (method === 'PUT') sent.updates += 1
      if (method === 'PUT' && sent.updates === 1) return { kind: 'drop-after' }
      const isRefused = method === 'GET' && sent.updates > 0 && (withoutList.now || /\d$/.test(path))
      return isRefused ? { kind: 'status', status: 400 } : null
    }
  })
  rig.setFavorite(run, [record], true)
  return { rig, run, record, sent }
}

describe('a lookup that the service rejects', () => {
  it('uses the list, which still shows the record', async () => {
    const { rig, run, sent } = await refusedLookups({ now: false })
    await rig.drained(run)
    expect(sent.updates).toBe(1)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('with non-numeric ids', () => {
  const opaque = { images: 400, dialect: dialectOf('standard', { ids: 'uuid', results: 'list' }) } as const
  const isShow = ({ method, path }: FaultSubject): boolean => method === 'GET' && !path.endsWith('/images')

  it('one lost response and one lost lookup cost seconds, and no remaining time is shown meanwhile', async () => {
    const { rig, run } = await readRig({ ...opaque, responseDelayMs: 400 })
    const lost = { updates: 0, shows: 0 }
    rig.service.change({
      faults: (subject) => {
        if (subject.method === 'PUT') lost.updates += 1
        if (isShow(subject)) lost.shows += 1
        if (subject.method === 'PUT' && lost.updates === 90) return { kind: 'drop-after' }
        return isShow(subject) && lost.shows === 1 ? { kind: 'drop-before' } : null
      }
    })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 120), true)
    await rig.clock.runUntil(() => rig.receipt(run, batch).waiting === 1)
    expect(run.sync.status().running).toMatchObject([{ batch, checking: 1, remainingMs: null }])
    await rig.drained(run, 15_000)
    expect([rig.updates(), lost.shows]).toEqual([120, 2])
  })

  it('a name is sent seconds after one lost read of its record', async () => {
    const { rig, run } = await readRig({
      images: 400,
      dialect: dialectOf('standard', { ids: 'uuid', results: 'show' })
    })
    const [record = 0] = plainRecords(rig, run, 1)
    rig.service.change({ faults: faultsInOrder([{ kind: 'drop-before' }], isShow) })
    const { batch } = rig.rename(run, record, 'Quay')
    await rig.drained(run, 15_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
  })

  it('many records that cannot be shown share the list pages of their lookups', async () => {
    const { rig, run } = await readRig({ ...opaque, responseDelayMs: 400 })
    const sent = { updates: 0, pages: 0 }
    rig.service.change({
      faults: (subject) => {
        if (subject.method === 'PUT') sent.updates += 1
        // One in three succeeds, so writes of the group are never down.
        if (subject.method === 'PUT') return sent.updates % 3 === 0 ? null : { kind: 'drop-after' }
        if (isShow(subject)) return { kind: 'status', status: 500 }
        if (sent.updates > 0) sent.pages += 1
        return null
      }
    })
    rig.setFavorite(run, plainRecords(rig, run, 100), true)
    await rig.clock.advance(5 * 60_000)
    expect(sent.updates).toBe(100)
    // 303 if each used pages of its own.
    expect(sent.pages).toBeLessThan(200)
  })

  it('a record that can never be shown is looked up less and less often, finally once a minute', async () => {
    const { rig, run } = await readRig(opaque)
    const [record = 0] = plainRecords(rig, run, 1)
    const left = rig.name(run, record)
    const at: number[] = []
    rig.service.change({
      faults: (subject) => {
        if (isShow(subject)) at.push(rig.clock.elapsed())
        if (isShow(subject)) return { kind: 'status', status: 500 }
        if (subject.method === 'PUT') return { kind: 'drop-before' }
        return { kind: 'altered', alter: { rows: (rows) => rows.filter(({ name }) => name !== left) } }
      }
    })
    rig.setFavorite(run, [record], true)
    await rig.clock.advance(1_200_000)
    const gaps = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / 1_000)
    expect(gaps[0]).toBeLessThan(3)
    expect(Math.max(...gaps)).toBeLessThan(65)
    expect(at.length).toBeLessThan(45)
  })
})
