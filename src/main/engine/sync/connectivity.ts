/**
 * Whether one kind of request (reads, or writes) of a group gets through, judged by our own answers alone. Signals of
 * the operating system only bring the next probe forward. While it does not get through, one probe at a time goes.
 */
import type { Failure } from '../../../shared/failure.ts'
import { backoffMs } from '../domain/backoff.ts'
import { type Clock, type Random, Timer } from '../domain/clock.ts'

export type Link = 'ok' | 'offline' | 'not-answering'

export interface ConnectivityPorts {
  readonly clock: Clock
  readonly random: Random
  /** A probe is due. */
  readonly onDue: () => void
}

export class Connectivity {
  readonly #ports: ConnectivityPorts
  #link: Link = 'ok'
  #failure: Failure | null = null
  #streak = 0
  /** Rests in a row; the wait doubles with each. */
  #rests = 0
  #retryAt = 0
  #isProbing = false
  readonly #timer: Timer

  constructor(ports: ConnectivityPorts) {
    this.#ports = ports
    this.#timer = new Timer(ports.clock)
  }

  get link(): Link {
    return this.#link
  }

  get failure(): Failure | null {
    return this.#failure
  }

  /** When the next probe goes, ms since epoch; null while everything gets through. */
  get retryAt(): number | null {
    if (this.#link === 'ok') return null
    return this.#ports.clock.now() + Math.max(0, this.#retryAt - this.#ports.clock.elapsed())
  }

  /** Whether a request may leave now. While the link is down a true answer takes the place of the one probe. */
  begin(): boolean {
    if (!this.mayBegin()) return false
    this.#isProbing = this.#link !== 'ok'
    return true
  }

  /** Whether `begin` would say yes. */
  mayBegin(): boolean {
    return this.#link === 'ok' || (!this.#isProbing && this.#ports.clock.elapsed() >= this.#retryAt)
  }

  /** An answer that can be relied on, whatever it said. */
  answered(): void {
    this.#link = 'ok'
    this.#failure = null
    this.#streak = 0
    this.#rests = 0
    this.#isProbing = false
    this.#timer.cancel()
  }

  /** Ended without a verdict on the link (asked to slow down): the probe's place is free again. */
  undecided(): void {
    this.#isProbing = false
    if (this.#link !== 'ok') this.#waitForProbe()
  }

  /** Nothing left this computer, or nothing came of it: certain at the first failure. */
  lost(failure: Failure): void {
    this.#rest('offline', failure)
  }

  /** 5xx, a timeout or a cut. `tolerance`: so many in a row may be the records' own; one more is trouble of the service. */
  troubled(failure: Failure, tolerance: number): void {
    this.#streak += 1
    if (this.#link !== 'ok' || this.#streak > tolerance) this.#rest('not-answering', failure)
  }

  /** A hint that things may have changed: the probe goes now. The growing wait stays, should it fail. */
  hasten(): void {
    if (this.#link === 'ok') return
    this.#retryAt = this.#ports.clock.elapsed()
    this.#waitForProbe()
  }

  #rest(link: Link, failure: Failure): void {
    const { clock, random } = this.#ports
    const isNew = this.#link === 'ok' || this.#isProbing
    this.#link = link
    this.#failure = failure
    this.#isProbing = false
    // Requests that were on their way together fail together: one rest.
    if (!isNew) return
    this.#rests += 1
    this.#retryAt = clock.elapsed() + backoffMs(this.#rests, random)
    this.#waitForProbe()
  }

  #waitForProbe(): void {
    const { clock, onDue } = this.#ports
    this.#timer.set(Math.max(0, this.#retryAt - clock.elapsed()), onDue)
  }
}
