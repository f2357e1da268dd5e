/** User reports that no other test plays, in virtual time; docs/scenarios.md lists all of them. */
import { copyFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'
import type { LibraryChange } from '../../../shared/bridge.ts'
import { createLibrary } from '../library/create-library.ts'
import { listChanges } from '../storage/change-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const isUpdate = ({ method }: FaultSubject): boolean => method === 'PUT'

function repair(run: Run, repairAction: 'discard' | 'retry' | 'send-again', entries: readonly number[]): number {
  const repaired = run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction, choice: null })
  return repaired.ok ? repaired.value.done : 0
}

const entriesOf = (run: Run, where: string): number[] =>
  run.db.column<number>(`SELECT entry FROM entries WHERE ${where} ORDER BY entry`)

/** Makes the service reject updates of these records forever. */
function refuse(rig: SyncRig, run: Run, records: readonly number[]): void {
  const ids = new Set(records.map((record) => rig.serviceId(run, record)))
  const body = '{"message":{"results":["Refused."]},"status":422}'
  rig.service.change({
    faults: (subject) =>
      isUpdate(subject) && ids.has(subject.path.split('/').at(-1) ?? '') ? { kind: 'status', status: 422, body } : null
  })
}

describe('discarding while a drain begins', () => {
  it.each([0, 1, 5, 6, 11, 40])(
    'after %i ms: each change is either discarded or sent, and its receipt says which',
    async (ms) => {
      const { rig, run } = await readRig({ images: 80 })
      rig.down = 'offline'
      const chosen = plainRecords(rig, run, 40)
      const { batch } = rig.setFavorite(run, chosen, true)
      await rig.clock.advance(2_000)
      rig.down = null
      run.sync.wake('online')
      await rig.clock.advance(ms)
      const discarded = repair(run, 'discard', entriesOf(run, "kind = 'favorite'"))
      await rig.drained(run)
      const receipt = rig.receipt(run, batch)
      expect(receipt).toMatchObject({ canceled: discarded, done: 40 - discarded, waiting: 0, needsAttention: 0 })
      expect(rig.updates()).toBe(40 - discarded)
      expect(rig.differences(run)).toEqual([])
    }
  )
})

describe('a response to a change that was undone meanwhile', () => {
  it('is written to the library, requests nothing more, and the later intent is sent', async () => {
    const { rig, run } = await readRig({ images: 20, latencyMs: 500 })
    const [record = 0] = plainRecords(rig, run, 1)
    const { batch } = rig.setFavorite(run, [record], true)
    await rig.clock.advance(100)
    run.library.stopBatch({ batch, isUndoing: true })
    await rig.drained(run)
    await rig.clock.advance(HOUR)
    expect(rig.shown(run, record)).toBe(false)
    expect(rig.differences(run)).toEqual([])
    expect(rig.updates()).toBe(2)
  })
})

describe('a create without a response', () => {
  it("is sent once more at the user's request, however often that is repeated", async () => {
    const { rig, run } = await readRig({ images: 20 })
    const isStore = ({ method }: FaultSubject): boolean => method === 'POST'
    rig.service.change({ faults: faultsInOrder([{ kind: 'drop-before' }], isStore) })
    rig.create(run)
    await rig.clock.advance(15 * MINUTE)
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'create-not-found' }])
    const entries = entriesOf(run, "kind = 'create'")
    const taken = [1, 2, 3, 4, 5].map(() => repair(run, 'send-again', entries))
    await rig.drained(run)
    expect(taken).toEqual([1, 0, 0, 0, 0])
    expect(rig.arrived('POST')).toBe(2)
    expect(rig.service.truth.images.size).toBe(21)
  })

  it('that was answered before a kill keeps its id for the change behind it', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 5_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(1_000)
    rig.rename(run, record, 'Renamed at once')
    await rig.clock.runUntil(() => rig.serviceId(run, record) !== '')
    run.kill()
    expect(rig.updates()).toBe(0)
    const again = rig.start()
    await rig.drained(again)
    expect(rig.service.truth.images.get(Number(rig.serviceId(again, record)))?.name).toBe('Renamed at once')
    expect(rig.arrived('POST')).toBe(1)
  })
})

