/** The outbox over real time's worst days, in virtual time: each named after what users of such programs reported. */
import { afterEach, describe, expect, it } from 'vitest'
import { type RigOptions, type Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'

let rigs: SyncRig[] = []
afterEach(() => {
  for (const rig of rigs) rig.dispose()
  rigs = []
})

/** A rig whose library has been read. */
async function readRig(options: RigOptions): Promise<{ rig: SyncRig; run: Run }> {
  const rig = new SyncRig(options)
  rigs.push(rig)
  const run = rig.start()
  await rig.firstPull(run)
  rig.service.log.clear()
  return { rig, run }
}

const isUpdate = (subject: FaultSubject): boolean => subject.method === 'PUT'

/** Images that are no favorites yet. */
const plain = (rig: SyncRig, run: Run, count: number): number[] =>
  rig
    .records(run)
    .filter((record) => !rig.shown(run, record))
    .slice(0, count)

const problem = (field: string): string => JSON.stringify({ message: { [field]: ['Refused.'] }, status: 422 })

describe('offline', () => {
  it('keeps 20 stars over a restart without network and sends each once', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    const chosen = plain(rig, run, 20)
    for (const record of chosen) rig.setFavorite(run, [record], true)
    await rig.clock.advance(60_000)
    run.close()
    const again = rig.start()
    await rig.clock.advance(60_000)
    expect(again.sync.status()).toMatchObject({
      waiting: 20,
      images: { state: 'offline', failure: { code: 'offline' } }
    })
    for (const record of chosen) expect(rig.shown(again, record)).toBe(true)
    rig.down = null
    await rig.drained(again)
    expect(rig.updates()).toBe(20)
    expect(rig.differences(again)).toEqual([])
  })

  it('sends everything over a link that flaps every 200 ms', async () => {
    const { rig, run } = await readRig({ images: 60 })
    const flap = (): void => {
      rig.down = rig.down === null ? 'connection-refused' : null
      rig.clock.after(200, flap)
    }
    rig.clock.after(30, flap)
    rig.setFavorite(run, plain(rig, run, 30), true)
    await rig.drained(run)
    expect(rig.updates()).toBe(30)
    expect(run.sync.status().needsYou).toBe(0)
  })

  it('empties within one backoff step after ten minutes of partition', async () => {
    const { rig, run } = await readRig({ images: 400 })
    rig.star(run)
    await rig.clock.advance(300)
    rig.down = 'host-unreachable'
    await rig.clock.advance(600_000)
    rig.down = null
    const healed = rig.clock.elapsed()
    await rig.drained(run)
    expect(rig.clock.elapsed() - healed).toBeLessThan(310_000)
    expect(rig.differences(run)).toEqual([])
  })

  it('goes on at once when the system says that the network is back', async () => {
    const { rig, run } = await readRig({ images: 40 })
    rig.down = 'offline'
    rig.star(run)
    await rig.clock.advance(3_600_000)
    rig.down = null
    run.sync.wake('online')
    const asked = rig.clock.elapsed()
    await rig.drained(run)
    expect(rig.clock.elapsed() - asked).toBeLessThan(2_000)
  })

  it('does not send more than a probe now and then while the service cannot be reached', async () => {
    const { rig, run } = await readRig({ images: 40 })
    let tries = 0
    rig.star(run)
    const send = rig.alter
    rig.alter = (request, answer) => (tries++, send(request, answer))
    rig.down = 'offline'
    await rig.clock.advance(3_600_000)
    const attempts = run.db.value<number>('SELECT max(attempt) FROM outbox') ?? 0
    expect(attempts).toBeLessThan(40)
    expect(run.sync.status().images.state).toBe('offline')
    expect(tries).toBe(0)
  })

  it('shows the wanted values all the time while a reconnect reads first', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    const chosen = plain(rig, run, 10)
    for (const record of chosen) rig.setFavorite(run, [record], true)
    rig.down = null
    run.sync.wake('online')
    run.sync.wake('asked')
    let flips = 0
    await rig.clock.runUntil(() => {
      if (chosen.some((record) => !rig.shown(run, record))) flips += 1
      return run.db.value('SELECT 1 FROM outbox LIMIT 1') === undefined
    })
    expect(flips).toBe(0)
    expect(rig.updates()).toBe(10)
  })
})

