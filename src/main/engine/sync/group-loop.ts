/**
 * The loop of one group: finds out whose key it has, pushes what waits, and reads in rounds (at launch, on focus after
 * a minute away, on reconnect, when asked, every five minutes). Waits while nothing may be sent, and goes on by itself.
 */
import { Timer } from '../domain/clock.ts'
import { tryStorageLater } from '../storage/storage-failure.ts'
import { countWaitingEntries } from '../storage/key-owners.ts'
import type { KeyOwner } from './standing.ts'
import type { Parts } from './group-parts.ts'
import { findKeyOwner, knownKeyOwner } from './key-owner.ts'

/** `interrupted`: something may not be sent now; the next round goes on where this one stopped. */
export type RoundEnd = 'done' | 'interrupted'

/** Of the pass under way. */
export interface ReadingProgress {
  readonly soFar: number
  readonly total: number | null
}

export type OnProgress = (progress: ReadingProgress | null) => void

export interface Pull {
  /** Reads what is due. Only one round runs at a time. */
  round(): Promise<RoundEnd>
  /** A person asked: what is looked at rarely is looked at now, unless it was a short while ago. */
  ask?(): void
  /** Goes through the whole list, beside rounds, with the turns that are left. */
  readonly scrub?: { readonly isDue: boolean; run(): Promise<RoundEnd> }
}

export type WakeReason = 'online' | 'focus' | 'resume' | 'asked'

/** Sends some kinds of entries of the group. */
export interface Sender {
  /**
   * The outbox or what may be sent has changed, or answers were written: wants behind them may go. Safe to call at any
   * time, any number of times.
   */
  wake(why: 'changed' | 'answered'): void
}

export interface GroupLoopPorts extends Parts {
  readonly pull: Pull
  readonly senders: readonly Sender[]
  /** Of the key in use; null = there is none. */
  readonly keyHash: string | null
}

const ROUND_GAP_MS = 5 * 60_000
/** Shorter absences bring nothing new. */
const AWAY_MS = 60_000
/** What could tell whose key it is was not shown: so much later, so many times more. */
const OWNER_RETRY_MS = 20_000
const OWNER_TRIES = 5
/** A scrub that was interrupted goes on this much later, or as soon as something changes. */
const SCRUB_RETRY_MS = 60_000

export class GroupLoop {
  readonly #ports: GroupLoopPorts
  #isOwned = false
  #isFinding = false
  #ownerTries = 0
  #isReading = false
  #isDue = true
  /** The page that a round needs is left alone, so another one would come to nothing at once. */
  #isPutOff = false
  #roundAt: number | null = null
  #isRead = false
  readonly #roundTimer: Timer
  readonly #scrubTimer: Timer
  readonly #ownerTimer: Timer

  constructor(ports: GroupLoopPorts) {
    this.#ports = ports
    this.#roundTimer = new Timer(ports.clock)
    this.#scrubTimer = new Timer(ports.clock)
    this.#ownerTimer = new Timer(ports.clock)
  }

  /** The last round came to its end, and no later one was interrupted. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Something changed: do whatever may be done now. Safe to call at any time, any number of times. */
  look(): void {
    this.#ports.background.run(() => this.#look())
  }

  get #isCutOff(): boolean {
    const { standing } = this.#ports
    return standing.isOffline || standing.isStopped || (standing.isResting('read') && !this.#isRead)
  }

