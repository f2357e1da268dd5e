/** The goals of the governor on every kind of service, and for a fleet behind one service. */
import type { FleetFigures } from './fleet.ts'
import type { Figures } from './measure.ts'

/** A sentence that describes one missed goal. */
export type Miss = string

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Checks the throughput, the refusals after the first hundred requests, and the latency of one host. */
export function missesOf(figures: Figures): Miss[] {
  const hasRival = figures.rivalRefusedShare !== null
  const [least, most] = hasRival ? [0.9, 0.03] : [figures.hasStrays ? 0.8 : 0.95, 0.01]
  const { host, capacityShare, lateRefusedShare, p95Ratio } = figures
  return [
    ...missing(capacityShare >= least, `${host}: ${percent(capacityShare)} of the capacity, not ${percent(least)}.`),
    ...missing(lateRefusedShare <= most, `${host}: ${percent(lateRefusedShare)} refused, more than ${percent(most)}.`),
    ...missing(p95Ratio <= 1.3, `${host}: latency is ${p95Ratio.toFixed(2)} times what it is without load, not 1.30.`)
  ]
}

/** The longest Retry-After used here plus its maximum jitter: no installation returns later. */
const LAST_BACK_MS = 7 * 60_000

/**
 * No synchronized burst: at most 3 % of the fleet returns in one second, no second exceeds twice the capacity of the
 * service, and almost no request is rejected. The recovery still ends soon after the last installation returns.
 */
export function fleetMissesOf(figures: FleetFigures): Miss[] {
  const { outage, peakRatio, firstsPeakShare, turnedAwayShare, doneMs, idealMs } = figures
  const of = `Fleet, ${outage}`
  return [
    ...missing(peakRatio <= 2, `${of}: ${peakRatio.toFixed(1)} times the capacity in one second, more than 2.`),
    ...missing(firstsPeakShare <= 0.03, `${of}: ${percent(firstsPeakShare)} came back in one second, more than 3 %.`),
    ...missing(turnedAwayShare <= 0.03, `${of}: ${percent(turnedAwayShare)} were turned away, more than 3 %.`),
    ...missing(doneMs <= LAST_BACK_MS + idealMs, `${of}: served after ${Math.round(doneMs / 1_000)} s, too late.`)
  ]
}

function missing(isReached: boolean, miss: Miss): Miss[] {
  return isReached ? [] : [miss]
}
