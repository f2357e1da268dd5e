import { describe, expect, it } from 'vitest'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import { trust } from '../../../../test/helpers/trust.ts'

describe('first pass', () => {
  it('reads everything, newest first, and proves it complete', async () => {
    const rig = rigOf({ images: 730, projects: 130 })
    const run = rig.start()
    await rig.firstPull(run)
    expect(rig.differences(run)).toEqual([])
    const first = run.db.value<string>('SELECT service_id FROM records WHERE grp = ? ORDER BY record', ['images'])
    expect(first).toBe(String(Math.max(...rig.service.truth.images.keys())))
    expect(run.db.value('SELECT count(*) FROM projects')).toBe(130)
    expect(run.sync.status()).toMatchObject({
      waiting: 0,
      needsAttention: 0,
      images: { state: 'up-to-date', failure: null }
    })
  })
})

describe('push', () => {
  it('sends every star and reports it', async () => {
    const rig = rigOf({ images: 230 })
    const run = rig.start()
    await rig.firstPull(run)
    trust(rig, run)
    const before = rig.service.log.entries.length
    const batch = rig.star(run)
    expect(run.sync.status()).toMatchObject({ waiting: batch.waiting, images: { state: 'sending' } })
    await rig.drained(run)
    const receipt = rig.receipt(run, batch.batch)
    expect(receipt).toMatchObject({ size: 230, waiting: 0, needsAttention: 0, canceled: 0 })
    expect(receipt.done + receipt.unchanged).toBe(230)
    expect(rig.differences(run)).toEqual([])
    expect(rig.service.log.entries.length - before).toBeLessThanOrEqual(receipt.done + 3)
    expect(run.sync.status().images.state).toBe('up-to-date')
  })
})

describe('start', () => {
  it('resumes a batch where a kill left it, and reports that until it ends', async () => {
    const rig = rigOf({ images: 160, perMinute: 600 })
    const run = rig.start()
    await rig.firstPull(run)
    const { batch, startedAt } = rig.star(run)
    await rig.clock.advance(5_000)
    run.kill()
    const again = rig.start()
    const { pickedUp, images } = again.sync.status()
    expect(pickedUp?.startedAt).toBe(startedAt)
    expect(pickedUp?.left).toBe(rig.receipt(again, batch).waiting)
    expect(pickedUp?.checking).toBeGreaterThan(0)
    expect(images.state).toBe('sending')
    expect(again.db.value("SELECT count(*) FROM entries WHERE state = 'sent'")).toBe(0)
    await rig.drained(again)
    expect(again.sync.status()).toMatchObject({ pickedUp: null, running: [] })
    expect(rig.differences(again)).toEqual([])
  })

  it('waits for the user before it resumes a batch older than seven days', async () => {
    const rig = rigOf({ images: 60 })
    const run = rig.start()
    await rig.firstPull(run)
    rig.down = 'offline'
    const { waiting } = rig.star(run)
    await rig.clock.advance(2_000)
    run.close()
    await rig.clock.advance(8 * 24 * 3_600_000)
    rig.down = null
    const again = rig.start()
    await rig.clock.advance(600_000)
    expect(again.sync.status()).toMatchObject({ isPaused: true, waiting, pickedUp: { left: waiting } })
    expect(rig.updates()).toBe(0)
    again.sync.setPaused(false)
    await rig.drained(again)
    expect(rig.updates()).toBe(waiting)
  })
})

describe('a network that comes back', () => {
  it.each(inDepth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1, 2]))(
    'is used by both groups as soon as one has detected it (seed %i)',
    async (seed) => {
      const rig = rigOf({ images: 60, seed })
      const run = rig.start()
      await rig.firstPull(run)
      rig.down = 'connection-refused'
      const { waiting } = rig.star(run)
      run.sync.wake('user')
      await rig.clock.advance(40 * 60_000)
      const states = (): string[] => {
        const { images, projects } = run.sync.status()
        return [images.state, projects.state]
      }
      expect(states()).toEqual(['offline', 'offline'])
      rig.down = null
      await rig.clock.runUntil(() => states().some((state) => state !== 'offline'))
      await rig.clock.advance(2_000)
      expect(states()).toEqual(['up-to-date', 'up-to-date'])
      expect(rig.updates()).toBe(waiting)
    }
  )
})