describe('one drain', () => {
  it('is shared by "sync now" and a reconnect in the same tick', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    rig.setFavorite(run, plain(rig, run, 30), true)
    await rig.clock.advance(5_000)
    rig.down = null
    run.sync.wake('asked')
    run.sync.wake('online')
    run.sync.wake('focus')
    await rig.drained(run)
    expect(rig.updates()).toBe(30)
  })

  it('keeps the intents of one record in order: six clicks, the last one wins', async () => {
    const { rig, run } = await readRig({ images: 20, latencyMs: 350 })
    const [record = 0] = plain(rig, run, 1)
    const batches = []
    for (let click = 0; click < 6; click += 1) {
      batches.push(rig.setFavorite(run, [record], click % 2 === 0))
      await rig.clock.advance(100)
      expect(rig.shown(run, record)).toBe(click % 2 === 0)
    }
    await rig.drained(run)
    await rig.clock.advance(1_000)
    expect(rig.differences(run)).toEqual([])
    expect(rig.shown(run, record)).toBe(false)
    expect(rig.updates()).toBeLessThanOrEqual(2)
    for (const { batch } of batches) expect(rig.receipt(run, batch).waiting).toBe(0)
  })

  it('sends nothing for a star that is taken back before it left', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.down = 'offline'
    const [record = 0] = plain(rig, run, 1)
    const first = rig.setFavorite(run, [record], true)
    await rig.clock.advance(2_000)
    rig.setFavorite(run, [record], false)
    rig.down = null
    run.sync.wake('online')
    await rig.drained(run)
    await rig.clock.advance(10_000)
    expect(rig.updates()).toBe(0)
    expect(rig.receipt(run, first.batch)).toMatchObject({ takenBack: 1, waiting: 0 })
  })

  it('sends a single star ahead of a batch that is under way', async () => {
    const { rig, run } = await readRig({ images: 300, perMinute: 60 })
    rig.setFavorite(run, plain(rig, run, 200), true)
    await rig.clock.advance(20_000)
    const single = plain(rig, run, 1)[0] ?? 0
    const { batch } = rig.setFavorite(run, [single], true)
    await rig.clock.advance(3_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, waiting: 0 })
  })
})

