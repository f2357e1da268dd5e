/**
 * Masks what looks like a key in text that comes from a service or from the system, before anyone sees it. The one
 * rule for excerpts of answers, for errors and for the log.
 */
import { MAX_KEY_LENGTH } from './limits.ts'

/** Stands in the place of what was masked. */
export const MASK = '[masked]'

/** Closed list of shapes; each keeps the word that says what was masked. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic|token)(\s+|%20)[^\s"'<>,;&}]{6,}/gi, `$1 ${MASK}`],
  // User and password of an address, and the parameters that sign one.
  [/(:\/\/)[^\s/"'<>@]+@/g, `$1${MASK}@`],
  [/([?&](?:sig|signature|auth|session)=)[^\s"'<>&#]+/gi, `$1${MASK}`],
  [/\b(authorization|password|secret|\w*token|[\w-]*key)(["']?\s*[:=]\s*["']?)[^\s"'<>,;&}]{4,}/gi, `$1$2${MASK}`],
  [/\b(?:sk|pk|rk|key|tok|ghp|xox[a-z])[-_][\w-]{8,}/gi, MASK],
  [/\beyJ[\w-]+(?:\.[\w-]+)+/g, MASK]
]

/** Dots and slashes end a run: host names and paths stay readable. */
const LONG_RUN = /[\w~+=-]{24,}/g

/** The text with key-like strings masked; text without any comes back as it was. */
export function maskSecrets(text: string): string {
  const masked = SHAPES.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), text)
  // Tokens and hashes have both letters and digits; long words do not.
  return masked.replace(LONG_RUN, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? MASK : run))
}

const OF_A_KEY = /[\w~+=.%-]/

/**
 * The first so many characters, to be masked: half a key has none of the shapes by which a whole one is known, so one
 * that the cut would go through is left out. What is longer than any key is cut all the same.
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
