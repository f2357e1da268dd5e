/**
 * The loop of one group: identifies the owner of its key, pushes pending changes, and reads in rounds (at launch, on
 * focus after a minute away, on reconnect, on request, every five minutes). Waits while nothing may be sent, and
 * resumes automatically.
 */
import { Timer } from '../domain/clock.ts'
import { tryStorageLater } from '../storage/storage-failure.ts'
import { countWaitingEntries } from '../storage/key-owners.ts'
import type { KeyOwner } from './availability.ts'
import type { Parts } from './group-parts.ts'
import { findKeyOwner, knownKeyOwner } from './key-owner.ts'

/** `interrupted`: a request is not allowed now; the next round resumes where this one stopped. */
export type RoundEnd = 'done' | 'interrupted'

/** Progress of the current pass. */
export interface ReadingProgress {
  readonly soFar: number
  readonly total: number | null
}

export type OnProgress = (progress: ReadingProgress | null) => void

export interface Pull {
  /** Reads what is due. Only one round runs at a time. */
  round(): Promise<RoundEnd>
  /** Makes rare checks due now on a user's request, unless they ran recently. */
  ask?(): void
  /** Reconciles the whole list beside the rounds, with turns that no other lane uses. */
  readonly reconciler?: { readonly isDue: boolean; run(): Promise<RoundEnd> }
}

export type WakeReason = 'online' | 'focus' | 'resume' | 'user'

/** Sends some kinds of entries of the group. */
export interface Sender {
  /**
   * Handles a change of the outbox or of the availability, or written results, which release newer intents. Safe to
   * call at any time, any number of times.
   */
  wake(why: 'changed' | 'answered'): void
}

export interface GroupLoopPorts extends Parts {
  readonly pull: Pull
  readonly senders: readonly Sender[]
  /** Salted hash of the key in use; `null` without a key. */
  readonly keyHash: string | null
}

const ROUND_GAP_MS = 5 * 60_000
/** A shorter absence brings nothing new. */
const AWAY_MS = 60_000
/** Delay between attempts to identify the owner while no comparable record could be read. */
const OWNER_RETRY_MS = 20_000
const OWNER_TRIES = 5
/** Delay before an interrupted reconciliation resumes, unless something changes earlier. */
const RECONCILE_RETRY_MS = 60_000

export class GroupLoop {
  readonly #ports: GroupLoopPorts
  #isOwned = false
  #isFinding = false
  #ownerTries = 0
  #isReading = false
  #isDue = true
  /** The page that a round needs is failing, so another round would fail at once. */
  #isPutOff = false
  #roundAt: number | null = null
  #isRead = false
  readonly #roundTimer: Timer
  readonly #reconcileTimer: Timer
  readonly #ownerTimer: Timer

  constructor(ports: GroupLoopPorts) {
    this.#ports = ports
    this.#roundTimer = new Timer(ports.clock)
    this.#reconcileTimer = new Timer(ports.clock)
    this.#ownerTimer = new Timer(ports.clock)
  }

  /** Whether the last round ended completely and no later one was interrupted. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Does whatever is allowed now. Safe to call at any time, any number of times. */
  check(): void {
    this.#ports.background.run(() => this.#check())
  }

  get #isCutOff(): boolean {
    const { availability } = this.#ports
    return availability.isOffline || availability.isStopped || (availability.isUnresponsive('read') && !this.#isRead)
  }

