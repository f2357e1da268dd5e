/**
 * I7, second half: counts the requests of one life of the program that the service's own limit refused. A request that
 * the network duplicates counts once. Requests that left before the program could know the limit, or while a refusal
 * was overdue, are forgiven.
 */
import type { Clock } from '../../../src/main/engine/domain/clock.ts'
import type { SendRequest } from '../../../src/shared/send.ts'

/** The number of requests in which the rate is measured. */
const FIRST_REQUESTS = 100

export interface PaceWatchPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Duration of a request and its response without delays. */
  readonly roundTripMs: number
  /** Every response reports the limit. Otherwise the first refusal that comes back reveals it. */
  readonly isReported: boolean
}

interface Departure {
  /** Virtual ms. */
  readonly at: number
  readonly isLimitKnown: boolean
}

export class PaceWatch {
  readonly #ports: PaceWatchPorts
  /** The requests in flight. */
  readonly #left = new WeakMap<SendRequest, Departure>()
  readonly #arrived = new WeakSet<SendRequest>()
  readonly #counted = new WeakSet<SendRequest>()
  #isLimitKnown: boolean
  #arrivals = 0
  #requests = 0
  #refused = 0
  /** The period in which the last refusal was overdue. */
  #overdue = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  #isOpen = false

  constructor(ports: PaceWatchPorts) {
    this.#ports = ports
    this.#isLimitKnown = ports.isReported
  }

  /** Requests that arrived at the service after the first hundred, and left when the limit was known. */
  get requests(): number {
    return this.#requests
  }

  /** Refused ones of these. */
  get refused(): number {
    return this.#refused
  }

  leaves(request: SendRequest): void {
    this.#left.set(request, { at: this.#ports.clock.elapsed(), isLimitKnown: this.#isLimitKnown })
  }

  arrives(request: SendRequest): void {
    const left = this.#left.get(request)
    if (this.#arrived.has(request) || left === undefined) return
    this.#arrived.add(request)
    this.#arrivals += 1
    if (this.#arrivals > FIRST_REQUESTS && left.isLimitKnown) this.#requests += 1
  }

  /**
   * Called when the service refuses a request. Ignores requests that have already returned or belong to an earlier
   * life.
   */
  isRefused(request: SendRequest): void {
    const left = this.#left.get(request)
    if (left === undefined || this.#counted.has(request)) return
    if (left.at > this.#overdue.from && left.at < this.#overdue.to) return
    this.#counted.add(request)
    if (this.#arrivals > FIRST_REQUESTS && left.isLimitKnown) this.#refused += 1
    if (this.#isOpen) return
    this.#isOpen = true
    this.#overdue = { from: this.#ports.clock.elapsed() + this.#ports.roundTripMs, to: Number.POSITIVE_INFINITY }
  }

  /** Called for refusals and lost responses alike; `isHeard`: the program received the response. */
  comesBack(request: SendRequest, isHeard: boolean): void {
    this.#left.delete(request)
    if (!this.#counted.has(request)) return
    this.#isLimitKnown ||= isHeard
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#overdue = { ...this.#overdue, to: this.#ports.clock.elapsed() }
  }
}
