/** Short text of what a service said, fit to be shown and logged: one line, no controls, nothing that looks like a key. */

/** Length of `Failure.detail`. */
const MAX_EXCERPT = 300
/** As much as is looked at: an error page may carry a trace of megabytes. */
const MAX_LOOKED_AT = 4_000

/** A sign-in scheme or a field that names a secret, with what follows it. */
const SCHEME = /\b(bearer|basic)\s+[^\s"'<>,;]{6,}/gi
const SECRET_FIELD = /\b(token|secret|password|\w*key)(["']?\s*[:=]\s*["']?)[^\s"'<>,;]{6,}/gi
const LONG_RUN = /[\w.~+/=-]{24,}/g
const CONTROLS = /\p{Cc}+/gu

/** Up to 300 characters, or undefined when nothing is left. Markup stays as text: it is never shown as markup. */
export function excerpt(text: string): string | undefined {
  const line = text.slice(0, MAX_LOOKED_AT).replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
  const masked = maskKeys(line)
  const short = masked.length > MAX_EXCERPT ? `${masked.slice(0, MAX_EXCERPT - 1)}…` : masked
  return short === '' ? undefined : short.toWellFormed()
}

/** Services echo what they were sent. A long path with digits may be masked too, which costs little. */
function maskKeys(line: string): string {
  return line
    .replace(SCHEME, '$1 […]')
    .replace(SECRET_FIELD, '$1$2[…]')
    .replace(LONG_RUN, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? '[…]' : run))
}
