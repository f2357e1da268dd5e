/** What the governor must reach on every kind of service, and a fleet of it behind one. */
import type { FleetFigures } from './fleet.ts'
import type { Figures } from './measure.ts'

/** One goal that was missed: a sentence. */
export type Miss = string

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Drain, refusals after the first hundred requests, and latency of one host. */
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

/** The longest rest that is told here, and the most that it is spread: nobody is back later. */
const LAST_BACK_MS = 7 * 60_000

/**
 * No synchronized burst: no second sees more than 3 % of the fleet come back, nor more than twice what the service can
 * do, and hardly anybody is turned away. Yet it is over soon after the last one is back.
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