describe('a pause', () => {
  it('keeps a change that waits for its retry', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 503 }) })
    const [record = 0] = plainRecords(rig, run, 1)
    const { batch } = rig.setFavorite(run, [record], true)
    await rig.clock.advance(20_000)
    run.sync.setPaused(true)
    rig.service.change({ faults: null })
    await rig.clock.advance(HOUR)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 1, done: 0 })
    expect(rig.service.truth.images.get(Number(rig.serviceId(run, record)))?.favorite).toBe(false)
    run.sync.setPaused(false)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ waiting: 0, done: 1 })
    expect(rig.differences(run)).toEqual([])
  })
})

describe('an entry whose own text is damaged in the file', () => {
  const others = inDepth(499, 99)
  it(`is kept unchanged and left to the user, and ${others} others are sent`, async () => {
    const { rig, run } = await readRig({ images: inDepth(800, 180) })
    rig.down = 'offline'
    const { record, batch } = rig.create(run)
    await rig.clock.advance(2_000)
    const stars = rig.setFavorite(run, plainRecords(rig, run, others), true).batch
    run.db.run(`UPDATE creates SET form = '{"name":"Neon' WHERE record = ?`, [record])
    run.db.run(
      `UPDATE outbox SET last_failure = '{"code"' WHERE record IN (SELECT record FROM entries LIMIT 3 OFFSET 5)`
    )
    rig.down = null
    run.sync.wake('online')
    await rig.clock.runUntil(() => rig.receipt(run, stars).waiting === 0)
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(run, stars)).toMatchObject({ done: others, needsAttention: 0 })
    expect(rig.receipt(run, batch)).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(rig.needs(run, 'create')).toMatchObject([{ code: 'library-damaged' }])
    expect(run.db.value('SELECT form FROM creates')).toBe('{"name":"Neon')
    expect(run.sync.status()).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(rig.arrived('POST')).toBe(0)
    expect(repair(run, 'discard', entriesOf(run, "kind = 'create'"))).toBe(1)
    expect(rig.records(run)).not.toContain(record)
  })

  it('is listed among the others while it is pending', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.down = 'offline'
    rig.setFavorite(run, plainRecords(rig, run, 5), true)
    run.db.run(`UPDATE outbox SET last_failure = '{"code"' WHERE entry = (SELECT min(entry) FROM entries)`)
    const filter = { state: 'waiting', reason: null, batch: null } as const
    const { rows } = listChanges(run.db, { filter, offset: 0, limit: 10 })
    expect(rows.map(({ failure }) => failure)).toEqual([null, null, null, null, null])
  })
})

describe('some changes of a hundred that the service rejects', () => {
  it('three: only they are left to the user, and the others are done', async () => {
    const { rig, run } = await readRig({ images: 150 })
    const chosen = plainRecords(rig, run, 100)
    const refused = chosen.slice(40, 43)
    refuse(rig, run, refused)
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    await rig.clock.advance(HOUR)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 97, needsAttention: 3, waiting: 0 })
    const left = run.db.column<number>('SELECT record FROM entries ORDER BY record')
    expect(left).toEqual(refused.toSorted((a, b) => a - b))
    expect(run.sync.status()).toMatchObject({ needsAttention: 3, waiting: 0 })
  })

  it('seven: the receipt says 93 and 7, and the seven can be retried or discarded', async () => {
    const { rig, run } = await readRig({ images: 150 })
    const chosen = plainRecords(rig, run, 100)
    const refused = chosen.slice(10, 17)
    refuse(rig, run, refused)
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ size: 100, done: 93, needsAttention: 7 })
    const entries = entriesOf(run, "state = 'refused'")
    rig.service.change({ faults: null })
    expect(repair(run, 'retry', entries.slice(0, 4))).toBe(4)
    expect(repair(run, 'discard', entries.slice(4))).toBe(3)
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 97, canceled: 3, needsAttention: 0, waiting: 0 })
    expect(refused.map((record) => rig.shown(run, record))).toEqual([true, true, true, true, false, false, false])
    expect(rig.differences(run)).toEqual([])
  })
})

