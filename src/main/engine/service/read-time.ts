/** Reads times as services write them, as ms since epoch. */
import { isObject, member } from './read-fields.ts'

/** Smaller numbers are seconds since epoch, larger ones milliseconds. */
const SMALLEST_EPOCH_MS = 100_000_000_000
/** End of the year 9999; later times cannot be shown. */
const LATEST_MS = 253_402_300_799_999

const words = (text: string): readonly string[] => text.split(' ')
/** Member names for the time of creation and of the last change; the first readable one counts. */
export const CREATED_NAMES = words(
  'created_at created createdAt date_created dateCreated created_on ' +
    'createdOn created_date creation_date created_time inserted_at insertedAt'
)
export const UPDATED_NAMES = words(
  'updated_at updated updatedAt date_updated dateUpdated updated_on ' +
    'modified modified_at modifiedAt date_modified last_modified'
)

const OFFSET = 'Z|UTC|[+-]\\d{2}:?\\d{2}'
const WRITTEN = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?))?\\s*(${OFFSET})?$`,
  'i'
)
const IS_OFFSET = new RegExp(`^(${OFFSET})?$`, 'i')

/**
 * Reads ISO text, `2023-11-20 10:00:00` (no zone: UTC), `{date, timezone}`, and epoch seconds or milliseconds. Returns
 * `null` if the service has no time here (null, empty, `0000-00-00`, 0), and undefined if unreadable.
 */
export function readTime(value: unknown): number | null | undefined {
  if (value === null || value === '') return null
  if (typeof value === 'number') return readEpoch(value)
  if (isObject(value)) return readZoned(member(value, 'date'), member(value, 'timezone'))
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return /^\d{1,15}(\.\d+)?$/.test(text) ? readEpoch(Number(text)) : readWritten(text)
}

const readEpoch = (value: number): number | null | undefined =>
  inRange(Math.round(value < SMALLEST_EPOCH_MS ? value * 1_000 : value))

function readWritten(text: string): number | null | undefined {
  const [, day, time = '00:00', zone = 'Z'] = WRITTEN.exec(text) ?? []
  if (day === undefined) return undefined
  if (/^0000|-00/.test(day)) return null
  // A day missing from the calendar would roll over into another one.
  if (new Date(day).getUTCDate() !== Number(day.slice(8))) return undefined
  const offset = zone
    .toUpperCase()
    .replace('UTC', 'Z')
    .replace(/(\d{2})(\d{2})$/, '$1:$2')
  return inRange(parseDate(`${day}T${time.replace(',', '.')}${offset}`))
}

/** Parses a date like `Date.parse`, and a leap second (`:60`) as the second after it. */
export function parseDate(text: string): number {
  const last = text.replace(/(:\d{2}):60(?!\d)/, '$1:59')
  return Date.parse(last) + (last === text ? 0 : 1_000)
}

/** Reads the form of the older framework. Its zone is UTC, an offset, or a name in the system's tables. */
function readZoned(date: unknown, zone: unknown): number | null | undefined {
  if (typeof date !== 'string') return undefined
  const name = typeof zone === 'string' ? zone.trim() : ''
  if (IS_OFFSET.test(name)) return readWritten(`${date.trim()}${name}`)
  const asUtc = readWritten(date.trim())
  if (typeof asUtc !== 'number') return asUtc
  const offset = offsetOf(name, asUtc)
  return offset === undefined ? undefined : readWritten(`${date.trim()}${offset}`)
}

/** Returns the offset of a named zone at that time (an hour off on two nights a year); empty for UTC. */
function offsetOf(zone: string, at: number): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
    return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', '')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function inRange(ms: number): number | null | undefined {
  if (Number.isNaN(ms) || ms > LATEST_MS) return undefined
  return ms > 0 ? ms : null
}
