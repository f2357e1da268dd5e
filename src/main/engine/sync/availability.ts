/**
 * What a group may do now, and why not: signed out, stopped, offline, paused. Records every outcome of the group's
 * requests, and alone decides whether the next one may leave. The two groups never share it.
 */
import type { Failure } from '../../../shared/failure.ts'
import type { GroupState } from '../../../shared/sync-status.ts'
import { backoffMs } from '../domain/backoff.ts'
import { Timer } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import { Connectivity } from './connectivity.ts'
import type { Parts } from './group-parts.ts'

/** Creates have their own kind, because one that takes minutes and then fails must not delay stars. */
export type RequestClass = 'read' | 'write' | 'create'

/** Failures in a row, of different records, that are not yet a failure of the service. */
const FAILED_RECORDS = 4
/** Interval at which a stopped group probes automatically, because its address may work again. */
const STOPPED_PROBE_MS = 60_000
/** An HTML page may come from one bad instance of many, so this many in a row only bring an early probe. */
const MOST_DOUBTED = 2
/** If reads succeed and writes are rejected, the next write has this long to prove which of them counts. */
const WRITE_PROBE_MS = 10_000

/**
 * The owner of the key in use: the owner of the pending changes, another one, or not known yet. `undetermined`: it cannot be
 * determined, and the user is asked.
 */
export type KeyOwner = 'ours' | 'other' | 'undetermined' | 'unknown'

const OWNER_FAILURE: Readonly<Partial<Record<KeyOwner, Failure>>> = {
  other: { code: 'no-key-of-owner' },
  undetermined: { code: 'owner-unclear' }
}

export interface AvailabilityPorts extends Pick<Parts, 'clock' | 'random'> {
  /** Whether main has a usable key. */
  readonly hasKey: boolean
  readonly isPaused: boolean
  /** A request is allowed that was not before, or the reason changed. */
  readonly onChange: () => void
  readonly onSignedOut: () => void
  /** The network is back, so waiting groups may probe at once. */
  readonly onOnline: () => void
}

interface Stop {
  readonly state: 'stopped' | 'no-access'
  readonly failure: Failure
}

export class Availability {
  readonly #ports: AvailabilityPorts
  readonly #links: Readonly<Record<RequestClass, Connectivity>>
  #signedOut: Failure | null = null
  #stopped: Stop | null = null
  /** A stop seen only by writes that a read has lifted before any write succeeded; still shown. */
  #unproved: Stop | null = null
  #isPaused: boolean
  #owner: KeyOwner = 'unknown'
  #respondedAt: number | null = null
  /** Stopping outcomes since the last read that are not trusted yet; nothing is written meanwhile. */
  #doubted = 0
  /**
   * The same by request kind, until that kind succeeds: a service that rejects only writes may let every read through.
   */
  readonly #doubtedOf: Record<RequestClass, number> = { read: 0, write: 0, create: 0 }
  /** Grows if untrusted outcomes alternate with usable ones, because nothing else would slow the probes down. */
  #doubts = 0
  #stoppedUntil = 0
  readonly #probeTimer: Timer
  readonly #unprovedTimer: Timer

  constructor(ports: AvailabilityPorts) {
    this.#ports = ports
    const { clock, random, onChange } = ports
    this.#isPaused = ports.isPaused
    this.#probeTimer = new Timer(clock)
    this.#unprovedTimer = new Timer(clock)
    const link = () => new Connectivity({ clock, random, onDue: onChange })
    this.#links = { read: link(), write: link(), create: link() }
  }

  /** When the service last sent a usable response, ms since epoch. */
  get respondedAt(): number | null {
    return this.#respondedAt
  }