describe('status', () => {
  it('counts pending changes like the outbox, at every moment of a drain', async () => {
    const rig = rigOf({ images: 120 })
    const run = rig.start()
    await rig.firstPull(run)
    rig.star(run)
    let isTrue = true
    await rig.clock.runUntil(() => {
      const { waiting, images } = run.sync.status()
      const inOutbox = run.db.value<number>('SELECT count(*) FROM outbox')
      if (waiting !== inOutbox || (waiting > 0 && images.state === 'up-to-date')) isTrue = false
      return waiting === 0
    })
    expect(isTrue).toBe(true)
  })

  it('estimates the remaining time from the limit that the service reports', async () => {
    const rig = rigOf({ images: 400, perMinute: 60 })
    const run = rig.start()
    await rig.firstPull(run)
    const { waiting } = rig.star(run)
    const status = run.sync.status()
    expect(status.limitPerMinute).toBe(60)
    expect(status.running[0]?.remainingMs).toBeGreaterThanOrEqual((waiting / 60) * 60_000)
    expect(status.running[0]?.remainingMs).toBeLessThan((waiting / 60) * 60_000 * 1.6)
  })

  it('uses the selected pace, also in its estimates, and keeps it across restarts', async () => {
    const rig = rigOf({ images: 200, perMinute: 60 })
    const run = rig.start()
    await rig.firstPull(run)
    run.sync.setPace('share')
    expect(run.sync.status()).toMatchObject({ pace: 'share', limitPerMinute: 30 })
    run.close()
    const next = rig.start()
    expect(next.sync.status().pace).toBe('share')
    await rig.clock.runUntil(() => next.sync.status().images.state === 'up-to-date')
    rig.star(next)
    const [from, sent] = [rig.clock.elapsed(), rig.updates()]
    await rig.clock.advance(3 * 60_000)
    expect(rig.updates() - sent).toBeLessThanOrEqual(((rig.clock.elapsed() - from) / 60_000) * 30 + 2)
    next.sync.setPace('full')
    expect(next.sync.status()).toMatchObject({ pace: 'full', limitPerMinute: 60 })
  })

  it('reports a cooldown of the host for both groups, until it ends', async () => {
    const rig = rigOf({ images: 60, perMinute: 0 })
    const run = rig.start()
    await rig.firstPull(run)
    let isSpent = false
    rig.service.change({
      faults: () => {
        if (isSpent) return null
        isSpent = true
        return { kind: 'status', status: 429, headers: { 'retry-after': '30' } }
      }
    })
    rig.star(run)
    await rig.clock.advance(1_000)
    const { images, projects } = run.sync.status()
    expect([images.state, projects.state]).toEqual(['rate-limited', 'rate-limited'])
    expect(images.retryAt).toBeGreaterThan(rig.clock.now() + 28_000)
    const arrived = rig.service.log.entries.length
    await rig.clock.advance(28_000)
    expect(rig.service.log.entries.length).toBe(arrived)
    await rig.drained(run)
    expect(run.sync.status().images.retryAt).toBeNull()
  })
})

describe('a full disk', () => {
  it('stops a pass, keeps the outbox, is reported, and the pass continues after space is freed', async () => {
    const rig = rigOf({ images: 700 })
    const run = rig.start()
    await rig.clock.runUntil(() => (run.db.value<number>('SELECT count(*) FROM images') ?? 0) >= 300)
    const pages = run.db.value<number>('PRAGMA page_count') ?? 0
    run.db.value(`PRAGMA max_page_count = ${pages + 10}`)
    await rig.clock.advance(30_000)
    expect(run.sync.status().images).toMatchObject({ state: 'stopped', failure: { code: 'disk-full' } })
    run.db.value('PRAGMA max_page_count = 1073741823')
    await rig.firstPull(run)
    expect(rig.differences(run)).toEqual([])
  })

  it('that stores no progress of a pass stops the group, not the thread', async () => {
    const rig = rigOf({ images: 60 })
    const run = rig.start()
    await rig.firstPull(run)
    run.db.run('PRAGMA query_only = 1')
    await rig.clock.advance(6 * 60_000)
    expect(run.sync.status().projects).toMatchObject({ state: 'stopped', failure: { code: 'disk-read-only' } })
    run.db.run('PRAGMA query_only = 0')
    await rig.clock.advance(2 * 60_000)
    expect(run.sync.status().projects).toMatchObject({ state: 'up-to-date', failure: null })
  })
})

describe('a library that is closed with responses on their way', () => {
  it('processes no lookup any more, and the next opening looks up again', async () => {
    const rig = rigOf({ images: 60, latencyMs: 50 })
    const run = rig.start()
    await rig.firstPull(run)
    rig.service.change({ faults: ({ method }) => (method === 'PUT' ? { kind: 'drop-after' } : null) })
    rig.service.log.clear()
    const { waiting } = rig.star(run, 10)
    const isShow = ({ path }: { path: string }): boolean => /\/images\/\d+$/.test(path)
    await rig.clock.runUntil(() => rig.service.log.entries.some((entry) => entry.method === 'GET' && isShow(entry)))
    run.leave()
    rig.service.change({ faults: null })
    await rig.clock.advance(600_000)
    const again = rig.start()
    expect(again.sync.status().waiting).toBe(waiting)
    await rig.drained(again)
    expect(rig.differences(again)).toEqual([])
  })

  it('does not identify the owner of its key any more', async () => {
    const rig = rigOf({ images: 60, latencyMs: 50 })
    const run = rig.start()
    await rig.firstPull(run)
    rig.down = 'offline'
    rig.star(run, 10)
    await rig.clock.advance(1_000)
    rig.down = null
    rig.imagesKeyHash = 'another'
    run.sync.setGroups(rig.groups())
    await rig.clock.advance(60)
    run.leave()
    const arrived = rig.service.log.entries.length
    await rig.clock.advance(600_000)
    expect(rig.service.log.entries.length).toBe(arrived)
  })
})