describe('starring everything by mistake', () => {
  it('is undone in the middle of the drain: sent changes are written back, the others are canceled', async () => {
    const { rig, run } = await readRig({ images: 400, perMinute: 6_000 })
    const chosen = plainRecords(rig, run)
    const { batch } = rig.setFavorite(run, chosen, true)
    await rig.clock.runUntil(() => rig.receipt(run, batch).done > 100)
    const sent = rig.updates()
    const undone = run.library.undoBatch({ batch })
    expect(undone.ok && undone.value.restored).toBe(chosen.length)
    await rig.drained(run)
    expect(chosen.filter((record) => rig.shown(run, record))).toEqual([])
    expect(rig.differences(run)).toEqual([])
    expect(rig.updates()).toBeLessThan(2 * sent + 20)
    const { size, done, unchanged, canceled } = rig.receipt(run, batch)
    expect(done + unchanged + canceled).toBe(size)
  })
})

describe('a copy of the library from three days ago', () => {
  it('restored with its old outbox: what arrived since is unchanged, and no create is sent twice', async () => {
    const { rig, run } = await readRig({ images: 60, listResults: true })
    rig.down = 'offline'
    const chosen = plainRecords(rig, run, 10)
    const { batch } = rig.setFavorite(run, chosen, true)
    run.close()
    const backup = `${rig.file}.backup`
    copyFileSync(rig.file, backup)
    rig.down = null
    const first = rig.start()
    await rig.drained(first)
    first.close()
    await rig.clock.advance(72 * HOUR)
    const sent = rig.updates()
    for (const end of ['-wal', '-shm']) rmSync(`${rig.file}${end}`, { force: true })
    copyFileSync(backup, rig.file)
    const again = rig.start()
    await rig.drained(again, HOUR)
    await rig.clock.advance(20 * MINUTE)
    expect(rig.receipt(again, batch)).toMatchObject({ waiting: 0, needsAttention: 0 })
    expect(rig.updates() - sent).toBe(0)
    expect(rig.differences(again)).toEqual([])
  })

  it('made while a create was in flight: its outcome is looked up, and nothing is sent', async () => {
    const { rig, run } = await readRig({ images: 20, storeDelayMs: 20_000 })
    const { record } = rig.create(run)
    await rig.clock.advance(5_000)
    const backup = `${rig.file}.backup`
    run.db.run('VACUUM INTO ?', [backup])
    await rig.drained(run)
    run.close()
    await rig.clock.advance(72 * HOUR)
    for (const end of ['-wal', '-shm']) rmSync(`${rig.file}${end}`, { force: true })
    copyFileSync(backup, rig.file)
    const again = rig.start()
    await rig.drained(again, HOUR)
    expect(rig.serviceId(again, record)).toBe('21')
    expect(rig.arrived('POST')).toBe(1)
    expect(rig.records(again)).toHaveLength(21)
  })
})

