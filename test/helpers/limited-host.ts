/** A host with a request limit for the governor, and the headers that report it. */
import type { RequestReport } from '../../src/main/engine/domain/request-report.ts'
import type { VirtualClock } from '../../drivers/virtual-clock.ts'

/** The window of 60 s begins with the first request. */
export class LimitedHost {
  readonly clock: VirtualClock
  readonly limit: number | null
  readonly reports: 'headers' | 'retry-after' | 'nothing'
  taken = 0
  refused = 0
  inFlight = 0
  mostInFlight = 0
  refusedAt: number[] = []
  arrivals: number[] = []
  #windowStart = Number.NEGATIVE_INFINITY
  #inWindow = 0

  constructor(clock: VirtualClock, limit: number | null, reports: 'headers' | 'retry-after' | 'nothing' = 'headers') {
    this.clock = clock
    this.limit = limit
    this.reports = reports
  }

  /** Spends one request of another client behind the same address. */
  spend(): boolean {
    const now = this.clock.elapsed()
    if (now >= this.#windowStart + 60_000) {
      this.#windowStart = now
      this.#inWindow = 0
    }
    this.#inWindow += 1
    return this.limit === null || this.#inWindow <= this.limit
  }

  /** Answers one request: whether it was served. `learn` is called when the response is there. */
  async response(latencyMs: number, learn: (report: RequestReport) => void): Promise<boolean> {
    this.inFlight += 1
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
    const isTaken = this.spend()
    this.arrivals.push(this.clock.elapsed())
    if (isTaken) this.taken += 1
    else {
      this.refused += 1
      this.refusedAt.push(this.clock.elapsed())
    }
    const report = this.#report(isTaken)
    await new Promise<void>((resolve) => this.clock.after(latencyMs, resolve))
    this.inFlight -= 1
    learn(report)
    return isTaken
  }

  #report(isTaken: boolean): RequestReport {
    const hasHeaders = this.limit !== null && this.reports === 'headers'
    const restMs = Math.ceil((this.#windowStart + 60_000 - this.clock.elapsed()) / 1_000) * 1_000
    return {
      kind: isTaken ? 'answered' : 'refused',
      rate: hasHeaders
        ? { limit: this.limit, remaining: Math.max(0, (this.limit ?? 0) - this.#inWindow) }
        : { limit: null, remaining: null },
      // The assumed delay for a refusal that names no time.
      retryAfterMs: isTaken ? null : this.reports === 'nothing' ? 60_000 : restMs,
      requests: 1
    }
  }
}
