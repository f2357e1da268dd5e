/** Masks what looks like a key in text that comes from a service or from the system, before anyone sees it. */

const MASK = '[masked]'

/** Closed list of shapes; each keeps the word that says what was masked. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic|token)(\s+|%20)[\w\-.~+/=]{8,}/gi, `$1 ${MASK}`],
  [
    /\b(api[-_ ]?key|access[-_ ]?token|authorization|password|secret)(["']?\s*[:=]\s*["']?)[^\s"',;&}]{4,}/gi,
    `$1$2${MASK}`
  ],
  [/\b(?:sk|pk|rk|key|tok|ghp|xox[a-z])[-_][\w-]{8,}/gi, MASK],
  // A run of 32 or more that has both letters and digits, as tokens and hashes do and words do not.
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi, MASK]
]

/** The text with key-like strings masked; text without any comes back as it was. */
export function maskSecrets(text: string): string {
  return SHAPES.reduce((masked, [shape, replacement]) => masked.replace(shape, replacement), text)
}
