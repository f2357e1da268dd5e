/**
 * Runs every request of one group: waits for a turn of the host's governor, checks the availability, and records what
 * the response means for both before the next turn. Also reports the response to the governor.
 */
import type { Queue } from '../domain/shares.ts'
import { retryDelayMs } from '../service/rate-headers.ts'
import { type ServiceResult, type ResponseFacts, factsOf } from '../service/service-client.ts'
import type { Governor } from './governor.ts'
import type { Availability, RequestClass } from './availability.ts'
import type { RequestReport } from '../domain/request-report.ts'
import type { SendResponse } from '../../../shared/send.ts'

/** A response, and `nextSequence` when its request was sent. */
export type Received<A> = A & { readonly requestSequence: number }

export interface SyncRequest<A extends ServiceResult<unknown>> {
  readonly lane: Queue
  readonly requestClass: RequestClass
  /** A user watches the request: nothing is sent if the host is in cooldown by then, as the governor reports. */
  readonly failFastOnCooldown?: boolean
  /** `list`: a rejection stops the group. `record`: a rejection concerns only this request. */
  readonly about: 'list' | 'record'
  /** Called when the turn has come; `null` if there is nothing to send. */
  readonly send: () => Promise<A> | null
  /** Aborting stops the caller's wait; a request in flight still completes. */
  readonly signal?: AbortSignal
  /** Processes the response before the turn ends. */
  readonly onResponse?: ((answered: Received<A>) => void | Promise<void>) | undefined
}

export interface RequestsPorts {
  /** Rises with each request. */
  readonly nextSequence: () => number
  readonly governor: Governor
  readonly availability: Availability
  /** Aborted when the group is closed: queued requests leave the queue. */
  readonly signal: AbortSignal
}

type Learn = (report: RequestReport) => void

export class Requests {
  readonly #ports: RequestsPorts
  #isClosed = false
  #inFlight = 0
  #onIdle: (() => void) | null = null

  constructor(ports: RequestsPorts) {
    this.#ports = ports
  }

  /**
   * Runs one request and returns its response. Returns `null` if nothing was sent, and if the library was closed
   * meanwhile, when the caller must not touch it any more.
   */
  async run<A extends ServiceResult<unknown>>(request: SyncRequest<A>): Promise<Received<A> | null> {
    const { governor, signal: retired } = this.#ports
    const { lane, failFastOnCooldown } = request
    const signal = request.signal === undefined ? retired : AbortSignal.any([retired, request.signal])
    const answered = await governor.run({
      lane,
      failFastOnCooldown,
      signal,
      begin: (learn) => this.#begin(request, learn)
    })
    return this.#isClosed ? null : answered
  }

  /** Settles when no request is in flight. No request may be added meanwhile. */
  idle(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onIdle = resolve
    })
  }

  /** Whether the group is retired or the library closed, so that the file must not be touched. */
  get isOver(): boolean {
    return this.#ports.signal.aborted
  }

  /** Drops the responses still to come, because the library is closing; they are looked up at the next start. */
  close(): void {
    this.#isClosed = true
  }

  #begin<A extends ServiceResult<unknown>>(request: SyncRequest<A>, learn: Learn) {
    const { availability, signal, nextSequence } = this.#ports
    if (signal.aborted || !availability.begin(request.requestClass)) return null
    const requestSequence = nextSequence()
    let sending: Promise<A> | null = null
    try {
      sending = request.send()
    } finally {
      if (sending === null) availability.release(request.requestClass)
    }
    return sending === null ? null : this.#finish(request, sending, { requestSequence, learn })
  }

  async #finish<A extends ServiceResult<unknown>>(
    request: SyncRequest<A>,
    sending: Promise<A>,
    { requestSequence, learn }: { readonly requestSequence: number; readonly learn: Learn }
  ): Promise<Received<A>> {
    this.#inFlight += 1
    try {
      const value = { ...(await sending), requestSequence }
      // The governor ends with the library.
      if (this.#isClosed) return value
      this.#ports.availability.note(request, value.outcome)
      learn(reportOf(kindOf(value), value.facts))
      await request.onResponse?.(value)
      return value
    } finally {
      this.#inFlight -= 1
      if (this.#inFlight === 0) this.#onIdle?.()
    }
  }
}

const UNAVAILABLE_STATUSES: readonly number[] = [408, 503]

/** Returns the report of a single response. `receivedAt`: ms since epoch. */
export function reportOfResponse(response: SendResponse, receivedAt: number): RequestReport {
  const facts = factsOf(response, receivedAt)
  return reportOf(plainKind(response, facts.status), facts)
}

function reportOf(kind: RequestReport['kind'], { rate, requests }: ResponseFacts): RequestReport {
  return { kind, rate, retryAfterMs: kind === 'refused' ? retryDelayMs(rate) : rate.retryAfterMs, requests }
}

function plainKind(response: SendResponse, status: number | null): RequestReport['kind'] {
  if (response.kind === 'failed') return response.wasSent ? 'failed' : 'unsent'
  if (status === 429) return 'refused'
  return status !== null && UNAVAILABLE_STATUSES.includes(status) ? 'unavailable' : 'answered'
}

function kindOf({ outcome, facts }: ServiceResult<unknown>): RequestReport['kind'] {
  if (outcome.kind === 'rate-limited') return 'refused'
  if (facts.requests === 0) return 'unsent'
  if (facts.status !== null) return UNAVAILABLE_STATUSES.includes(facts.status) ? 'unavailable' : 'answered'
  const code = 'failure' in outcome ? outcome.failure.code : null
  if (code === 'timed-out') return 'unavailable'
  return outcome.kind === 'retry' ? 'unsent' : 'failed'
}
