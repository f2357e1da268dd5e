/** Converts single values: ids in both directions, dates and counts for responses, flags of requests. */
import type { ServiceDialect } from './switches.ts'

type IdStyle = ServiceDialect['ids']

/** First integer that a double cannot distinguish from the next one. */
const HUGE = 9_007_199_254_740_992n

/** Returns the id as it appears in records. */
export function writeId(style: IdStyle, id: number): number | string | bigint {
  if (style === 'text') return String(id)
  if (style === 'uuid') return uuidOf(id)
  return style === 'huge' ? HUGE + BigInt(id) : id
}

/** Parses the id in a path; returns 0, which no record has, if it is invalid. */
export function readId(style: IdStyle, text: string): number {
  if (style === 'uuid') {
    const id = Number.parseInt(text.slice(-12), 16)
    return uuidOf(id) === text ? id : 0
  }
  if (!/^[1-9]\d{0,18}$/.test(text)) return 0
  const id = style === 'huge' ? BigInt(text) - HUGE : BigInt(text)
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : 0
}

/** Formats an id as a UUID with scrambled leading digits, so that text order is not creation order. */
function uuidOf(id: number): string {
  const scrambled = (Math.imul(id, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return `${scrambled}-${scrambled.slice(0, 4)}-4${scrambled.slice(4, 7)}-8${scrambled.slice(1, 4)}-${id.toString(16).padStart(12, '0')}`
}

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

/** Returns a time (ms since epoch) as it appears in records; `undefined` if records have no dates. */
export const writeDate = (style: DateStyle, at: number): unknown => WRITERS[style](at)

/** Formats UTC to the second, without a time zone. */
export function sqlDate(at: number): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

export const writeCount = ({ numbers }: ServiceDialect, count: number): number | string =>
  numbers === 'text' ? String(count) : count

/** Returns the page size, which older services return as text. */
export const writeSize = ({ numbers }: ServiceDialect, size: number): number | string =>
  numbers === 'number' ? size : String(size)

/** Accepted values of flags in requests. */

const DIGITS: Readonly<Record<string, boolean>> = { '1': true, '0': false }
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false }
const TAKEN = { digits: DIGITS, words: WORDS, both: { ...DIGITS, ...WORDS }, ignored: {} } as const

/** Parses a flag; `null` if the text is not an accepted value. */
export function readFlag(taken: keyof typeof TAKEN, text: string | null): boolean | null {
  const writings: Readonly<Record<string, boolean>> = TAKEN[taken]
  return text !== null && Object.hasOwn(writings, text) ? (writings[text] ?? null) : null
}
