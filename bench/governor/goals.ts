/** The goals of the governor on every kind of service and for a fleet behind one service, and tables of the figures. */
import type { FleetFigures } from './fleet.ts'
import type { Figures } from './measure.ts'

/** A sentence that describes one missed goal. */
export type Miss = string

/** Checks the throughput, the refusals after the first hundred requests, and the latency of one host. */
export function missesOf(figures: Figures): Miss[] {
  const hasRival = figures.rivalRefusedShare !== null
  const [least, most] = hasRival ? [0.9, 0.03] : [figures.hasStrays ? 0.8 : 0.95, 0.01]
  const { host, capacityShare, lateRefusedShare, p95Ratio } = figures
  return [
    ...missing(
      capacityShare >= least,
      `${host}: ${percent(capacityShare)} % of the capacity, not ${percent(least)} %.`
    ),
    ...missing(
      lateRefusedShare <= most,
      `${host}: ${percent(lateRefusedShare)} % refused, more than ${percent(most)} %.`
    ),
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
    ...missing(firstsPeakShare <= 0.03, `${of}: ${percent(firstsPeakShare)} % came back in one second, more than 3 %.`),
    ...missing(turnedAwayShare <= 0.03, `${of}: ${percent(turnedAwayShare)} % were turned away, more than 3 %.`),
    ...missing(doneMs <= LAST_BACK_MS + idealMs, `${of}: served after ${Math.round(doneMs / 1_000)} s, too late.`)
  ]
}

function missing(isReached: boolean, miss: Miss): Miss[] {
  return isReached ? [] : [miss]
}

interface Column<T> {
  readonly head: string
  readonly width: number
  readonly text: (row: T) => string
}

const percent = (share: number, digits = 1): string => (share * 100).toFixed(digits)

/** Seconds, minutes, or hours, whichever is easiest to read. */
function durationText(ms: number): string {
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 120 * 60_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(2)} h`
}

const HOSTS: readonly Column<Figures>[] = [
  { head: 'host', width: 27, text: ({ host }) => host },
  { head: 'policy', width: 21, text: ({ policy }) => policy },
  { head: 'updates', width: 7, text: ({ updates }) => String(updates) },
  { head: 'time', width: 9, text: ({ ms }) => durationText(ms) },
  { head: 'requests', width: 8, text: ({ requests }) => String(requests) },
  { head: 'refused %', width: 9, text: ({ refusedShare }) => percent(refusedShare, 2) },
  { head: 'p95 x', width: 5, text: ({ p95Ratio }) => p95Ratio.toFixed(2) },
  { head: 'most/min', width: 8, text: ({ mostPerMinute }) => mostPerMinute.toFixed(0) },
  { head: 'capacity %', width: 10, text: ({ capacityShare }) => percent(capacityShare) },
  { head: 'hand waits', width: 10, text: ({ interactiveMs }) => durationText(interactiveMs) },
  {
    head: 'rival refused %',
    width: 15,
    text: (row) => (row.rivalRefusedShare === null ? '' : percent(row.rivalRefusedShare))
  }
]

const FLEET: readonly Column<FleetFigures>[] = [
  { head: 'outage', width: 8, text: ({ outage }) => outage },
  { head: 'policy', width: 9, text: ({ policy }) => policy },
  { head: 'installations', width: 13, text: ({ installations }) => String(installations) },
  { head: 'asks a minute while out', width: 23, text: ({ perMinuteInOutage }) => perMinuteInOutage.toFixed(2) },
  { head: 'busiest second x', width: 16, text: ({ peakRatio }) => peakRatio.toFixed(2) },
  { head: 'back in one second %', width: 20, text: ({ firstsPeakShare }) => percent(firstsPeakShare, 2) },
  { head: '95 % back', width: 9, text: ({ spreadMs }) => durationText(spreadMs) },
  { head: 'turned away %', width: 13, text: ({ turnedAwayShare }) => percent(turnedAwayShare) },
  { head: 'all served', width: 10, text: ({ doneMs }) => durationText(doneMs) },
  { head: 'at best', width: 8, text: ({ idealMs }) => durationText(idealMs) }
]

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function headOf<T>(columns: readonly Column<T>[]): string {
  const heads = line(columns.map(({ head, width }) => head.padEnd(width)))
  return `${heads}\n${line(columns.map(({ width }) => '-'.repeat(width)))}`
}

function rowOf<T>(columns: readonly Column<T>[], row: T): string {
  return line(columns.map(({ text, width }) => text(row).padEnd(width)))
}

export const hostHead = (): string => headOf(HOSTS)
export const hostRow = (figures: Figures): string => rowOf(HOSTS, figures)
export const fleetHead = (): string => headOf(FLEET)
export const fleetRow = (figures: FleetFigures): string => rowOf(FLEET, figures)
