/**
 * Whether one kind of request (reads, writes or creates) of a group gets through, judged only by responses. Signals of
 * the operating system merely bring the next probe forward. While the link is down, one probe at a time is sent.
 */
import type { Failure } from '../../../shared/failure.ts'
import { backoffMs } from '../domain/backoff.ts'
import { type Clock, type Random, Timer } from '../domain/clock.ts'

export type Link = 'ok' | 'offline' | 'not-responding'

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
  /** Consecutive outages; the delay doubles with each. */
  #outages = 0
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

  /** Time of the next probe, ms since epoch; `null` while the link is up. */
  get retryAt(): number | null {
    if (this.#link === 'ok') return null
    return this.#ports.clock.now() + Math.max(0, this.#retryAt - this.#ports.clock.elapsed())
  }

  /** Returns whether a request may leave now. While the link is down, true reserves the only probe. */
  begin(): boolean {
    if (!this.mayBegin()) return false
    this.#isProbing = this.#link !== 'ok'
    return true
  }

  /** Returns what `begin` would return, without reserving the probe. */
  mayBegin(): boolean {
    return this.#link === 'ok' || (!this.#isProbing && this.#ports.clock.elapsed() >= this.#retryAt)
  }

  /** Records a reliable response, whatever its status. */
  answered(): void {
    this.#link = 'ok'
    this.#failure = null
    this.#streak = 0
    this.#outages = 0
    this.#isProbing = false
    this.#timer.cancel()
  }

  /** Records an end without a verdict on the link (rate-limited), which frees the probe. */
  undecided(): void {
    this.#isProbing = false
    if (this.#link !== 'ok') this.#waitForProbe()
  }

  /** Records that nothing left this computer, or that no connection was made: conclusive at the first failure. */
  lost(failure: Failure): void {
    this.#goDown('offline', failure)
  }

  /**
   * Records a 5xx, a timeout or a cut connection. Up to `tolerance` in a row may be caused by the records; one more is
   * a failure of the service.
   */
  unavailable(failure: Failure, tolerance: number): void {
    this.#streak += 1
    if (this.#link !== 'ok' || this.#streak > tolerance) this.#goDown('not-responding', failure)
  }

  /** Sends the probe now because things may have changed. The growing delay still applies if it fails. */
  probeSoon(): void {
    if (this.#link === 'ok') return
    this.#retryAt = this.#ports.clock.elapsed()
    this.#waitForProbe()
  }

  #goDown(link: Link, failure: Failure): void {
    const { clock, random } = this.#ports
    const isNew = this.#link === 'ok' || this.#isProbing
    this.#link = link
    this.#failure = failure
    this.#isProbing = false
    // Requests that were in flight together fail together, so they count as one outage.
    if (!isNew) return
    this.#outages += 1
    this.#retryAt = clock.elapsed() + backoffMs(this.#outages, random)
    this.#waitForProbe()
  }

  #waitForProbe(): void {
    const { clock, onDue } = this.#ports
    this.#timer.set(Math.max(0, this.#retryAt - clock.elapsed()), onDue)
  }
}
