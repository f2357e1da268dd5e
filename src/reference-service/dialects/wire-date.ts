/** Dates on the wire. */
import type { ServiceDialect } from './switches.ts'

type DateStyle = ServiceDialect['dates']

const WRITERS: Readonly<Record<DateStyle, (at: number) => unknown>> = {
  iso: (at) => new Date(at).toISOString().replace('Z', '000Z'),
  sql: sqlDate,
  zoned: (at) => ({ date: `${sqlDate(at)}.000000`, timezone_type: 3, timezone: 'UTC' }),
  seconds: (at) => Math.floor(at / 1000),
  milliseconds: (at) => at,
  zero: () => '0000-00-00 00:00:00',
  missing: () => undefined
}

/** A time (ms since epoch) as records carry it; undefined = the record has no such field. */
export const writeDate = (style: DateStyle, at: number): unknown => WRITERS[style](at)

/** UTC, to the second, without a zone. */
export function sqlDate(at: number): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