  #look(): void {
    const { background, senders, standing, pull } = this.#ports
    if (!this.#isOwned) return background.run(() => this.#findOwner())
    for (const sender of senders) sender.wake('changed')
    // A page is the first to try whether the network, or the service, is back: it can do no harm.
    if (!this.#isCutOff) this.#isPutOff = false
    else if (!this.#isPutOff) this.#isDue = true
    if (this.#isReading || !standing.may('read')) return
    if (this.#isDue) background.run(() => this.#round())
    else if (!this.#scrubTimer.isSet && pull.scrub?.isDue === true) background.run(() => this.#scrub())
  }

  /** Answers were written: wants behind them may go. */
  resume(): void {
    const { background, senders } = this.#ports
    if (!this.#isOwned) return
    background.run(() => {
      for (const sender of senders) sender.wake('answered')
    })
  }

  /** A hint of the system or a person's wish; never proof of anything. */
  wake(why: WakeReason): void {
    const { clock, standing, pull, waits } = this.#ports
    const isAway = this.#roundAt === null || clock.elapsed() - this.#roundAt >= AWAY_MS
    if (why !== 'focus' || isAway) this.#isDue = true
    if (why === 'asked') {
      waits.forget()
      pull.ask?.()
    }
    standing.hasten(why === 'asked' ? 'asked' : 'hint')
    this.look()
  }

  async #findOwner(): Promise<void> {
    const { standing, db, group, keyHash } = this.#ports
    // The person gave up what the key before was needed for: the new one is taken as it is.
    const isForeign = standing.owner === 'other' || standing.owner === 'asking'
    if (isForeign && countWaitingEntries(db, group) === 0) return standing.setOwner('unknown')
    if (this.#isFinding || this.#ownerTimer.isSet || isForeign) return
    // Also while nothing may be sent: what the person does meanwhile is of the owner whose key it is now.
    const known = knownKeyOwner(this.#ports, keyHash)
    if (known !== null) return this.#setOwner(known)
    if (!standing.may('read')) return
    this.#isFinding = true
    const isLast = this.#ownerTries >= OWNER_TRIES
    const owner = (await this.#unlessStuck(() => findKeyOwner(this.#ports, keyHash ?? '', { isLast }))) ?? 'unknown'
    if (this.#ports.requests.isOver) return
    this.#isFinding = false
    if (owner !== 'unknown' || !standing.may('read')) return this.#setOwner(owner)
    // Nothing rests, so nothing else would bring the next look, or all too soon.
    this.#ownerTries += 1
    this.#ownerTimer.set(OWNER_RETRY_MS, () => this.look())
  }

  /** The standing tells of it, and that brings the next look. */
  #setOwner(owner: KeyOwner): void {
    this.#isOwned = owner === 'ours'
    this.#ports.standing.setOwner(owner)
  }

  async #round(): Promise<void> {
    this.#isReading = true
    this.#isDue = false
    const end = (await this.#unlessStuck(() => this.#ports.pull.round())) ?? 'interrupted'
    this.#isReading = false
    if (this.#ports.requests.isOver) return
    this.#roundAt = this.#ports.clock.elapsed()
    this.#isRead = end === 'done'
    const waitMs = end === 'done' ? ROUND_GAP_MS : this.#ports.waits.waitMs
    // Reads are not resting, so the round sent no request.
    this.#isPutOff = waitMs > 0 && this.#isCutOff && this.#ports.standing.may('read')
    this.#isDue ||= waitMs === 0
    if (waitMs > 0) this.#roundIn(waitMs)
    this.#ports.onStatus()
    this.look()
  }

  async #scrub(): Promise<void> {
    const end = await this.#unlessStuck(async () => this.#ports.pull.scrub?.run())
    if (this.#ports.requests.isOver) return
    if (end !== 'done') this.#scrubTimer.set(SCRUB_RETRY_MS, () => this.look())
    this.#ports.onStatus()
    this.look()
  }

  /** null when the disk did not take what was read: the group stops, says so, and probes. */
  async #unlessStuck<T>(work: () => Promise<T>): Promise<T | null> {
    const done = await tryStorageLater(work)
    if (done.ok) return done.value
    if (!this.#ports.requests.isOver) this.#ports.onStuck(done.failure)
    return null
  }

  #roundIn(ms: number): void {
    this.#roundTimer.set(ms, () => {
      this.#isPutOff = false
      this.#isDue = true
      this.look()
    })
  }
}