  #check(): void {
    const { background, senders, availability, pull } = this.#ports
    if (!this.#isOwned) return background.run(() => this.#findOwner())
    for (const sender of senders) sender.wake('changed')
    // A page is the first probe of the network or the service, because it is harmless.
    if (!this.#isCutOff) this.#isPutOff = false
    else if (!this.#isPutOff) this.#isDue = true
    if (this.#isReading || !availability.may('read')) return
    if (this.#isDue) background.run(() => this.#round())
    else if (!this.#reconcileTimer.isSet && pull.reconciler?.isDue === true) background.run(() => this.#reconciler())
  }

  /** Lets the senders continue with newer intents after results were written. */
  resume(): void {
    const { background, senders } = this.#ports
    if (!this.#isOwned) return
    background.run(() => {
      for (const sender of senders) sender.wake('answered')
    })
  }

  /** Handles a system hint or a user request, neither of which proves anything. */
  wake(why: WakeReason): void {
    const { clock, availability, pull, waits } = this.#ports
    const isAway = this.#roundAt === null || clock.elapsed() - this.#roundAt >= AWAY_MS
    if (why !== 'focus' || isAway) this.#isDue = true
    if (why === 'user') {
      waits.forget()
      pull.ask?.()
    }
    availability.probeSoon(why === 'user' ? 'user' : 'hint')
    this.check()
  }

  async #findOwner(): Promise<void> {
    const { availability, db, group, keyHash } = this.#ports
    // The user discarded what the previous key was needed for, so the new key is accepted.
    const isForeign = availability.owner === 'other' || availability.owner === 'undetermined'
    if (isForeign && countWaitingEntries(db, group) === 0) return availability.setOwner('unknown')
    if (this.#isFinding || this.#ownerTimer.isSet || isForeign) return
    // Runs even while nothing may be sent, because changes made now belong to the owner of the current key.
    const known = knownKeyOwner(this.#ports, keyHash)
    if (known !== null) return this.#setOwner(known)
    if (!availability.may('read')) return
    this.#isFinding = true
    const isLast = this.#ownerTries >= OWNER_TRIES
    const owner = (await this.#orStop(() => findKeyOwner(this.#ports, keyHash ?? '', { isLast }))) ?? 'unknown'
    if (this.#ports.requests.isOver) return
    this.#isFinding = false
    if (owner !== 'unknown' || !availability.may('read')) return this.#setOwner(owner)
    // Reads are available, so nothing else would trigger the next attempt, or would too soon.
    this.#ownerTries += 1
    this.#ownerTimer.set(OWNER_RETRY_MS, () => this.check())
  }

  /** Records the owner. The availability reports it, which triggers the next `check`. */
  #setOwner(owner: KeyOwner): void {
    this.#isOwned = owner === 'ours'
    this.#ports.availability.setOwner(owner)
  }

  async #round(): Promise<void> {
    this.#isReading = true
    this.#isDue = false
    const end = (await this.#orStop(() => this.#ports.pull.round())) ?? 'interrupted'
    this.#isReading = false
    if (this.#ports.requests.isOver) return
    this.#roundAt = this.#ports.clock.elapsed()
    this.#isRead = end === 'done'
    const waitMs = end === 'done' ? ROUND_GAP_MS : this.#ports.waits.waitMs
    // Reads are available, so the round failed without a request.
    this.#isPutOff = waitMs > 0 && this.#isCutOff && this.#ports.availability.may('read')
    this.#isDue ||= waitMs === 0
    if (waitMs > 0) this.#roundIn(waitMs)
    this.#ports.onStatus()
    this.check()
  }

  async #reconciler(): Promise<void> {
    const end = await this.#orStop(async () => this.#ports.pull.reconciler?.run())
    if (this.#ports.requests.isOver) return
    if (end !== 'done') this.#reconcileTimer.set(RECONCILE_RETRY_MS, () => this.check())
    this.#ports.onStatus()
    this.check()
  }

  /** Runs the work; `null` if the disk rejected it, which stops the group, reports the failure and probes. */
  async #orStop<T>(work: () => Promise<T>): Promise<T | null> {
    const done = await tryStorageLater(work)
    if (done.ok) return done.value
    if (!this.#ports.requests.isOver) this.#ports.onStuck(done.failure)
    return null
  }

  #roundIn(ms: number): void {
    this.#roundTimer.set(ms, () => {
      this.#isPutOff = false
      this.#isDue = true
      this.check()
    })
  }
}
