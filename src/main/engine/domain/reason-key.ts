/**
 * Decides when two refusals have the same reason. Services name the record, the value or the request in their messages,
 * so the same refusal of a hundred records has a hundred messages. Messages are compared and never interpreted.
 */
import type { Failure } from '../../../shared/failure.ts'
import { MAX_REASON_KEY_LENGTH } from '../../../shared/limits.ts'

const VALUE = '#'
/** An apostrophe inside a word is not a quote. */
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`|(?<!\p{L})['‘][^'’]*['’](?!\p{L})/gu
const WORD = /[\p{L}\p{N}_-]+/gu
const DIGIT = /\p{N}/u

/**
 * Returns status and messages without the parts specific to one record: its id and names, quoted values, and words with
 * a digit.
 */
export function reasonKey({ status, fields, detail }: Failure, own: readonly (string | null)[]): string {
  const texts = Object.entries(fields ?? {}).map(([field, messages]) => [field, ...messages].join(' '))
  const message = [...texts, detail ?? ''].join(' ').trim()
  const key = withoutValues(withoutOwn(message, own))
  return [status ?? '', key].join(' ').trim().slice(0, MAX_REASON_KEY_LENGTH)
}

function withoutOwn(text: string, own: readonly (string | null)[]): string {
  const named = own.filter((value) => value !== null).map((value) => value.trim())
  const values = named.filter((value) => value !== '')
  // The longest first, because a name may start with another one.
  return values.toSorted((a, b) => b.length - a.length).reduce(withoutValue, text)
}

/** Replaces whole words only, because an image named "a" is not in every message. */
function withoutValue(text: string, value: string): string {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), VALUE)
}

/** Numbers, dates, UUIDs and request ids all contain a digit. */
function withoutValues(text: string): string {
  return text.replaceAll(QUOTED, VALUE).replaceAll(WORD, (word) => (DIGIT.test(word) ? VALUE : word))
}
