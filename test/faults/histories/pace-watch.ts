/**
 * I7, its second half: how many requests of one life of the program the service's own limit refused. What the network
 * sends twice is one request, and what had left before a refusal came back belongs to it: nobody could know better.
 */
import type { SendRequest } from '../../../src/shared/send.ts'

/** In which the pace is found. */
const FIRST_REQUESTS = 100

export class PaceWatch {
  readonly #places = new WeakMap<SendRequest, number>()
  #left = 0
  #refused = 0
  /** Refused, and not back yet. */
  #unheard: SendRequest | null = null
  /** What left up to this place belongs to refusals already counted. */
  #toldUpTo = 0

  /** Behind the first hundred. */
  get requests(): number {
    return Math.max(0, this.#left - FIRST_REQUESTS)
  }

  /** Of these. */
  get refused(): number {
    return this.#refused
  }

  leaves(request: SendRequest): void {
    this.#left += 1
    this.#places.set(request, this.#left)
  }

  /** At the service. Requests of an earlier life are none of this one. */
  isRefused(request: SendRequest): void {
    const place = this.#places.get(request) ?? 0
    if (this.#unheard !== null || place <= Math.max(FIRST_REQUESTS, this.#toldUpTo)) return
    this.#refused += 1
    this.#unheard = request
  }

  /** However: as a refusal, or lost. */
  comesBack(request: SendRequest): void {
    if (request !== this.#unheard) return
    this.#unheard = null
    this.#toldUpTo = this.#left
  }
}
