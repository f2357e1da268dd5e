/** The outbox and failures, in virtual time: each test plays what users of such programs reported. */
import { describe, expect, it } from 'vitest'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'
import { playing } from '../../../../test/helpers/playing.ts'
import { type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'

const isUpdate = (subject: FaultSubject): boolean => subject.method === 'PUT'

const problem = (field: string): string => JSON.stringify({ message: { [field]: ['Refused.'] }, status: 422 })

describe('a failure of the service', () => {
  it('retries by timer when one round fails and the user does nothing more', async () => {
    const { rig, run } = await readRig({ images: 40 })
    rig.service.change({
      faults: faultsInOrder(
        Array.from({ length: 12 }, () => ({ kind: 'status', status: 503 })),
        () => true
      )
    })
    rig.star(run)
    await rig.drained(run)
    expect(rig.differences(run)).toEqual([])
    expect(run.sync.status().needsAttention).toBe(0)
  })

  it('never shows a service that is down as "signed out"', async () => {
    const { rig, run } = await readRig({ images: 40 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 500 }) })
    rig.star(run)
    await rig.clock.advance(120_000)
    expect(run.sync.status().images).toMatchObject({ state: 'not-responding', failure: { code: 'service-error' } })
    expect(rig.keyRefusals).toEqual([])
  })

  it('reads first when a response is lost, and counts an arrived star once', async () => {
    const { rig, run } = await readRig({ images: 200 })
    let number = 0
    rig.service.change({
      faults: (subject) => (isUpdate(subject) && ++number % 5 === 0 ? { kind: 'drop-after' } : null)
    })
    const chosen = plainRecords(rig, run, 60)
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 60, unchanged: 0, waiting: 0 })
    expect(rig.updates()).toBe(60)
    expect(rig.differences(run)).toEqual([])
  })

  it('sends again what was lost before it was processed', async () => {
    const { rig, run } = await readRig({ images: 200 })
    let number = 0
    rig.service.change({
      faults: (subject) => (isUpdate(subject) && ++number % 5 === 0 ? { kind: 'drop-before' } : null)
    })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 60), true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 60, waiting: 0 })
    expect(rig.differences(run)).toEqual([])
  })

  it('continues with the others while one record always fails, and parks it after an hour', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const [bad = 0, ...others] = plainRecords(rig, run, 10)
    const path = `/${rig.serviceId(run, bad)}`
    rig.service.change({
      faults: (subject) => (isUpdate(subject) && subject.path.endsWith(path) ? { kind: 'status', status: 500 } : null)
    })
    const { batch } = rig.setFavorite(run, [bad, ...others], true)
    await rig.clock.advance(30_000)
    expect(rig.receipt(run, batch).done).toBe(others.length)
    const star = (at: number): void => {
      rig.setFavorite(run, others.slice(0, 1), at % 2 === 0)
      if (at < 14) rig.clock.after(600_000, () => star(at + 1))
    }
    star(1)
    await rig.clock.advance(2.5 * 3_600_000)
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(rig.updates()).toBeLessThan(80)
  })

  it("parks nothing during a day of failures: they are the service's, and count for no entry", async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 500 }) })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 30), true)
    await rig.clock.advance(24 * 3_600_000)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 30, needsAttention: 0 })
    // One probe at a time, at least two and a half minutes apart after the delay has grown.
    expect(rig.updates()).toBeLessThan(24 * 24 + 20)
    rig.service.change({ faults: null })
    await rig.drained(run, 3_600_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 30, needsAttention: 0 })
  })

  it('treats the HTML page of a captive portal as no response: nothing is acknowledged', async () => {
    const { rig, run } = await readRig({ images: 40 })
    rig.service.change({ faults: () => ({ kind: 'html' }) })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 20), true)
    await rig.clock.advance(30_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 0, waiting: 20 })
    expect(['stopped', 'not-responding']).toContain(run.sync.status().images.state)
    rig.service.change({ faults: null })
    await rig.drained(run)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('rejections', () => {
  it('park the one entry that always gets 422, with the message of the field', async () => {
    const { rig, run } = await readRig({ images: 140 })
    const chosen = plainRecords(rig, run, 100)
    const path = `/${rig.serviceId(run, chosen[0] ?? 0)}`
    rig.service.change({
      faults: (subject) =>
        isUpdate(subject) && subject.path.endsWith(path)
          ? { kind: 'status', status: 422, body: problem('results') }
          : null
    })
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ size: 100, done: 99, needsAttention: 1, waiting: 0 })
    const reason = run.db.value<string>("SELECT reason FROM batch_items WHERE outcome = 'needs-attention'") ?? ''
    expect(JSON.parse(reason)).toMatchObject({ code: 'refused-fields', fields: { results: ['Refused.'] } })
    expect(run.sync.status()).toMatchObject({ needsAttention: 1, waiting: 0 })
    const before = rig.updates()
    await rig.clock.advance(3_600_000)
    expect(rig.updates()).toBe(before)
  })

  it('stop after twenty equal ones, even if each message names another record', async () => {
    const { rig, run } = await readRig({ images: 140 })
    rig.service.change({ faults: playing('status-404-named') })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 99), true)
    await rig.clock.advance(60_000)
    const { needsAttention, waiting, pause } = rig.receipt(run, batch)
    expect([needsAttention + waiting, pause?.why]).toEqual([99, 'refusals'])
    // Six may be in flight when the twentieth response arrives.
    expect(needsAttention).toBeLessThanOrEqual(25)
  })

  it('park a star of a removed record, and never recreate the record', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const [gone = 0] = plainRecords(rig, run, 1)
    rig.service.store.images.remove(Number(rig.serviceId(run, gone)))
    const { batch } = rig.setFavorite(run, [gone], true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1 })
    expect(rig.service.log.entries.some((entry) => entry.method === 'POST')).toBe(false)
  })

  it('do not prevent another read of a needed page after the service asked to slow down', async () => {
    const { rig, run } = await readRig({ images: 60, listResults: true, perMinute: 600 })
    await rig.clock.advance(140_000)
    const spent = { 'retry-after': '2', 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' }
    const slower = { kind: 'status', status: 429, headers: spent } as const
    rig.service.change({ faults: faultsInOrder([slower], () => true) })
    rig.star(run)
    await rig.drained(run, 20_000)
    expect(rig.differences(run)).toEqual([])
  })

  it('wait as long as the service requests, and count no attempt', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const headers = { 'retry-after': '20' }
    rig.service.change({ faults: faultsInOrder([{ kind: 'status', status: 429, headers }], isUpdate) })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 10), true)
    await rig.clock.advance(500)
    expect(run.sync.status().images).toMatchObject({ state: 'rate-limited', failure: { code: 'rate-limited' } })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 10, needsAttention: 0 })
  })

  it('do not apply to an entry of an unknown kind: it is kept, the others are sent, and nothing loops', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const [odd = 0, ...others] = plainRecords(rig, run, 6)
    run.db.run(
      `INSERT INTO outbox (record, kind, want, revision, tries, not_before, batch, is_interactive)
       VALUES (?, 'rename', 1, 1, 0, 0, 999, 0)`,
      [odd]
    )
    rig.setFavorite(run, others, true)
    await rig.drained(run)
    const before = rig.service.log.entries.length
    await rig.clock.advance(60_000)
    expect(rig.service.log.entries.length - before).toBeLessThan(5)
    expect(run.db.value("SELECT count(*) FROM outbox WHERE kind = 'rename'")).toBe(1)
    expect(run.sync.status().waiting).toBe(1)
  })
})

