/** Formats the figures as tables for both a terminal and a Markdown page. */
import type { FleetFigures } from './fleet.ts'
import type { Figures } from './measure.ts'

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
