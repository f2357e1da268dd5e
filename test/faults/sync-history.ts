/** One random history of the sync in virtual time, from a seed. */
import assert from 'node:assert/strict'
import type { Fault } from '../../src/reference-service/faults.ts'
import { seededRandom } from '../helpers/seeded-random.ts'
import { type Run, SyncRig } from '../helpers/sync-rig.ts'

const STEPS = 30

export class SyncHistory {
  readonly #rig: SyncRig
  readonly #random: () => number
  readonly #wanted = new Map<number, boolean>()
  readonly #batches: number[] = []
  #run: Run

  constructor(seed: number) {
    this.#random = seededRandom(seed * 7_919)
    const perMinute = this.#pick([0, 0, 600])
    this.#rig = new SyncRig({
      images: 80,
      seed,
      perMinute,
      listResults: this.#chance(0.3),
      latencyMs: this.#pick([2, 40, 300])
    })
    this.#run = this.#rig.start()
  }

  async play(): Promise<void> {
    const { clock } = this.#rig
    await this.#rig.firstPull(this.#run)
    for (let step = 0; step < STEPS; step += 1) {
      this.#act()
      await clock.advance(Math.floor(this.#random() ** 3 * 60_000))
      this.#check()
    }
    await this.#heal()
  }

  dispose(): void {
    this.#rig.dispose()
  }

  #act(): void {
    const acts = [
      () => this.#star(),
      () => this.#star(),
      () => this.#star(),
      () => this.#change(),
      () => this.#change(),
      () => this.#restart('kill'),
      () => this.#restart('kill'),
      () => this.#restart('close'),
      () => this.#run.sync.setPaused(this.#chance(0.4)),
      () => this.#run.sync.wake(this.#pick(['online', 'focus', 'resume', 'asked'] as const))
    ]
    this.#pick(acts)()
  }

  #star(): void {
    const records = this.#rig.records(this.#run)
    const count = this.#pick([1, 1, 1, 5, 40, 80])
    const from = Math.floor(this.#random() * records.length)
    const chosen = records.slice(from, from + count)
    const favorite = this.#chance(0.6)
    this.#batches.push(this.#rig.setFavorite(this.#run, chosen, favorite).batch)
    for (const record of chosen) this.#wanted.set(record, favorite)
  }

  /** The network or the service becomes another one. */
  #change(): void {
    this.#rig.down = this.#pick([null, null, 'offline', 'connection-refused', 'host-not-found'] as const)
    const rate = this.#pick([0, 0, 0.1, 0.4, 1])
    const faults: Fault[] = [
      { kind: 'drop-before' },
      { kind: 'drop-after' },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 504, isHandled: true },
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'html' },
      { kind: 'delay', ms: 5_000 }
    ]
    const chosen = this.#chance(0.5) ? [this.#pick(faults)] : faults
    this.#rig.service.change({ faults: rate === 0 ? null : () => (this.#chance(rate) ? this.#pick(chosen) : null) })
  }

  #restart(how: 'kill' | 'close'): void {
    this.#run[how]()
    this.#run = this.#rig.start()
  }

  /** What holds at every moment. */
  #check(): void {
    for (const [record, favorite] of this.#wanted) assert.equal(this.#rig.shown(this.#run, record), favorite)
    const status = this.#run.sync.status()
    const inOutbox = this.#run.db.value<number>("SELECT count(*) FROM outbox WHERE state <> 'rejected'")
    assert.equal(status.waiting, inOutbox)
    if (status.images.state === 'up-to-date') assert.equal(status.waiting, 0)
    for (const batch of this.#batches) {
      const { size, done, alreadySo, waiting, needsYou, takenBack } = this.#rig.receipt(this.#run, batch)
      assert.equal(done + alreadySo + waiting + needsYou + takenBack, size)
    }
  }

  async #heal(): Promise<void> {
    this.#rig.down = null
    this.#rig.service.change({ faults: null })
    this.#run.sync.setPaused(false)
    await this.#rig.drained(this.#run, 3_600_000)
    await this.#rig.clock.advance(20 * 60_000)
    this.#check()
    assert.deepEqual(this.#rig.differences(this.#run), [])
    const open = this.#batches.filter((batch) => this.#rig.receipt(this.#run, batch).finishedAt === null)
    assert.deepEqual(open, [])
    const { needsYou, running, pickedUp } = this.#run.sync.status()
    assert.deepEqual({ needsYou, running, pickedUp }, { needsYou: 0, running: [], pickedUp: null })
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
}
