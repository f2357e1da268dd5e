/**
 * I7, second half: counts the requests of one life of the program that the service's own limit refused. A request that
 * the network duplicates counts once. Requests that left while a refusal was overdue are forgiven, because the program
 * could not know about it.
 */
import type { Clock } from '../../../src/main/engine/domain/clock.ts'
import type { SendRequest } from '../../../src/shared/send.ts'

/** The number of requests in which the rate is measured. */
const FIRST_REQUESTS = 100

export interface PaceWatchPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Duration of a request and its response without delays. */
  readonly roundTripMs: number
}

export class PaceWatch {
  readonly #ports: PaceWatchPorts
  /** Departure time of each request in flight, virtual ms. */
  readonly #leftAt = new WeakMap<SendRequest, number>()
  readonly #arrived = new WeakSet<SendRequest>()
  readonly #counted = new WeakSet<SendRequest>()
  #arrivals = 0
  #refused = 0
  /** The period in which the last refusal was overdue. */
  #overdue = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  #isOpen = false

  constructor(ports: PaceWatchPorts) {
    this.#ports = ports
  }

  /** Requests that arrived at the service after the first hundred. */
  get requests(): number {
    return Math.max(0, this.#arrivals - FIRST_REQUESTS)
  }

  /** Refused ones of these. */
  get refused(): number {
    return this.#refused
  }

  leaves(request: SendRequest): void {
    this.#leftAt.set(request, this.#ports.clock.elapsed())
  }

  arrives(request: SendRequest): void {
    if (this.#arrived.has(request) || !this.#leftAt.has(request)) return
    this.#arrived.add(request)
    this.#arrivals += 1
  }

  /**
   * Called when the service refuses a request. Ignores requests that have already returned or belong to an earlier
   * life.
   */
  isRefused(request: SendRequest): void {
    const leftAt = this.#leftAt.get(request)
    if (leftAt === undefined || this.#counted.has(request)) return
    if (leftAt > this.#overdue.from && leftAt < this.#overdue.to) return
    this.#counted.add(request)
    if (this.#arrivals > FIRST_REQUESTS) this.#refused += 1
    if (this.#isOpen) return
    this.#isOpen = true
    this.#overdue = { from: this.#ports.clock.elapsed() + this.#ports.roundTripMs, to: Number.POSITIVE_INFINITY }
  }

  /** Called for refusals and lost responses alike. */
  comesBack(request: SendRequest): void {
    this.#leftAt.delete(request)
    if (!this.#isOpen || !this.#counted.has(request)) return
    this.#isOpen = false
    this.#overdue = { ...this.#overdue, to: this.#ports.clock.elapsed() }
  }
}