describe("a single response that is not the service's", () => {
  it.each(['html-403', 'html'] as const)('costs a batch a second and no state (%s)', async (what) => {
    const { rig, run } = await readRig({ images: 200, responseDelayMs: 100 })
    const odd = what === 'html-403' ? ({ kind: 'html', status: 403 } as const) : ({ kind: 'html' } as const)
    const sent = { updates: 0 }
    const states = new Set<string>()
    rig.service.change({
      faults: (subject) => {
        if (isUpdate(subject)) sent.updates += 1
        states.add(run.sync.status().images.state)
        return isUpdate(subject) && sent.updates === 30 ? odd : null
      }
    })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 100), true)
    await rig.drained(run, 10_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 100 })
    expect(states).not.toContain('stopped')
  })

  it('becomes a state if every write gets it although reads succeed, and few are sent', async () => {
    const { rig, run } = await readRig({ images: 200, responseDelayMs: 100 })
    const sent = { updates: 0 }
    rig.service.change({
      faults: (subject) => {
        if (!isUpdate(subject)) return null
        sent.updates += 1
        return { kind: 'html', status: 403 }
      }
    })
    rig.setFavorite(run, plainRecords(rig, run, 100), true)
    await rig.clock.advance(30_000)
    expect(run.sync.status().images).toMatchObject({ state: 'stopped', failure: { code: 'blocked' } })
    const before = sent.updates
    const states = new Set<string>()
    for (let tenth = 0; tenth < 6_000; tenth += 1) {
      await rig.clock.advance(100)
      states.add(run.sync.status().images.state)
    }
    expect([...states]).toEqual(['stopped'])
    expect((sent.updates - before) / 10).toBeLessThan(10)
    rig.service.change({ faults: () => null })
    await rig.drained(run, 3 * 60_000)
    expect(run.sync.status().images).toMatchObject({ state: 'up-to-date', failure: null })
  })
})

