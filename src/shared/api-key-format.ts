/** Cleans up a pasted API key. Runs in the page (to say what is wrong at once) and in main (before any header is built). */
import { fail, succeed, type Result } from './failure.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from './limits.ts'

/** What surrounds a copied key: blanks, line ends, quotes, invisible marks. */
const WRAPPING = /^[\s"'`\u200b-\u200f\u2060\ufeff]+|[\s"'`\u200b-\u200f\u2060\ufeff]+$/g
const SCHEME = /^(authorization\s*:\s*)?bearer(\s+|$)/i
/** A line break inside a header value makes the network stack throw with the whole value in its message. */
const SENDABLE = new RegExp(`^[\\x21-\\x7e]{${MIN_KEY_LENGTH},${MAX_KEY_LENGTH}}$`)

/**
 * The key as it goes into the header.
 * Failures: `key-missing` (nothing left), `key-malformed` (blanks or control or non-ASCII characters inside, or a
 * length outside the limits). No failure repeats any of the text.
 */
export function cleanApiKey(text: string): Result<string> {
  const key = text.replace(WRAPPING, '').replace(SCHEME, '').replace(WRAPPING, '')
  if (key === '') return fail('key-missing')
  return SENDABLE.test(key) ? succeed(key) : fail('key-malformed')
}
