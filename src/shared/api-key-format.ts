/** Normalizes a pasted API key, in the page for immediate feedback and in main before a header is built. */
import { fail, succeed, type Result } from './failure.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from './limits.ts'

/** Characters that may surround a copied key: spaces, line breaks, quotes, invisible characters. */
const WRAPPING = /^[\s"'`\u200b-\u200f\u2060\ufeff]+|[\s"'`\u200b-\u200f\u2060\ufeff]+$/g
const SCHEME = /^(authorization\s*:\s*)?bearer(\s+|$)/i
/** Valid keys. A line break in a header value would make the network stack throw an error that contains the value. */
const SENDABLE = new RegExp(`^[\\x21-\\x7e]{${MIN_KEY_LENGTH},${MAX_KEY_LENGTH}}$`)

/**
 * Returns the key as sent in the header.
 * Failures: `key-missing` (nothing left), `key-malformed` (spaces, control or non-ASCII characters, or a length outside
 * the limits). No failure contains any of the text.
 */
export function cleanApiKey(text: string): Result<string> {
  const key = text.replace(WRAPPING, '').replace(SCHEME, '').replace(WRAPPING, '')
  if (key === '') return fail('key-missing')
  return SENDABLE.test(key) ? succeed(key) : fail('key-malformed')
}
