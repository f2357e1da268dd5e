/**
 * What a group may do now, and why not: signed out, stopped, offline, paused. Every outcome of the group's requests
 * is noted here, and nowhere else is decided whether the next one may leave. The two groups never share a standing.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { GroupState } from '../../../shared/sync-status.ts'
import { backoffMs } from '../domain/backoff.ts'
import { Timer } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import { Connectivity } from './connectivity.ts'
import type { Parts } from './group-parts.ts'

/** Creates go a way of their own: one that takes minutes and then fails must not make stars wait. */
export type Way = 'read' | 'write' | 'create'

/** Troubled answers in a row, from different records, that are not yet trouble of the service. */
const TROUBLED_RECORDS = 4
/** A stopped group asks again this often by itself: the address may be right again. */
const STOPPED_PROBE_MS = 60_000
/** A page for people may come from one bad server of many, so this many in a row only bring an early probe. */
const MOST_DOUBTED = 2
/** Where reads go well and writes are refused, the next write has so long to show which of them counts. */
const WRITE_PROBE_MS = 10_000

/**
 * Whose key is in use: of those whose entries wait here, of somebody else, or not yet known. `asking`: it cannot be
 * found out, and the person is asked.
 */
export type KeyOwner = 'ours' | 'other' | 'asking' | 'unknown'

const OWNER_TROUBLE: Readonly<Partial<Record<KeyOwner, Failure>>> = {
  other: { code: 'no-key-of-owner' },
  asking: { code: 'owner-unclear' }
}

export interface StandingPorts extends Pick<Parts, 'clock' | 'random'> {
  /** Whether main holds a usable key. */
  readonly hasKey: boolean
  readonly isPaused: boolean
  /** Something may go that could not before, or the reason changed. */
  readonly onChange: () => void
  readonly onSignedOut: () => void
  /** The network was found to be back: others who wait for it may ask at once. */
  readonly onOnline: () => void
}

interface Stop {
  readonly state: 'stopped' | 'no-access'
  readonly failure: Failure
}

export class Standing {
  readonly #ports: StandingPorts
  readonly #ways: Readonly<Record<Way, Connectivity>>
  #signedOut: Failure | null = null
  #stopped: Stop | null = null
  /** A stop that only writes have met, while a read has lifted it and no write has been answered yet: still shown. */
  #unproved: Stop | null = null
  #isPaused: boolean
  #owner: KeyOwner = 'unknown'
  #answeredAt: number | null = null
  /** Answers since the last read that would stop the group but are not believed yet; nothing is written meanwhile. */
  #doubted = 0
  /** The same by way, until that way is answered: what refuses only writes may let every read through. */
  readonly #doubtedOf: Record<Way, number> = { read: 0, write: 0, create: 0 }
  /** Grows where doubted answers come between usable ones: nothing else would slow the probes down. */
  #doubts = 0
  #stoppedUntil = 0
  readonly #probeTimer: Timer
  readonly #unprovedTimer: Timer

  constructor(ports: StandingPorts) {
    this.#ports = ports
    const { clock, random, onChange } = ports
    this.#isPaused = ports.isPaused
    this.#probeTimer = new Timer(clock)
    this.#unprovedTimer = new Timer(clock)
    const link = () => new Connectivity({ clock, random, onDue: onChange })
    this.#ways = { read: link(), write: link(), create: link() }
  }

  /** When the service last answered usably, ms since epoch. */
  get answeredAt(): number | null {
    return this.#answeredAt
  }

