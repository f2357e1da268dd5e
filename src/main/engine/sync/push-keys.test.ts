/** The outbox and changing keys, in virtual time: each test plays what users of such programs reported. */
import { describe, expect, it } from 'vitest'
import { readsNothing } from '../../../../test/helpers/empty-account.ts'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'

describe('keys', () => {
  it('puts entries back and reports a key that is no longer accepted, and continues with a new one', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.service.change({ imagesKey: 'renewed-images-key' })
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 30), true)
    await rig.clock.advance(60_000)
    expect(rig.keyRefusals).toEqual(['images'])
    expect(run.sync.status()).toMatchObject({
      waiting: 30,
      images: { state: 'signed-out', failure: { code: 'unauthorized' } }
    })
    expect(run.db.value("SELECT count(*) FROM entries WHERE state = 'waiting'")).toBe(30)
    expect(rig.service.log.counters.unauthorized).toBeLessThanOrEqual(6)
    expect(run.sync.status().projects.state).toBe('up-to-date')
    rig.keys.images = 'renewed-images-key'
    rig.imagesKeyHash = 'a2'
    run.sync.setGroups(rig.groups())
    await rig.drained(run)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 30 })
    expect(rig.differences(run)).toEqual([])
  })

  it('sends no second request of an update once its key was removed', async () => {
    const { rig, run } = await readRig({ images: 60 })
    const methods: string[] = []
    rig.alter = (request, response) => {
      methods.push(request.method)
      if (request.method !== 'PUT' || response.kind === 'failed') return response
      rig.hasKeys = false
      run.sync.setGroups(rig.groups())
      return { ...response, status: 405, body: '{"message":"Method not allowed.","status":405}' }
    }
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    await rig.clock.advance(60_000)
    expect(methods).toEqual(['PUT'])
    expect(run.db.value("SELECT count(*) FROM entries WHERE state = 'waiting'")).toBe(1)
  })

  /** Returns the requests of a star whose PUT is rejected as such, with `meanwhile` run before its PATCH. */
  async function starRefusedAsPut(meanwhile: (run: Run) => void): Promise<{ rig: SyncRig; run: Run; sent: string[] }> {
    const { rig, run } = await readRig({ images: 60 })
    const sent: string[] = []
    rig.alter = (request, response) => {
      if (request.method !== 'GET') sent.push(`${request.method} at ${rig.clock.elapsed() - begun} ms`)
      if (request.method !== 'PUT' || response.kind === 'failed') return response
      if (sent.length === 1) meanwhile(run)
      return { ...response, status: 405, body: '{"message":"Method not allowed.","status":405}' }
    }
    const begun = rig.clock.elapsed()
    rig.setFavorite(run, plainRecords(rig, run, 1), true)
    await rig.clock.advance(5_000)
    return { rig, run, sent }
  }

  it('sends no second request of an update during a cooldown of the host', async () => {
    const { rig, run, sent } = await starRefusedAsPut((running) => {
      const refused = { kind: 'response', status: 429, headers: { 'retry-after': '60' }, body: '', url: '' } as const
      running.sync.noteTest('http://service.test', refused)
    })
    expect([sent, run.sync.status().images.state]).toEqual([['PUT at 10 ms'], 'rate-limited'])
    await rig.drained(run)
    expect(sent.at(-1)).toMatch(/^PATCH at 6\d{4} ms$/)
  })

  it('sends no second request of an update while sync is paused', async () => {
    const { rig, run, sent } = await starRefusedAsPut((running) => running.sync.setPaused(true))
    expect(sent).toEqual(['PUT at 10 ms'])
    rig.alter = (_, response) => response
    run.sync.setPaused(false)
    await rig.drained(run)
    expect(run.sync.status().images.state).toBe('up-to-date')
  })

  it('keeps pending changes back if the new key reads another library, and sends them with the old one', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    rig.setFavorite(run, plainRecords(rig, run, 10), true)
    await rig.clock.advance(2_000)
    rig.imagesKeyHash = 'of-somebody-else'
    rig.alter = readsNothing
    run.sync.setGroups(rig.groups())
    rig.down = null
    run.sync.wake('online')
    await rig.clock.advance(3_600_000)
    expect(rig.updates()).toBe(0)
    expect(run.sync.status()).toMatchObject({
      waiting: 10,
      images: { state: 'no-access', failure: { code: 'no-key-of-owner' } }
    })
    rig.alter = (_, response) => response
    rig.imagesKeyHash = 'a1'
    run.sync.setGroups(rig.groups())
    await rig.drained(run)
    expect(rig.updates()).toBe(10)
  })

  it('accepts the new key once the changes made with the old one are discarded', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    const { batch } = rig.setFavorite(run, plainRecords(rig, run, 10), true)
    await rig.clock.advance(2_000)
    rig.imagesKeyHash = 'of-somebody-else'
    rig.alter = readsNothing
    run.sync.setGroups(rig.groups())
    rig.down = null
    run.sync.wake('online')
    await rig.clock.advance(60_000)
    expect(run.sync.status()).toMatchObject({ images: { state: 'no-access' } })
    run.library.stopBatch({ batch, isUndoing: false })
    await rig.clock.runUntil(() => run.sync.status().images.state === 'up-to-date')
    expect(rig.updates()).toBe(0)
    expect(rig.records(run)).toHaveLength(60)
  })

  /** Deletes the first project without sending it, then enters another key for projects. */
  async function withOtherProjectsKey(rig: SyncRig, run: Run, change: (project: string) => void): Promise<void> {
    const [project = ''] = rig.projects(run)
    run.sync.setPaused(true)
    rig.removeProject(run, project)
    change(project)
    const groups = rig.groups()
    run.sync.setGroups({ ...groups, projects: { ...groups.projects, keyHash: 'p2' } })
    run.sync.setPaused(false)
    await rig.clock.advance(60_000)
  }

  it("does not delete another account's project of the same name", async () => {
    const { rig, run } = await readRig({ images: 5 })
    await withOtherProjectsKey(rig, run, () => {
      rig.alter = (request, response) => {
        if (request.slot !== 'projects' || response.kind === 'failed') return response
        return { ...response, body: response.body.replaceAll(/"created_at": ?"20\d\d/g, '"created_at":"1999') }
      }
    })
    expect(rig.arrived('DELETE')).toBe(0)
    expect(run.sync.status()).toMatchObject({ waiting: 1, projects: { state: 'no-access' } })
  })

  it('deletes a project with a renewed key that reads the same projects', async () => {
    const { rig, run } = await readRig({ images: 5 })
    await withOtherProjectsKey(rig, run, () => undefined)
    expect(rig.arrived('DELETE')).toBe(1)
    expect(run.sync.status()).toMatchObject({ waiting: 0, projects: { state: 'up-to-date' } })
  })

  it('waits without a key, reports it, and sends nothing', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.hasKeys = false
    run.sync.setGroups(rig.groups())
    rig.star(run)
    await rig.clock.advance(600_000)
    expect(rig.service.log.entries).toHaveLength(0)
    expect(run.sync.status().images).toMatchObject({ state: 'signed-out', failure: { code: 'key-missing' } })
  })
})

describe('results', () => {
  it('includes what another client added after the last list read', async () => {
    const { rig, run } = await readRig({ images: 300, listResults: true })
    rig.down = 'offline'
    const chosen = plainRecords(rig, run, 40)
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

  it('reads one page for a hundred updates, never single records', async () => {
    const { rig, run } = await readRig({ images: 1_000, listResults: true, perMinute: 60 })
    await rig.clock.advance(200_000)
    rig.service.log.clear()
    const { waiting } = rig.star(run)
    await rig.drained(run)
    const requests = rig.service.log.entries.filter((entry) => entry.group === 'images')
    const reads = requests.filter((entry) => entry.method === 'GET')
    expect(reads.every((entry) => entry.path.endsWith('/images'))).toBe(true)
    // Excludes the rounds of five minutes, which are not for the stars.
    const rounds = reads.filter((entry) => (entry.query['page'] ?? '1') === '1').length
    expect((requests.length - rounds) / waiting).toBeLessThanOrEqual(1.05)
    expect(rig.service.log.counters.refused / requests.length).toBeLessThanOrEqual(0.01)
    expect(rig.differences(run)).toEqual([])
  })
})
