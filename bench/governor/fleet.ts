/** Ten thousand installations behind one service that recovers from an outage, on virtual time. */
import { seededRandom } from '../../drivers/seeded-random.ts'
import { createVirtualClock } from '../../drivers/virtual-clock.ts'
import { FleetService, type Outage } from './fleet-service.ts'
import { Installation, runNaive } from './installation.ts'

export interface FleetTrial {
  readonly policy: 'governor' | 'every 5 s'
  readonly outage: Outage
  readonly installations: number
  readonly seed: number
}

export interface FleetFigures {
  readonly policy: string
  readonly outage: Outage
  readonly installations: number
  /** Requests per minute of one installation during the outage. */
  readonly perMinuteInOutage: number
  /** All requests after the outage: the busiest second, divided by the capacity of the service per second. */
  readonly peakRatio: number
  /** Share of the fleet whose first request falls into the busiest second for first requests. */
  readonly firstsPeakShare: number
  /** Time until 95 % of the fleet has sent a first request. */
  readonly spreadMs: number
  readonly turnedAwayShare: number
  /** Time until every favorite of the fleet is accepted, and the minimum that this can take. */
  readonly doneMs: number
  readonly idealMs: number
}

/** Pending favorites of each installation. */
const ENTRIES = 5
/** Rounds are five minutes apart, so the installations notice the recovery one after the other. */
const PHASE_MS = 5 * 60_000
/** The naive policy behaves the same after an outage of any length, so a short one is enough. */
const OUTAGE_MS = { governor: 15 * 60_000, 'every 5 s': 30_000 } as const

/** All pending favorites together are two and a half minutes of work for the service. */
const capacityOf = (installations: number): number => (installations * (ENTRIES + 1)) / 150

export async function measureFleet({ policy, outage, installations, seed }: FleetTrial): Promise<FleetFigures> {
  const clock = createVirtualClock()
  const outageMs = OUTAGE_MS[policy]
  const capacityPerSecond = capacityOf(installations)
  const service = new FleetService({ clock, capacityPerSecond, outage, outageMs })
  const phases = seededRandom(seed)
  let done = 0
  for (let key = 0; key < installations; key += 1) {
    const random = seededRandom(seed * 1_000_003 + key)
    const ports = { clock, random, send: () => service.send(key), entries: ENTRIES, onDone: () => void (done += 1) }
    const phaseMs = phases() * Math.min(PHASE_MS, outageMs)
    const start = policy === 'governor' ? () => new Installation(ports).start() : () => void runNaive(ports)
    clock.after(phaseMs, start)
  }
  await clock.runUntil(() => done === installations)
  return {
    policy,
    outage,
    installations,
    perMinuteInOutage: (service.arrivedInOutage / installations / outageMs) * 60_000,
    peakRatio: Math.max(...service.arrivals.values()) / capacityPerSecond,
    firstsPeakShare: Math.max(...service.firsts.values()) / installations,
    spreadMs: spreadOf(service.firsts, installations),
    turnedAwayShare: service.turnedAway / service.arrived,
    doneMs: clock.elapsed() - outageMs,
    idealMs: ((ENTRIES + 1) * installations * 1_000) / capacityPerSecond
  }
}

function spreadOf(firsts: ReadonlyMap<number, number>, installations: number): number {
  let seen = 0
  for (const second of [...firsts.keys()].sort((a, b) => a - b)) {
    seen += firsts.get(second) ?? 0
    if (seen >= installations * 0.95) return (second + 1) * 1_000
  }
  return Number.POSITIVE_INFINITY
}
