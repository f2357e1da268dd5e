/**
 * I7, its second half: how many requests of one life of the program the service's own limit refused. What the network
 * sends twice is one request. What left while a refusal should have been back, and was not, is forgiven: nobody could
 * know better.
 */
import type { Clock } from '../../../src/main/engine/domain/clock.ts'
import type { SendRequest } from '../../../src/shared/send.ts'

/** In which the pace is found. */
const FIRST_REQUESTS = 100

export interface PaceWatchPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Of a request and its answer, where nothing delays them. */
  readonly roundTripMs: number
}

export class PaceWatch {
  readonly #ports: PaceWatchPorts
  /** When each request under way left, virtual ms. */
  readonly #leftAt = new WeakMap<SendRequest, number>()
  readonly #arrived = new WeakSet<SendRequest>()
  readonly #counted = new WeakSet<SendRequest>()
  #arrivals = 0
  #refused = 0
  /** From when on the last refusal should have been known, and when it was. */
  #unheard = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  #isOpen = false

  constructor(ports: PaceWatchPorts) {
    this.#ports = ports
  }

  /** Arrived at the service behind the first hundred. */
  get requests(): number {
    return Math.max(0, this.#arrivals - FIRST_REQUESTS)
  }

  /** Of these. */
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

  /** At the service. What has come back already, and what an earlier life sent, is none of its business. */
  isRefused(request: SendRequest): void {
    const leftAt = this.#leftAt.get(request)
    if (leftAt === undefined || this.#counted.has(request)) return
    if (leftAt > this.#unheard.from && leftAt < this.#unheard.to) return
    this.#counted.add(request)
    if (this.#arrivals > FIRST_REQUESTS) this.#refused += 1
    if (this.#isOpen) return
    this.#isOpen = true
    this.#unheard = { from: this.#ports.clock.elapsed() + this.#ports.roundTripMs, to: Number.POSITIVE_INFINITY }
  }

  /** However: as a refusal, or lost. */
  comesBack(request: SendRequest): void {
    this.#leftAt.delete(request)
    if (!this.#isOpen || !this.#counted.has(request)) return
    this.#isOpen = false
    this.#unheard = { ...this.#unheard, to: this.#ports.clock.elapsed() }
  }
}