it.each(['html-403', 'status-403', 'html', 'retry-after'])(
  'needs no attention as one stray response in a hundred (%s)',
  async (what) => {
    const { rig, run } = await readRig({ images: 1_000, responseDelayMs: 100 })
    const states = new Set<string>()
    const strays = playing(`${what}-in-100`)
    rig.service.change({
      faults: (subject) => {
        states.add(run.sync.status().images.state)
        return strays(subject)
      }
    })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 500), true)
    await rig.drained(run, 3 * 60_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 500, needsAttention: 0 })
    expect([...states].filter((state) => state !== 'rate-limited')).toEqual(['sending'])
  }
)

describe('a change rejected with a JSON 403', () => {
  const forbidden = { kind: 'status', status: 403, body: JSON.stringify({ message: 'Not today.' }) } as const

  it.each(['favorite', 'name'] as const)('is sent once more after a second (%s)', async (kind) => {
    const { rig, run } = await readRig({ images: 40 })
    const [record = 0] = plainRecords(rig, run, 1)
    rig.service.change({ faults: faultsInOrder([forbidden], isUpdate) })
    if (kind === 'favorite') rig.setFavorite(run, [record], true)
    else rig.rename(run, record, 'Another name')
    await rig.clock.advance(900)
    expect(run.sync.status()).toMatchObject({ waiting: 1, needsAttention: 0 })
    await rig.drained(run, 5_000)
    expect(run.sync.status().needsAttention).toBe(0)
    expect(rig.updates()).toBe(2)
    expect(rig.differences(run)).toEqual([])
  })

  it('needs attention if the second response agrees, and the others continue', async () => {
    const { rig, run } = await readRig({ images: 140 })
    const chosen = plainRecords(rig, run, 60)
    const path = `/${rig.serviceId(run, chosen[0] ?? 0)}`
    rig.service.change({ faults: (subject) => (isUpdate(subject) && subject.path.endsWith(path) ? forbidden : null) })
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 59, needsAttention: 1, waiting: 0 })
    expect(rig.updates()).toBe(61)
    await rig.clock.advance(3_600_000)
    expect(rig.updates()).toBe(61)
  })

  it('is not repeated if it may be sent only once', async () => {
    const { rig, run } = await readRig({ images: 4, projects: 3 })
    const isDelete = ({ operation }: FaultSubject): boolean => operation === 'delete-project'
    rig.service.change({ faults: (subject) => (isDelete(subject) ? forbidden : null) })
    rig.removeProject(run, rig.projects(run)[0] ?? '')
    await rig.clock.advance(120_000)
    expect(run.sync.status().needsAttention).toBe(1)
    expect(rig.service.log.entries.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})