describe('trouble of the service', () => {
  it('tries again by timer when one round fails and the person does nothing more', async () => {
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
    expect(run.sync.status().needsYou).toBe(0)
  })

  it('never calls a service that is down "signed out"', async () => {
    const { rig, run } = await readRig({ images: 40 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 500 }) })
    rig.star(run)
    await rig.clock.advance(120_000)
    expect(run.sync.status().images).toMatchObject({ state: 'not-answering', failure: { code: 'service-trouble' } })
    expect(rig.keyRefusals).toEqual([])
  })

  it('reads first when an answer is lost, and counts a star that arrived once', async () => {
    const { rig, run } = await readRig({ images: 200 })
    let number = 0
    rig.service.change({
      faults: (subject) => (isUpdate(subject) && ++number % 5 === 0 ? { kind: 'drop-after' } : null)
    })
    const chosen = plain(rig, run, 60)
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 60, alreadySo: 0, waiting: 0 })
    expect(rig.updates()).toBe(60)
    expect(rig.differences(run)).toEqual([])
  })

  it('sends again what was lost before it was handled', async () => {
    const { rig, run } = await readRig({ images: 200 })
    let number = 0
    rig.service.change({
      faults: (subject) => (isUpdate(subject) && ++number % 5 === 0 ? { kind: 'drop-before' } : null)
    })
    const { batch } = rig.setFavorite(run, plain(rig, run, 60), true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 60, waiting: 0 })
    expect(rig.differences(run)).toEqual([])
  })

  it('goes on with the others while one record meets trouble for ever, and parks it after an hour', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const [bad = 0, ...others] = plain(rig, run, 10)
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
    expect(rig.receipt(run, batch)).toMatchObject({ needsYou: 1, waiting: 0 })
    expect(rig.updates()).toBeLessThan(80)
  })

  it('takes the web page of a captive portal for no answer: nothing is acknowledged', async () => {
    const { rig, run } = await readRig({ images: 40 })
    rig.service.change({ faults: () => ({ kind: 'html' }) })
    const { batch } = rig.setFavorite(run, plain(rig, run, 20), true)
    await rig.clock.advance(30_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 0, waiting: 20 })
    expect(['stopped', 'not-answering']).toContain(run.sync.status().images.state)
    rig.service.change({ faults: null })
    await rig.drained(run)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('refusals', () => {
  it('parks the one row that always gets 422, with the message of the field', async () => {
    const { rig, run } = await readRig({ images: 140 })
    const chosen = plain(rig, run, 100)
    const path = `/${rig.serviceId(run, chosen[0] ?? 0)}`
    rig.service.change({
      faults: (subject) =>
        isUpdate(subject) && subject.path.endsWith(path)
          ? { kind: 'status', status: 422, body: problem('results') }
          : null
    })
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ size: 100, done: 99, needsYou: 1, waiting: 0 })
    const reason = run.db.value<string>("SELECT reason FROM batch_items WHERE outcome = 'needs-you'") ?? ''
    expect(JSON.parse(reason)).toMatchObject({ code: 'refused-fields', fields: { results: ['Refused.'] } })
    expect(run.sync.status()).toMatchObject({ needsYou: 1, waiting: 0 })
    const before = rig.updates()
    await rig.clock.advance(3_600_000)
    expect(rig.updates()).toBe(before)
  })

  it('parks a star for a record that is gone, and never makes it again', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const [gone = 0] = plain(rig, run, 1)
    rig.service.store.images.remove(Number(rig.serviceId(run, gone)))
    const { batch } = rig.setFavorite(run, [gone], true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ needsYou: 1 })
    expect(rig.service.log.entries.some((entry) => entry.method === 'POST')).toBe(false)
  })

  it('waits as long as the service asks and counts no attempt', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const headers = { 'retry-after': '20' }
    rig.service.change({ faults: faultsInOrder([{ kind: 'status', status: 429, headers }], isUpdate) })
    const { batch } = rig.setFavorite(run, plain(rig, run, 10), true)
    await rig.clock.advance(500)
    expect(run.sync.status().images).toMatchObject({ state: 'held', failure: { code: 'rate-limited' } })
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 10, needsYou: 0 })
  })

  it('keeps an entry of a kind it does not know, sends the others, and does not spin', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const [odd = 0, ...others] = plain(rig, run, 6)
    run.db.run(
      `INSERT INTO outbox (record, kind, want, revision, state, attempt, not_before, batch, is_hand)
       VALUES (?, 'rename', 1, 1, 'ready', 0, 0, 999, 0)`,
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

describe('keys', () => {
  it('puts entries back and asks when the key is no longer accepted, and goes on with a new one', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.service.change({ imagesKey: 'renewed-images-key' })
    const { batch } = rig.setFavorite(run, plain(rig, run, 30), true)
    await rig.clock.advance(60_000)
    expect(rig.keyRefusals).toEqual(['images'])
    expect(run.sync.status()).toMatchObject({
      waiting: 30,
      images: { state: 'signed-out', failure: { code: 'unauthorized' } }
    })
    expect(run.db.value("SELECT count(*) FROM outbox WHERE state = 'ready'")).toBe(30)
    expect(rig.service.log.counters.unauthorized).toBeLessThanOrEqual(6)
    expect(run.sync.status().projects.state).toBe('up-to-date')
    rig.keys.images = 'renewed-images-key'
    rig.imagesKeyHash = 'a2'
    run.sync.setGroups(rig.groups())
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 30 })
    expect(rig.differences(run)).toEqual([])
  })

  it('holds what waits when the new key reads another library, and sends it with the old one', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    rig.setFavorite(run, plain(rig, run, 10), true)
    await rig.clock.advance(2_000)
    rig.imagesKeyHash = 'of-somebody-else'
    rig.alter = (request, answer) => {
      if (request.slot !== 'images' || answer.kind === 'failed') return answer
      return /\/images\/\d+$/.test(new URL(request.url).pathname)
        ? { ...answer, status: 404, body: '{"message":"Resource not found.","status":404}' }
        : { ...answer, body: '{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}' }
    }
    run.sync.setGroups(rig.groups())
    rig.down = null
    run.sync.wake('online')
    await rig.clock.advance(3_600_000)
    expect(rig.updates()).toBe(0)
    expect(run.sync.status()).toMatchObject({ waiting: 10, images: { state: 'no-access' } })
    rig.alter = (_, answer) => answer
    rig.imagesKeyHash = 'a1'
    run.sync.setGroups(rig.groups())
    await rig.drained(run)
    expect(rig.updates()).toBe(10)
  })

  it('waits without a key, says so, and sends nothing', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.hasKeys = false
    run.sync.setGroups(rig.groups())
    rig.star(run)
    await rig.clock.advance(600_000)
    expect(rig.service.log.entries).toHaveLength(0)
    expect(run.sync.status().images).toMatchObject({ state: 'signed-out', failure: { code: 'key-missing' } })
  })
})

