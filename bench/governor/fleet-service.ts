/** One service for a whole fleet: a limit per key, a total capacity per second, and an outage. */
import type { Clock } from '../../src/main/engine/domain/clock.ts'
import { UNREPORTED, createLimiter } from './limiter.ts'
import type { RequestReport } from '../../src/main/engine/domain/request-report.ts'

/**
 * `silent`: 502. `date`: 503 with the same end of the outage for all clients. `seconds`: 503 with a Retry-After of 120
 * s.
 */
export type Outage = 'silent' | 'date' | 'seconds'

export interface FleetResponse {
  readonly status: 200 | 429 | 502 | 503
  readonly rate: RequestReport['rate']
  readonly retryAfterMs: number | null
}

export interface FleetServicePorts {
  readonly clock: Clock
  readonly capacityPerSecond: number
  readonly outage: Outage
  readonly outageMs: number
}

const PER_KEY = { limit: 60, windowMs: 60_000, kind: 'fixed', reports: 'headers' } as const
const LATENCY_MS = 60
/** Requests that would wait longer than this for a worker are rejected. */
const LONGEST_QUEUE_MS = 1_000
const RETRY_AFTER_MS = 120_000

export class FleetService {
  readonly #ports: FleetServicePorts
  readonly #keys = new Map<number, ReturnType<typeof createLimiter>>()
  #busyUntil = 0
  /** Requests by whole seconds since the end of the outage; negative before it. */
  readonly arrivals = new Map<number, number>()
  readonly firsts = new Map<number, number>()
  readonly #seen = new Set<number>()
  arrivedInOutage = 0
  arrived = 0
  turnedAway = 0

  constructor(ports: FleetServicePorts) {
    this.#ports = ports
  }

  async send(key: number): Promise<FleetResponse> {
    await this.#pass(LATENCY_MS / 2)
    const { response, waitMs } = this.#decide(key)
    await this.#pass(LATENCY_MS / 2 + waitMs)
    return response
  }

  #decide(key: number): { response: FleetResponse; waitMs: number } {
    const now = this.#ports.clock.elapsed()
    const leftMs = this.#ports.outageMs - now
    if (leftMs > 0) {
      this.arrivedInOutage += 1
      return { response: this.#outOfOrder(leftMs), waitMs: 0 }
    }
    this.#count(key, Math.floor(-leftMs / 1_000))
    const waitMs = Math.max(0, this.#busyUntil - now)
    if (waitMs > LONGEST_QUEUE_MS) {
      this.turnedAway += 1
      return { response: { status: 503, rate: UNREPORTED, retryAfterMs: null }, waitMs: 0 }
    }
    this.#busyUntil = now + waitMs + 1_000 / this.#ports.capacityPerSecond
    return { response: this.#limited(key, now), waitMs }
  }

  #outOfOrder(leftMs: number): FleetResponse {
    if (this.#ports.outage === 'silent') return { status: 502, rate: UNREPORTED, retryAfterMs: null }
    const delayMs = this.#ports.outage === 'date' ? leftMs : RETRY_AFTER_MS
    return { status: 503, rate: UNREPORTED, retryAfterMs: Math.max(1_000, Math.ceil(delayMs / 1_000) * 1_000) }
  }

  #limited(key: number, now: number): FleetResponse {
    const limiter = this.#keys.get(key) ?? createLimiter(PER_KEY)
    this.#keys.set(key, limiter)
    const { isTaken, rate, retryAfterMs } = limiter(now)
    return { status: isTaken ? 200 : 429, rate, retryAfterMs }
  }

  #count(key: number, second: number): void {
    this.arrived += 1
    this.arrivals.set(second, (this.arrivals.get(second) ?? 0) + 1)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.firsts.set(second, (this.firsts.get(second) ?? 0) + 1)
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#ports.clock.after(ms, resolve))
  }
}
