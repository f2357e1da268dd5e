/**
 * The reference service called in process, in virtual time, behind a network that can be cut, refuse, or lose
 * responses.
 */
import type { FailureCode } from '../../src/shared/failure.ts'
import { contentTypeOf, type SendResponse, type SendRequest } from '../../src/shared/send.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import type { ServiceOptions } from '../../src/reference-service/service-options.ts'
import { seededRandom } from '../../drivers/seeded-random.ts'
import { type VirtualClock, createVirtualClock } from '../../drivers/virtual-clock.ts'

export interface NetworkOptions extends ServiceOptions {
  readonly seed?: number
  /** Network latency in each direction. */
  readonly latencyMs?: number
}

export class RigNetwork {
  readonly clock: VirtualClock = createVirtualClock()
  readonly service: ReferenceService
  readonly random: () => number
  /** Failure of every request sent now; `null` if the network is up. */
  down: FailureCode | null = null
  /** The keys of the client. */
  readonly keys: { images: string; projects: string }
  /**
   * Chromium's behavior: a request that finds its reused socket dead is sent once more, unless it requires a fresh one.
   */
  resends = false
  /** A proxy between client and service that may change responses. */
  alter: (request: SendRequest, response: SendResponse) => SendResponse = (_, response) => response
  protected readonly latencyMs: number

  constructor(options: NetworkOptions = {}) {
    const { seed = 1, latencyMs = 5, ...service } = options
    this.latencyMs = latencyMs
    this.random = seededRandom(seed)
    const clock = { now: () => this.clock.now(), wait: (ms: number) => this.wait(ms) }
    this.service = new ReferenceService({ perMinute: 0, projects: 3, seed, clock, random: this.random, ...service })
    this.keys = { images: this.service.settings.imagesKey, projects: this.service.settings.projectsKey }
  }

  /** Counts the requests that arrived at the service. */
  arrived(method: string): number {
    return this.service.log.entries.filter((entry) => entry.method === method).length
  }

  /** Counts the updates that arrived at the service. */
  updates(): number {
    return this.arrived('PUT')
  }

  /** Sends a request and returns the result that the client sees. */
  async send(request: SendRequest): Promise<SendResponse> {
    await this.wait(this.latencyMs)
    if (this.down !== null) return this.failed(this.down, false)
    const response = await this.inTime(request)
    return this.alter(request, response)
  }

  protected wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve))
  }

  async #resendWhenLost(request: SendRequest): Promise<SendResponse> {
    const response = await this.ask(request)
    const isLost = response.kind === 'failed' && response.code === 'connection-lost'
    return this.resends && !request.once && isLost ? this.ask(request) : response
  }

  /** After the timeout no caller waits for the response, but the service completes what it has begun. */
  protected inTime(request: SendRequest): Promise<SendResponse> {
    const late = Promise.withResolvers<SendResponse>()
    const cancel = this.clock.after(request.timeoutMs, () => late.resolve(this.failed('timed-out', true)))
    return Promise.race([late.promise, this.#resendWhenLost(request).finally(cancel)])
  }

  /** Returns the service behind the address for the key of the request. */
  serviceFor(_request: SendRequest): ReferenceService {
    return this.service
  }

  /** Processes one request at the service. */
  protected async ask(request: SendRequest): Promise<SendResponse> {
    const url = new URL(request.url)
    const reply = await this.serviceFor(request).handle({
      scheme: 'http',
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: {
        host: url.host,
        accept: 'application/json',
        authorization: `Bearer ${request.slot === 'images' ? this.keys.images : this.keys.projects}`,
        'content-type': contentTypeOf(request.form ?? '')
      },
      body: request.form ?? '',
      address: '127.0.0.1'
    })
    await this.wait(this.latencyMs)
    if (reply.kind !== 'response') return this.failed('connection-lost', true)
    const { status, headers, body } = reply.response
    return { kind: 'response', status, headers, body, url: request.url }
  }

  protected failed(code: FailureCode, wasSent: boolean): SendResponse {
    return { kind: 'failed', code, wasSent, host: 'service.test', location: null, detail: code }
  }
}