describe('pause', () => {
  it('sends nothing more, is kept over a restart, and loses nothing', async () => {
    const { rig, run } = await readRig({ images: 200, perMinute: 600 })
    const { batch, waiting } = rig.star(run)
    await rig.clock.advance(5_000)
    run.sync.setPaused(true)
    await rig.clock.advance(1_000)
    const sent = rig.updates()
    await rig.clock.advance(600_000)
    expect(rig.updates()).toBe(sent)
    run.close()
    const again = rig.start()
    await rig.clock.advance(60_000)
    expect(again.sync.status()).toMatchObject({ isPaused: true, images: { state: 'idle' } })
    expect(rig.updates()).toBe(sent)
    again.sync.setPaused(false)
    await rig.drained(again)
    expect(rig.receipt(again, batch).done).toBe(waiting)
    expect(rig.differences(again)).toEqual([])
  })
})

describe('results', () => {
  it('sends back what another client added after our last list', async () => {
    const { rig, run } = await readRig({ images: 300, listResults: true })
    rig.down = 'offline'
    const chosen = plain(rig, run, 40)
    rig.setFavorite(run, chosen, true)
    await rig.clock.advance(200_000)
    for (const record of chosen) {
      rig.service.store.images.put(Number(rig.serviceId(run, record)), { results: ['first.png', 'added.png'] })
    }
    rig.down = null
    run.sync.wake('online')
    await rig.drained(run)
    for (const record of chosen) {
      const image = rig.service.truth.images.get(Number(rig.serviceId(run, record)))
      expect(image?.favorite).toBe(true)
      expect(image?.results).toEqual(['first.png', 'added.png'])
    }
  })

  it('reads one page for a hundred updates, never one record for each', async () => {
    const { rig, run } = await readRig({ images: 1_000, listResults: true, perMinute: 60 })
    await rig.clock.advance(200_000)
    rig.service.log.clear()
    const { waiting } = rig.star(run)
    await rig.drained(run)
    const requests = rig.service.log.entries.filter((entry) => entry.group === 'images')
    const reads = requests.filter((entry) => entry.method === 'GET')
    expect(reads.every((entry) => entry.path.endsWith('/images'))).toBe(true)
    // Rounds of five minutes are not made for the stars.
    const rounds = reads.filter((entry) => (entry.query['page'] ?? '1') === '1').length
    expect((requests.length - rounds) / waiting).toBeLessThanOrEqual(1.05)
    expect(rig.service.log.counters.refused / requests.length).toBeLessThanOrEqual(0.01)
    expect(rig.differences(run)).toEqual([])
  })
})
