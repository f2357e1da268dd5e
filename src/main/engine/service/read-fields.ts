/**
 * Single values as services of this kind write them. Each reader answers undefined for what it cannot read, so that
 * the caller can keep the raw value instead of guessing.
 */

export type JsonObject = Readonly<Record<string, unknown>>

/** Longer ids are no ids. */
const MAX_ID_LENGTH = 512
/** Cannot stand in an address unchanged (nor can lone surrogates). */
const UNSAFE_IN_ID = /\p{Cc}/u

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member itself, never one that the prototype lends (`constructor`, `__proto__`). */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Opaque text of an id. A number that a double cannot hold has lost its digits and is refused. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || value === '' || value.length > MAX_ID_LENGTH) return undefined
  return UNSAFE_IN_ID.test(value) || !value.isWellFormed() ? undefined : value
}

/** Text to show: numbers and flags become text; NUL and lone surrogates, which no store keeps, become U+FFFD. */
export function readText(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '\ufffd')
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** As text, but nothing instead of the empty text: for values that are chosen, not written. */
export function readChoice(value: unknown): string | null | undefined {
  const text = readText(value)
  return typeof text === 'string' && text.trim() === '' ? null : text
}

const YES: readonly string[] = ['1', 'true', 'yes', 'on']
const NO: readonly string[] = ['0', 'false', 'no', 'off', '']

/** true/1/"1"/"true" and their opposites; null counts as false. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === null) return false
  if (typeof value === 'number') return value === 1 ? true : value === 0 ? false : undefined
  if (typeof value !== 'string') return undefined
  const word = value.trim().toLowerCase()
  return YES.includes(word) ? true : NO.includes(word) ? false : undefined
}

/** A count of zero or more, possibly written as text; null and nonsense are undefined. */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