  /** Whether recent requests could not be sent, because the network was unavailable. */
  get isOffline(): boolean {
    return Object.values(this.#links).some((link) => link.link === 'offline')
  }

  /** Whether requests of this kind get no response and are sent only as probes. */
  isUnresponsive(requestClass: RequestClass): boolean {
    return this.#links[requestClass].link !== 'ok'
  }

  /** Whether the user paused sync. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** The owner of the key in use. Only with `ours` do responses concern the records of this library. */
  get owner(): KeyOwner {
    return this.#owner
  }

  /** Returns whether a request may leave now; during a failure, true reserves the only probe. */
  begin(requestClass: RequestClass): boolean {
    return this.may(requestClass) && this.#links[requestClass].begin()
  }

  /** Frees what `begin` reserved if nothing was sent after all. */
  release(requestClass: RequestClass): void {
    this.#links[requestClass].undecided()
  }

  /** Returns what `begin` would return, without reserving the probe. */
  may(requestClass: RequestClass): boolean {
    if (this.#isPaused || !this.#ports.hasKey || this.#signedOut !== null) return false
    const isRead = requestClass === 'read'
    if (OWNER_FAILURE[this.#owner] !== undefined || (this.#owner === 'unknown' && !isRead)) return false
    if (this.isStopped && (!isRead || this.#ports.clock.elapsed() < this.#stoppedUntil)) return false
    return this.#links[requestClass].mayBegin()
  }

  /** Records an outcome, before its turn ends. */
  note(
    { requestClass, about }: { readonly requestClass: RequestClass; readonly about: 'list' | 'record' },
    outcome: Outcome<unknown>
  ): void {
    const link = this.#links[requestClass]
    // Each create costs money, so a single missing response delays the next one.
    const tolerance = about === 'record' && requestClass !== 'create' ? FAILED_RECORDS : 0
    switch (outcome.kind) {
      case 'rate-limited':
        return link.undecided()
      case 'unknown':
        // The service reported this itself, so it works.
        if (outcome.failure.code === 'not-found') return this.#answered(requestClass)
        return link.unavailable(outcome.failure, tolerance)
      case 'retry':
        // Kept back on this computer, so it says nothing about the network.
        if (outcome.failure.code === 'canceled') return link.undecided()
        return outcome.countsAttempt ? link.unavailable(outcome.failure, tolerance) : this.#lost(outcome.failure)
      case 'signed-out':
        link.undecided()
        return this.#signOut(outcome.failure)
      case 'stopped':
        // The list shows whether that is true.
        if (about === 'record' && requestClass === 'read') return link.unavailable(outcome.failure, tolerance)
        link.undecided()
        return this.#stopIfAgreed(requestClass, 'stopped', outcome.failure)
      case 'rejected':
        if (about === 'record') return this.#answered(requestClass, 'refused')
        // A rejected list (403, 422) means that the key or the address has no access to it.
        link.undecided()
        return this.#stopIfAgreed(
          requestClass,
          outcome.failure.code === 'forbidden' ? 'no-access' : 'stopped',
          outcome.failure
        )
      default:
        return this.#answered(requestClass)
    }
  }

  /**
   * Sets the owner of the key. Nothing is sent with another owner's key, and nothing of theirs is read into this
   * library.
   */
  setOwner(owner: KeyOwner): void {
    this.#owner = owner
    this.#ports.onChange()
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#ports.onChange()
  }

  /**
   * Sends probes now. `user`: at a user's request, so a refused key and a wrong address are tried once more as well.
   */
  probeSoon(why: 'hint' | 'user'): void {
    if (why === 'user') {
      this.#signedOut = null
      this.#doubts = 0
      this.#stoppedUntil = this.#ports.clock.elapsed()
    }
    for (const link of Object.values(this.#links)) link.probeSoon()
    this.#ports.onChange()
  }

  /** Blocks writes, and limits reads to probes, until a read succeeds or the group changes. */
  stop(state: 'stopped' | 'no-access', failure: Failure): void {
    const before = this.#stopped ?? this.#unproved
    const isNews = before?.state !== state || before.failure.code !== failure.code
    this.#stopped = { state, failure }
    this.#unproved = null
    this.#doubted = 0
    this.#probeIn(STOPPED_PROBE_MS)
    // Listeners read the outbox, which may be the very thing that cannot be read.
    if (isNews) this.#ports.onChange()
  }

  /** Whether writes are blocked until a read succeeds. */
  get isStopped(): boolean {
    return this.#stopped !== null || this.#doubted > 0
  }

  /** Returns why nothing may be sent, for the status; `null` while everything, except possibly a create, may. */
  problem(): { readonly state: GroupState; readonly failure: Failure; readonly retryAt: number | null } | null {
    if (!this.#ports.hasKey) return { state: 'signed-out', failure: { code: 'key-missing' }, retryAt: null }
    if (this.#signedOut !== null) return { state: 'signed-out', failure: this.#signedOut, retryAt: null }
    const foreign = OWNER_FAILURE[this.#owner]
    if (foreign !== undefined) return { state: 'no-access', failure: foreign, retryAt: null }
    const stop = this.#stopped ?? this.#unproved
    if (stop !== null) return { ...stop, retryAt: null }
    const down = [this.#links.read, this.#links.write].filter((link) => link.link !== 'ok')
    const worst = down.find((link) => link.link === 'offline') ?? down[0]
    if (worst === undefined || worst.link === 'ok' || worst.failure === null) return null
    return { state: worst.link, failure: worst.failure, retryAt: worst.retryAt }
  }

  /**
   * Records a usable response. `refused`: the service works, but a record that it does not show says nothing about its
   * list.
   */
  #answered(requestClass: RequestClass, how: 'taken' | 'refused' = 'taken'): void {
    const wasDown = this.problem() !== null
    const wasOffline = this.isOffline
    this.#respondedAt = this.#ports.clock.now()
    this.#doubts = Math.max(0, this.#doubts - 1)
    this.#links[requestClass].answered()
    // A response to any kind proves the network for all; a failure of the service stays with its kind.
    for (const link of Object.values(this.#links)) if (link.link === 'offline') link.answered()
    const wasStopped = this.isStopped
    const isProof = requestClass !== 'read' || how === 'taken'
    if (requestClass === 'read' && isProof) this.#lift()
    if (requestClass === 'write') this.#unproved = null
    if (isProof) this.#doubtedOf[requestClass] = 0
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

  /** Ignores responses to requests sent before the probe, because only a later response confirms the failure. */
  #stopIfAgreed(requestClass: RequestClass, state: 'stopped' | 'no-access', failure: Failure): void {
    const isBeside = this.#doubted > 0 && this.#ports.clock.elapsed() < this.#stoppedUntil
    if (isBeside) return
    const doubted = Math.max(this.#doubted, this.#doubtedOf[requestClass])
    if (this.#stopped !== null || doubted >= MOST_DOUBTED) return this.stop(state, failure)
    // It weighs as much as two usable responses.
    if (this.#doubted === 0) this.#doubts += 2
    this.#doubted += 1
    this.#doubtedOf[requestClass] += 1
    this.#probeIn(Math.min(STOPPED_PROBE_MS, backoffMs(this.#doubts - 1, this.#ports.random)))
  }

  #probeIn(ms: number): void {
    this.#stoppedUntil = this.#ports.clock.elapsed() + ms
    this.#probeTimer.set(ms, this.#ports.onChange)
  }

  #lost(failure: Failure): void {
    for (const link of Object.values(this.#links)) link.lost(failure)
    this.#ports.onChange()
  }

  #signOut(failure: Failure): void {
    const isNews = this.#signedOut === null
    this.#signedOut = failure
    if (isNews) this.#ports.onSignedOut()
    this.#ports.onChange()
  }
}
