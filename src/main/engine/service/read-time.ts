/** Times as services write them, as ms since epoch. */
import { isObject, member } from './read-fields.ts'

/** Numbers below are seconds since epoch, above milliseconds. */
const SMALLEST_EPOCH_MS = 100_000_000_000
/** End of the year 9999; beyond it nothing can be shown. */
const LATEST_MS = 253_402_300_799_999

const words = (text: string): readonly string[] => text.split(' ')
/** What services call the time when a record was made, or last changed; the first that can be read counts. */
export const CREATED_NAMES = words(
  'created_at created createdAt date_created dateCreated created_on ' +
    'createdOn created_date creation_date created_time inserted_at insertedAt'
)
export const UPDATED_NAMES = words(
  'updated_at updated updatedAt date_updated dateUpdated updated_on ' +
    'modified modified_at modifiedAt date_modified last_modified'
)

const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/**
 * Reads ISO text, `2023-11-20 10:00:00` (no zone: UTC), `{date, timezone}`, and epoch seconds or milliseconds.
 * null: the service has no time here (null, empty, `0000-00-00`, 0). undefined: not readable.
 */
export function readTime(value: unknown): number | null | undefined {
  if (value === null || value === '') return null
  if (typeof value === 'number') return readEpoch(value)
  if (isObject(value)) return readZoned(member(value, 'date'), member(value, 'timezone'))
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return /^\d{1,15}(\.\d+)?$/.test(text) ? readEpoch(Number(text)) : readWritten(text)
}

function readEpoch(value: number): number | null | undefined {
  if (!Number.isFinite(value)) return undefined
  if (value <= 0) return null
  return inRange(Math.round(value < SMALLEST_EPOCH_MS ? value * 1_000 : value))
}

function readWritten(text: string): number | null | undefined {
  const parts = WRITTEN.exec(text)
  if (parts === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (year === 0 || month === 0 || day === 0) return null
  if (!isDay(year, month, day) || hour > 24 || minute > 59 || second > 60) return undefined
  const fraction = parts[7] === undefined ? 0 : Math.floor(Number(`0.${parts[7]}`) * 1_000)
  return inRange(Date.UTC(year, month - 1, day, hour, minute, second) + fraction - offsetMs(parts[8] ?? 'Z'))
}

/** A day that the calendar does not have would roll over into another one. */
function isDay(year: number, month: number, day: number): boolean {
  if (month > 12) return false
  return day <= 28 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (parts === null) return 0
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return (parts[1] === '-' ? -minutes : minutes) * 60_000
}

/** The older framework's form. Its zone is UTC, an offset, or a name that the system's tables know. */
function readZoned(date: unknown, zone: unknown): number | null | undefined {
  if (typeof date !== 'string') return undefined
  const name = typeof zone === 'string' ? zone.trim() : ''
  if (name === '' || /^(Z|UTC|[+-]\d{2}:?\d{2})$/i.test(name)) return readWritten(`${date.trim()}${name}`)
  const asUtc = readWritten(date.trim())
  if (typeof asUtc !== 'number') return asUtc
  const offset = namedOffsetMs(name, asUtc)
  return offset === undefined ? undefined : inRange(asUtc - offset)
}

/** How far a named zone is ahead of UTC about then (off by the change of an hour on two nights a year). */
function namedOffsetMs(zone: string, at: number): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
    const written = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
    return offsetMs(written.replace(/^GMT/, ''))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function inRange(ms: number): number | null | undefined {
  if (ms > LATEST_MS) return undefined
  return ms > 0 ? ms : null
}
