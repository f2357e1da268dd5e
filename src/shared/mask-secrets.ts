/**
 * Masks key-like strings in text of the service or the system before it is shown or logged. The only such rule, for
 * excerpts of responses, errors and the log.
 */
import { MAX_KEY_LENGTH } from './limits.ts'

/** Replacement of masked text. */
export const MASK = '[masked]'

/** Patterns of secrets; each keeps the name of what was masked. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic|token)(\s+|%20)[^\s"'<>,;&}]{6,}/gi, `$1 ${MASK}`],
  // User and password in a URL, and its signing parameters.
  [/(:\/\/)[^\s/"'<>@]+@/g, `$1${MASK}@`],
  [/([?&](?:sig|signature|auth|session)=)[^\s"'<>&#]+/gi, `$1${MASK}`],
  [/\b(authorization|password|secret|\w*token|[\w-]*key)(["']?\s*[:=]\s*["']?)[^\s"'<>,;&}]{4,}/gi, `$1$2${MASK}`],
  [/\b(?:sk|pk|rk|key|tok|ghp|xox[a-z])[-_][\w-]{8,}/gi, MASK],
  [/\beyJ[\w-]+(?:\.[\w-]+)+/g, MASK]
]

/** Long runs of characters; dots and slashes end a run, so that host names and paths stay readable. */
const LONG_RUN = /[\w~+=-]{24,}/g

/** Returns the text with key-like strings masked. */
export function maskSecrets(text: string): string {
  const masked = SHAPES.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), text)
  // Only tokens and hashes have both letters and digits, long words do not.
  return masked.replace(LONG_RUN, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? MASK : run))
}

const OF_A_KEY = /[\w~+=.%-]/

/**
 * Truncates text before it is masked. Omits a key at the cut, because part of a key does not match the patterns. A run
 * longer than any key is truncated at the limit.
 */
export function cutBeforeKey(text: string, length: number): string {
  const isOfKey = (at: number): boolean => OF_A_KEY.test(text.charAt(at))
  if (text.length <= length || !isOfKey(length)) return text.slice(0, length)
  let end = length
  while (end > 0 && isOfKey(end - 1)) {
    end -= 1
    if (length - end > MAX_KEY_LENGTH) return text.slice(0, length)
  }
  return text.slice(0, end)
}
