/**
 * Reads single values as such services write them. Each reader returns undefined for an unreadable value, so that the
 * caller can keep the raw one instead of guessing.
 */

export type JsonObject = Readonly<Record<string, unknown>>

/** Longer texts are not accepted as ids. */
const MAX_ID_LENGTH = 512
/** These characters cannot appear in an address unchanged (nor can lone surrogates). */
const UNSAFE_IN_ID = /\p{Cc}/u

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own member, never one of the prototype (`constructor`, `__proto__`). */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Returns the text of an id. A number that a double cannot hold has lost digits and is rejected. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || value === '' || value.length > MAX_ID_LENGTH) return undefined
  return UNSAFE_IN_ID.test(value) || !value.isWellFormed() ? undefined : value
}

/**
 * Returns text to show: numbers and flags become text; NUL and lone surrogates, which cannot be stored, become U+FFFD.
 */
export function readText(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '\ufffd')
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** Returns text, but `null` for blank text: for values that are selected, not typed. */
export function readChoice(value: unknown): string | null | undefined {
  const text = readText(value)
  return typeof text === 'string' && text.trim() === '' ? null : text
}

const YES: readonly string[] = ['1', 'true', 'yes', 'on']
const NO: readonly string[] = ['0', 'false', 'no', 'off', '']

/** Reads true/1/"1"/"true" and their opposites; `null` counts as false. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === null) return false
  if (typeof value === 'number') return value === 1 ? true : value === 0 ? false : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase()
  return YES.includes(text) ? true : NO.includes(text) ? false : undefined
}

/** Reads a count of zero or more, possibly written as text; `null` and invalid values are undefined. */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