describe('a network adapter that is up without a network', () => {
  it('reports that the service cannot be reached, and each system hint causes one probe', async () => {
    const { rig, run } = await readRig({ images: 40 })
    const asked = { count: 0 }
    const send = rig.send.bind(rig)
    rig.send = (request) => {
      asked.count += 1
      return send(request)
    }
    rig.down = 'host-unreachable'
    rig.star(run)
    await rig.clock.advance(MINUTE)
    asked.count = 0
    for (let hint = 0; hint < 30; hint += 1) {
      run.sync.wake('online')
      await rig.clock.advance(10_000)
    }
    expect(run.sync.status().images).toMatchObject({ state: 'offline', failure: { code: 'host-unreachable' } })
    // Two groups, and for each a read and possibly a write.
    expect(asked.count).toBeLessThanOrEqual(30 * 4)
    expect(run.sync.status().needsAttention).toBe(0)
    rig.down = null
    await rig.drained(run)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('reads under a limited pace', () => {
  it('count in the same budget, and wait first', async () => {
    const { rig, run } = await readRig({ images: 220, perMinute: 60 })
    const sentAt: { readonly at: number; readonly isRead: boolean }[] = []
    const send = rig.send.bind(rig)
    rig.send = (request) => {
      sentAt.push({ at: rig.clock.elapsed(), isRead: request.method === 'GET' })
      return send(request)
    }
    rig.setFavorite(run, plainRecords(rig, run), true)
    await rig.clock.advance(MINUTE)
    sentAt.length = 0
    const begin = rig.clock.elapsed()
    for (let at = 0; at < 10; at += 1) {
      run.sync.wake('user')
      await rig.clock.advance(6_000)
    }
    const inMinute = sentAt.filter(({ at }) => at - begin <= MINUTE)
    expect(inMinute.length).toBeLessThanOrEqual(61)
    expect(inMinute.filter(({ isRead }) => isRead).length).toBeLessThanOrEqual(inMinute.length / 5)
    expect(rig.service.log.entries.filter(({ status }) => status === 429)).toHaveLength(0)
  })
})

describe('eight hours of sleep during a request', () => {
  it('give the request up, look up its outcome, and continue within five seconds', async () => {
    const { rig, run } = await readRig({ images: 60 })
    const asleep = Promise.withResolvers<void>()
    const send = rig.send.bind(rig)
    const cut = { isOn: true }
    // As main does on waking: everything in flight ends as canceled.
    rig.send = async (request) => {
      if (request.method !== 'PUT' || !cut.isOn) return send(request)
      await send(request)
      await asleep.promise
      return { kind: 'failed', code: 'canceled', wasSent: true, host: 'service.test', location: null, detail: '' }
    }
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 20), true)
    await rig.clock.runUntil(() => rig.updates() > 0)
    await rig.clock.advance(8 * HOUR)
    cut.isOn = false
    asleep.resolve()
    run.sync.wake('resume')
    await rig.clock.advance(5_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 20, waiting: 0, needsAttention: 0 })
    expect(rig.updates()).toBe(20)
    expect(rig.differences(run)).toEqual([])
  })
})

describe('a next page that the service promises and does not have', () => {
  it('is read once, empty, and ends the list', async () => {
    const { rig, run } = await readRig({ images: 300 })
    rig.alter = (request, response) => {
      if (response.kind !== 'response' || !/\/images\?/.test(request.url)) return response
      const body = JSON.parse(response.body) as Record<string, unknown>
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      const links = { next: `http://service.test/api/v1/images?page=${page + 1}` }
      return { ...response, body: JSON.stringify({ data: body['data'], links, meta: { current_page: page } }) }
    }
    await rig.clock.advance(11 * MINUTE)
    rig.service.log.clear()
    run.sync.wake('user')
    await rig.clock.advance(2 * MINUTE)
    const pages = rig.service.log.entries
      .filter(({ path, query }) => path.endsWith('/images') && query['sort'] === 'asc')
      .map(({ query }) => query['page'])
    expect(pages).toEqual(['1', '2', '3', '4'])
    expect(run.sync.status().images).toMatchObject({ incomplete: null })
    expect(rig.records(run)).toHaveLength(300)
  })
})

describe('12,585 favorites', () => {
  it('have list and count agree at once, and cause one change event', () => {
    const { db } = temporaryLibrary()
    db.run(`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 12700)
      INSERT INTO records (record, grp, service_id, first_seen_at) SELECT at, 'images', at, 1 FROM n`)
    db.run("INSERT INTO images (record, name_key, read_at, request_sequence) SELECT record, '', 1, 1 FROM records")
    db.run('INSERT INTO flags (record, favorite) SELECT record, record % 500 = 1 FROM records')
    const changes: LibraryChange[] = []
    const onChange = (change: LibraryChange): void => void changes.push(change)
    const library = createLibrary({ db, now: () => 1, onChange, wake: () => undefined })
    const plain = db.column<number>('SELECT record FROM flags WHERE favorite = 0 ORDER BY record LIMIT 12585')
    const { batch } = valueOf(library.setFavorite({ records: Uint32Array.from(plain), favorite: true }))
    const shown = db.value<number>(
      'SELECT count(*) FROM flags f LEFT JOIN outbox o USING (record) WHERE ifnull(o.want, f.favorite) = 1'
    )
    expect(shown).toBe(12_585 + 26)
    expect(batch).toMatchObject({ size: 12_585, waiting: 12_585 })
    expect(changes).toHaveLength(1)
  })
})
