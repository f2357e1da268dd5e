/** The outbox in virtual time: each test plays what users of such programs reported. */
import { describe, expect, it } from 'vitest'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'

describe('offline', () => {
  it('keeps 20 stars across a restart without a network and sends each once', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    const chosen = plainRecords(rig, run, 20)
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
    rig.setFavorite(run, plainRecords(rig, run, 30), true)
    await rig.drained(run)
    expect(rig.updates()).toBe(30)
    expect(run.sync.status().needsAttention).toBe(0)
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

  it('continues at once when the system reports that the network is back', async () => {
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

  it('sends only an occasional probe while the service cannot be reached', async () => {
    const { rig, run } = await readRig({ images: 40 })
    let tries = 0
    rig.star(run)
    const send = rig.alter
    rig.alter = (request, response) => (tries++, send(request, response))
    rig.down = 'offline'
    await rig.clock.advance(3_600_000)
    const attempts = run.db.value<number>('SELECT max(tries) FROM outbox') ?? 0
    expect(attempts).toBeLessThan(40)
    expect(run.sync.status().images.state).toBe('offline')
    expect(tries).toBe(0)
  })

  it('always shows the desired values while a reconnect reads first', async () => {
    const { rig, run } = await readRig({ images: 60 })
    rig.down = 'offline'
    const chosen = plainRecords(rig, run, 10)
    for (const record of chosen) rig.setFavorite(run, [record], true)
    rig.down = null
    run.sync.wake('online')
    run.sync.wake('user')
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
    rig.setFavorite(run, plainRecords(rig, run, 30), true)
    await rig.clock.advance(5_000)
    rig.down = null
    run.sync.wake('user')
    run.sync.wake('online')
    run.sync.wake('focus')
    await rig.drained(run)
    expect(rig.updates()).toBe(30)
  })

  it('keeps the intents of one record in order: after six clicks the last one wins', async () => {
    const { rig, run } = await readRig({ images: 20, latencyMs: 350 })
    const [record = 0] = plainRecords(rig, run, 1)
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

  it('sends nothing for a star that is undone before it was sent', async () => {
    const { rig, run } = await readRig({ images: 20 })
    rig.down = 'offline'
    const [record = 0] = plainRecords(rig, run, 1)
    const first = rig.setFavorite(run, [record], true)
    await rig.clock.advance(2_000)
    rig.setFavorite(run, [record], false)
    rig.down = null
    run.sync.wake('online')
    await rig.drained(run)
    await rig.clock.advance(10_000)
    expect(rig.updates()).toBe(0)
    expect(rig.receipt(run, first.batch)).toMatchObject({ canceled: 1, waiting: 0 })
  })

  it('sends a single star ahead of a running batch', async () => {
    const { rig, run } = await readRig({ images: 300, perMinute: 60 })
    rig.setFavorite(run, plainRecords(rig, run, 200), true)
    await rig.clock.advance(20_000)
    const single = plainRecords(rig, run, 1)[0] ?? 0
    const { batch } = rig.setFavorite(run, [single], true)
    await rig.clock.advance(3_000)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, waiting: 0 })
  })
})

describe('pause', () => {
  it('sends nothing more, is kept across a restart, and loses nothing', async () => {
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
