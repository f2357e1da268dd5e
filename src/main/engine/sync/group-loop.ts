/**
 * The loop of one group: finds out whose key it has, pushes what waits, and reads in rounds (at launch, on focus after
 * a minute away, on reconnect, when asked, every five minutes). Waits while nothing may be sent, and goes on by itself.
 */
import type { Clock } from '../domain/clock.ts'
import { tryStorageLater } from '../storage/storage-failure.ts'
import type { Pull } from './pull.ts'
import type { Push } from './push.ts'
import type { KeyOwner, Standing } from './standing.ts'

export type WakeReason = 'online' | 'focus' | 'resume' | 'asked'

export interface GroupLoopPorts {
  readonly clock: Clock
  readonly standing: Standing
  readonly pull: Pull
  /** null for a group of which nothing is ever sent. */
  readonly push: Push | null
  readonly findOwner: () => Promise<KeyOwner>
  readonly onChange: () => void
}

const ROUND_GAP_MS = 5 * 60_000
/** Shorter absences bring nothing new. */
const AWAY_MS = 60_000

export class GroupLoop {
  readonly #ports: GroupLoopPorts
  #isOwned = false
  #isFinding = false
  #isReading = false
  #isDue = true
  #roundAt: number | null = null
  #isRead = false
  #cancelTimer: (() => void) | null = null
  #isClosed = false

  constructor(ports: GroupLoopPorts) {
    this.#ports = ports
  }

  /** The last round came to its end, and no later one was interrupted. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Something changed: do whatever may be done now. Safe to call at any time, any number of times. */
  look(): void {
    if (this.#isClosed) return
    if (!this.#isOwned) return void this.#findOwner()
    this.#ports.push?.wake()
    if (this.#isDue && !this.#isReading && this.#ports.standing.may('read')) void this.#round()
  }

  /** Answers were written: wants behind them may go. */
  resume(): void {
    if (!this.#isClosed && this.#isOwned) this.#ports.push?.resume()
  }

  /** A hint of the system or a person's wish; never proof of anything. */
  wake(why: WakeReason): void {
    const { clock, standing } = this.#ports
    const isAway = this.#roundAt === null || clock.elapsed() - this.#roundAt >= AWAY_MS
    if (why !== 'focus' || isAway) this.#isDue = true
    standing.hasten(why === 'asked' ? 'asked' : 'hint')
    this.look()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
    this.#ports.push?.close()
    this.#ports.standing.close()
  }

  async #findOwner(): Promise<void> {
    if (this.#isFinding || !this.#ports.standing.may('read')) return
    this.#isFinding = true
    const owner = (await this.#unlessStuck(() => this.#ports.findOwner())) ?? 'unknown'
    this.#isFinding = false
    if (this.#isClosed) return
    this.#isOwned = owner === 'ours'
    this.#ports.standing.setOwner(owner)
    this.look()
  }

  async #round(): Promise<void> {
    this.#isReading = true
    this.#isDue = false
    const end = (await this.#unlessStuck(() => this.#ports.pull.round())) ?? 'interrupted'
    this.#isReading = false
    if (this.#isClosed) return
    this.#roundAt = this.#ports.clock.elapsed()
    this.#isRead = end === 'done'
    this.#isDue ||= end === 'interrupted'
    if (end === 'done') this.#roundIn(ROUND_GAP_MS)
    this.#ports.onChange()
    this.look()
  }

  /** null when the disk did not take what was read: the group stops, says so, and probes. */
  async #unlessStuck<T>(work: () => Promise<T>): Promise<T | null> {
    const done = await tryStorageLater(work)
    if (done.ok) return done.value
    if (!this.#isClosed) this.#ports.standing.stop('stopped', done.failure)
    return null
  }

  #roundIn(ms: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#ports.clock.after(ms, () => {
      this.#isDue = true
      this.look()
    })
  }
}
