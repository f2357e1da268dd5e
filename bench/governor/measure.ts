/** Sends updates to one host with one policy, on virtual time, and measures the result. */
import { seededRandom } from '../../drivers/seeded-random.ts'
import { createVirtualClock } from '../../drivers/virtual-clock.ts'
import type { Clock, Random } from '../../src/main/engine/domain/clock.ts'
import type { HostSpec } from './host-specs.ts'
import { Host, STRAY_REST_MS } from './host.ts'
import type { Policy, SendUntilTaken } from './policies.ts'

export interface Figures {
  readonly host: string
  readonly policy: string
  readonly updates: number
  /** From the first request to the last response. */
  readonly ms: number
  readonly requests: number
  /** Of all requests, and of those after the first hundred. */
  readonly refusedShare: number
  readonly lateRefusedShare: number
  /** 95th percentile of the latency, divided by that of the same host without load. */
  readonly p95Ratio: number
  /** Share of the available capacity, without what a rival used. */
  readonly capacityShare: number
  /** Available capacity per minute; with stray refusals, what remains if each of their cooldowns is kept. */
  readonly mostPerMinute: number
  /** Some refusals are unrelated to the request rate. They do not count as refusals of ours. */
  readonly hasStrays: boolean
  /** Share of the rival's requests that was refused; `null` if there is no rival. */
  readonly rivalRefusedShare: number | null
  /** Longest time from a user action to its response, ahead of the batch. */
  readonly interactiveMs: number
}

export interface Trial {
  readonly spec: HostSpec
  readonly policy: Policy
  /** Multiplied by the scale of the host. */
  readonly updates: number
  readonly seed: number
}

const INTERACTIVE_GAP_MS = 30_000
const LIMIT_MS = 60 * 24 * 3_600_000

/** Runs one measurement to its end. The same seed gives the same figures. */
export async function measure({ spec, policy, seed, ...trial }: Trial): Promise<Figures> {
  const updates = trial.updates * spec.scale
  const clock = createVirtualClock()
  const host = new Host(spec, clock, seededRandom(seed))
  const random = seededRandom(seed + 1)
  const { workers, batch, interactive } = policy.create({ clock, random, send: () => host.send() })
  const tally = { left: updates, done: 0 }
  for (let index = 0; index < workers; index += 1) void drain(tally, batch)
  const user = new SimulatedUser(clock, random, interactive)
  await clock.runUntil(() => tally.done === updates, LIMIT_MS)
  user.stop()
  host.close()
  const ms = clock.elapsed()
  const taken = host.arrived - host.refused - host.strayed
  const most = capacityOf(spec, ms, seed)
  return {
    host: spec.name,
    policy: policy.name,
    updates,
    ms,
    requests: host.arrived,
    refusedShare: host.refused / host.arrived,
    lateRefusedShare: host.refusedLate / Math.max(1, host.arrived - 100),
    p95Ratio: p95(host.latenciesMs) / unloadedP95(spec, seed),
    capacityShare: taken / (most - host.rivalTaken),
    mostPerMinute: (most / ms) * 60_000,
    hasStrays: spec.strays !== null,
    rivalRefusedShare: host.rivalAsked === 0 ? null : 1 - host.rivalTaken / host.rivalAsked,
    interactiveMs: user.longestMs
  }
}

async function drain(tally: { left: number; done: number }, batch: SendUntilTaken): Promise<void> {
  while (tally.left > 0) {
    tally.left -= 1
    await batch()
    tally.done += 1
  }
}

/** Adds a favorite now and then while the batch runs. */
class SimulatedUser {
  readonly #clock: Clock
  readonly #random: Random
  readonly #interactive: SendUntilTaken
  #isActive = true
  #startedAt: number | null = null
  #longestMs = 0

  constructor(clock: Clock, random: Random, interactive: SendUntilTaken) {
    this.#clock = clock
    this.#random = random
    this.#interactive = interactive
    this.#next()
  }

  /** Includes the action that is still pending. */
  get longestMs(): number {
    return Math.max(this.#longestMs, this.#startedAt === null ? 0 : this.#clock.elapsed() - this.#startedAt)
  }

  stop(): void {
    this.#isActive = false
  }

  #next(): void {
    this.#clock.after(INTERACTIVE_GAP_MS * (0.5 + this.#random()), () => {
      if (this.#isActive) void this.#star()
    })
  }

  async #star(): Promise<void> {
    this.#startedAt = this.#clock.elapsed()
    await this.#interactive()
    this.#longestMs = this.longestMs
    this.#startedAt = null
    this.#next()
  }
}

/** Requests that a client with perfect knowledge of the service could make in that time. */
function capacityOf(spec: HostSpec, ms: number, seed: number): number {
  const outMs =
    spec.outage === null || ms < spec.outage.fromMs ? 0 : Math.min(spec.outage.forMs, ms - spec.outage.fromMs)
  const perMinute = spec.capacityPerMinute ?? (spec.inFlight / meanLatency(spec, seed)) * 60_000
  return (perMinuteWithCooldowns(spec, perMinute) * (ms - outMs)) / 60_000
}

/**
 * Each stray refusal stops all requests for the second that it names, even for a client that recognizes it as stray.
 */
function perMinuteWithCooldowns({ strays }: HostSpec, perMinute: number): number {
  if (strays?.as !== 'refusal') return perMinute
  return perMinute / (1 + (strays.share * perMinute * STRAY_REST_MS) / 60_000)
}

const SAMPLES = 20_000

function samples({ wayMs, workMs }: HostSpec, seed: number): number[] {
  const random = seededRandom(seed + 2)
  return Array.from({ length: SAMPLES }, () => 2 * wayMs(random) + workMs(random))
}

const meanLatency = (spec: HostSpec, seed: number): number =>
  samples(spec, seed).reduce((sum, ms) => sum + ms, 0) / SAMPLES

/**
 * By host and seed. Every policy is compared with the same latency, and sorting the samples would dominate a small
 * measurement.
 */
const unloadedP95s = new WeakMap<HostSpec, Map<number, number>>()

function unloadedP95(spec: HostSpec, seed: number): number {
  const known = unloadedP95s.get(spec) ?? new Map<number, number>()
  const value = known.get(seed) ?? p95(samples(spec, seed))
  unloadedP95s.set(spec, known.set(seed, value))
  return value
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}