  /** Nothing was sent of late, because the network was not there. */
  get isOffline(): boolean {
    return Object.values(this.#ways).some((link) => link.link === 'offline')
  }

  /** Requests of this kind get no answer, and go as probes only. */
  isResting(way: Way): boolean {
    return this.#ways[way].link !== 'ok'
  }

  /** By the person. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Whose key is in use. With `ours` alone what the service says is about the records of this library. */
  get owner(): KeyOwner {
    return this.#owner
  }

  /** Whether a request may leave now; a true answer while trouble lasts takes the place of the one probe. */
  begin(way: Way): boolean {
    return this.may(way) && this.#ways[way].begin()
  }

  /** `begin` said yes and nothing was sent after all. */
  release(way: Way): void {
    this.#ways[way].undecided()
  }

  /** Whether `begin` would say yes. */
  may(way: Way): boolean {
    if (this.#isPaused || !this.#ports.hasKey || this.#signedOut !== null) return false
    const isRead = way === 'read'
    if (OWNER_TROUBLE[this.#owner] !== undefined || (this.#owner === 'unknown' && !isRead)) return false
    if (this.isStopped && (!isRead || this.#ports.clock.elapsed() < this.#stoppedUntil)) return false
    return this.#ways[way].mayBegin()
  }

  /** Every outcome passes here before its turn ends. */
  note({ way, about }: { readonly way: Way; readonly about: 'list' | 'record' }, outcome: Outcome<unknown>): void {
    const link = this.#ways[way]
    // Each create costs money: the next one waits as soon as one got no answer.
    const tolerance = about === 'record' && way !== 'create' ? TROUBLED_RECORDS : 0
    switch (outcome.kind) {
      case 'held':
        return link.undecided()
      case 'unknown':
        // The service itself said so: it is in no trouble.
        if (outcome.failure.code === 'not-found') return this.#answered(way)
        return link.troubled(outcome.failure, tolerance)
      case 'retry':
        // Kept back on this computer: it tells nothing of the network.
        if (outcome.failure.code === 'cancelled') return link.undecided()
        return outcome.countsAttempt ? link.troubled(outcome.failure, tolerance) : this.#lost(outcome.failure)
      case 'signed-out':
        link.undecided()
        return this.#signOut(outcome.failure)
      case 'stopped':
        // Its list tells whether that is so.
        if (about === 'record' && way === 'read') return link.troubled(outcome.failure, tolerance)
        link.undecided()
        return this.#stopIfAgreed(way, 'stopped', outcome.failure)
      case 'rejected':
        if (about === 'record') return this.#answered(way, 'refused')
        // A list that is refused as such (403, 422): the key or the address cannot do it.
        link.undecided()
        return this.#stopIfAgreed(way, outcome.failure.code === 'forbidden' ? 'no-access' : 'stopped', outcome.failure)
      default:
        return this.#answered(way)
    }
  }

  /** Nothing is sent with the key of another owner, and nothing of theirs is read into this library. */
  setOwner(owner: KeyOwner): void {
    this.#owner = owner
    this.#ports.onChange()
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#ports.onChange()
  }

  /** A hint: probes go now. `asked`: a person did, so a refused key and a wrong address get one more look as well. */
  hasten(why: 'hint' | 'asked'): void {
    if (why === 'asked') {
      this.#signedOut = null
      this.#doubts = 0
      this.#stoppedUntil = this.#ports.clock.elapsed()
    }
    for (const link of Object.values(this.#ways)) link.hasten()
    this.#ports.onChange()
  }

  /** Nothing is written, and reads only probe, until a read succeeds or the group changes. */
  stop(state: 'stopped' | 'no-access', failure: Failure): void {
    const before = this.#stopped ?? this.#unproved
    const isNews = before?.state !== state || before.failure.code !== failure.code
    this.#stopped = { state, failure }
    this.#unproved = null
    this.#doubted = 0
    this.#probeIn(STOPPED_PROBE_MS)
    // What is told looks at the outbox, and that may be the very thing that cannot be read.
    if (isNews) this.#ports.onChange()
  }

  /** Nothing is written until a read succeeds. */
  get isStopped(): boolean {
    return this.#stopped !== null || this.#doubted > 0
  }

  /** The reason why nothing goes, for the status; null while everything but perhaps a create may. */
  trouble(): { readonly state: GroupState; readonly failure: Failure; readonly retryAt: number | null } | null {
    if (!this.#ports.hasKey) return { state: 'signed-out', failure: { code: 'key-missing' }, retryAt: null }
    if (this.#signedOut !== null) return { state: 'signed-out', failure: this.#signedOut, retryAt: null }
    const foreign = OWNER_TROUBLE[this.#owner]
    if (foreign !== undefined) return { state: 'no-access', failure: foreign, retryAt: null }
    const stop = this.#stopped ?? this.#unproved
    if (stop !== null) return { ...stop, retryAt: null }
    const down = [this.#ways.read, this.#ways.write].filter((link) => link.link !== 'ok')
    const worst = down.find((link) => link.link === 'offline') ?? down[0]
    if (worst === undefined || worst.link === 'ok' || worst.failure === null) return null
    return { state: worst.link, failure: worst.failure, retryAt: worst.retryAt }
  }

  /** `refused`: the service is there; a record that it does not show says nothing about its list. */
  #answered(way: Way, how: 'taken' | 'refused' = 'taken'): void {
    const wasDown = this.trouble() !== null
    const wasOffline = this.isOffline
    this.#answeredAt = this.#ports.clock.now()
    this.#doubts = Math.max(0, this.#doubts - 1)
    this.#ways[way].answered()
    // An answer on one way proves the network for all; trouble of the service stays with its way.
    for (const link of Object.values(this.#ways)) if (link.link === 'offline') link.answered()
    const wasStopped = this.isStopped
    const isProof = way !== 'read' || how === 'taken'
    if (way === 'read' && isProof) this.#lift()
    if (way === 'write') this.#unproved = null
    if (isProof) this.#doubtedOf[way] = 0
    if (wasDown || wasStopped !== this.isStopped) this.#ports.onChange()
    if (wasOffline) this.#ports.onOnline()
  }

  #lift(): void {
    if (this.#stopped !== null && this.#doubtedOf.write >= MOST_DOUBTED) {
      this.#unproved = this.#stopped
      this.#unprovedTimer.set(WRITE_PROBE_MS, () => {
        this.#unproved = null
        this.#ports.onChange()
      })
    }
    this.#stopped = null
    this.#doubted = 0
  }

  /** Ignores answers to requests sent before the probe, because only a later answer confirms the failure. */
  #stopIfAgreed(way: Way, state: 'stopped' | 'no-access', failure: Failure): void {
    const isBeside = this.#doubted > 0 && this.#ports.clock.elapsed() < this.#stoppedUntil
    if (isBeside) return
    const doubted = Math.max(this.#doubted, this.#doubtedOf[way])
    if (this.#stopped !== null || doubted >= MOST_DOUBTED) return this.stop(state, failure)
    // It weighs as much as two usable answers.
    if (this.#doubted === 0) this.#doubts += 2
    this.#doubted += 1
    this.#doubtedOf[way] += 1
    this.#probeIn(Math.min(STOPPED_PROBE_MS, backoffMs(this.#doubts - 1, this.#ports.random)))
  }

  #probeIn(ms: number): void {
    this.#stoppedUntil = this.#ports.clock.elapsed() + ms
    this.#probeTimer.set(ms, this.#ports.onChange)
  }

  #lost(failure: Failure): void {
    for (const link of Object.values(this.#ways)) link.lost(failure)
    this.#ports.onChange()
  }

  #signOut(failure: Failure): void {
    const isNews = this.#signedOut === null
    this.#signedOut = failure
    if (isNews) this.#ports.onSignedOut()
    this.#ports.onChange()
  }
}
