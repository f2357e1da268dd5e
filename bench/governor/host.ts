/** One service on virtual time: network latency in both directions, limiters, workers, and other clients. */
import type { Clock, Random } from '../../src/main/engine/domain/clock.ts'
import type { RequestReport } from '../../src/main/engine/domain/request-report.ts'
import { UNREPORTED, type Verdict, createLimiter } from './limiter.ts'
import type { HostSpec } from './host-specs.ts'

export interface HostResponse {
  readonly isTaken: boolean
  /** An HTML page came instead of a response, from a captive portal or the site's protection. */
  readonly isPage: boolean
  readonly report: RequestReport
}

/** Retry-After of a stray refusal. */
export const STRAY_REST_MS = 1_000

export class Host {
  readonly spec: HostSpec
  readonly #clock: Clock
  readonly #random: Random
  readonly #limiters: readonly ((now: number) => Verdict)[]
  readonly #waiting: (() => void)[] = []
  #working = 0
  #isOpen = true
  /** Requests of ours that arrived, were refused (429 or 503), and were refused after the first hundred. */
  arrived = 0
  refused = 0
  refusedLate = 0
  /** Refusals and pages that the request rate did not cause; not counted as refused. */
  strayed = 0
  /** Requests of other clients on the same limit, sent and accepted. */
  rivalAsked = 0
  rivalTaken = 0
  /** Latencies of the accepted requests, from sending to the response. */
  readonly latenciesMs: number[] = []

  constructor(spec: HostSpec, clock: Clock, random: Random) {
    this.spec = spec
    this.#clock = clock
    this.#random = random
    this.#limiters = spec.limiters.map(createLimiter)
    if (spec.rivalGapMs !== null) this.#rival(spec.rivalGapMs)
  }

  /** Sends one request; never rejects. */
  async send(): Promise<HostResponse> {
    const sentAt = this.#clock.elapsed()
    const wayMs = this.spec.wayMs(this.#random)
    await this.#pass(wayMs)
    const response = await this.#serve()
    await this.#pass(wayMs)
    if (response.isTaken) this.latenciesMs.push(this.#clock.elapsed() - sentAt)
    return response
  }

  /** Stops the other clients, so that no timer is left. */
  close(): void {
    this.#isOpen = false
  }

  async #serve(): Promise<HostResponse> {
    this.arrived += 1
    const now = this.#clock.elapsed()
    const { outage } = this.spec
    const isOut = outage !== null && now >= outage.fromMs && now < outage.fromMs + outage.forMs
    if (isOut) return this.#refuse('refused', UNREPORTED, outage.forMs)
    const { strays } = this.spec
    if (strays !== null && this.#random() < strays.share) return this.#stray(strays.as)
    let rate = UNREPORTED
    for (const limiter of this.#limiters) {
      const verdict = limiter(now)
      if (!verdict.isTaken) return this.#refuse('refused', verdict.rate, verdict.retryAfterMs)
      if (verdict.rate.limit !== null) rate = verdict.rate
    }
    const { workers } = this.spec
    if (workers?.whenBusy === 'refuse' && this.#working >= workers.count) return this.#refuse('unavailable', rate, null)
    await this.#work()
    return { isTaken: true, isPage: false, report: { kind: 'answered', rate, retryAfterMs: null, requests: 1 } }
  }

  async #work(): Promise<void> {
    const count = this.spec.workers?.count ?? Number.POSITIVE_INFINITY
    if (this.#working >= count) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#working += 1
    await this.#pass(this.spec.workMs(this.#random))
    this.#working -= 1
    this.#waiting.shift()?.()
  }

  #refuse(kind: 'refused' | 'unavailable', rate: RequestReport['rate'], retryAfterMs: number | null): HostResponse {
    this.refused += 1
    if (this.arrived > 100) this.refusedLate += 1
    return { isTaken: false, isPage: false, report: { kind, rate, retryAfterMs, requests: 1 } }
  }

  #stray(as: 'refusal' | 'page'): HostResponse {
    this.strayed += 1
    const isPage = as === 'page'
    const report = { kind: isPage ? 'answered' : 'refused', rate: UNREPORTED, requests: 1 } as const
    return { isTaken: false, isPage, report: { ...report, retryAfterMs: isPage ? null : STRAY_REST_MS } }
  }

  /** Another client behind the same address that sends at random times and never retries. */
  #rival(gapMs: number): void {
    this.#clock.after(-Math.log(1 - this.#random()) * gapMs, () => {
      if (!this.#isOpen) return
      const now = this.#clock.elapsed()
      this.rivalAsked += 1
      if (this.#limiters.every((limiter) => limiter(now).isTaken)) this.rivalTaken += 1
      this.#rival(gapMs)
    })
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(ms, resolve))
  }
}
