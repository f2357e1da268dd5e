/** Short text of what a service said, fit to be shown and logged: one line, no controls, nothing that looks like a key. */
import { cutBeforeKey, maskSecrets } from '../../../shared/mask-secrets.ts'

/** Length of `Failure.detail`. */
const MAX_EXCERPT = 300
/** As much as is looked at: an error page may carry a trace of megabytes. */
const MAX_LOOKED_AT = 4_000

const CONTROLS = /\p{Cc}+/gu

/** Up to 300 characters, or undefined when nothing is left. Markup stays as text: it is never shown as markup. */
export function excerpt(text: string): string | undefined {
  const line = cutBeforeKey(text, MAX_LOOKED_AT).replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
  const masked = maskSecrets(line)
  const short = masked.length > MAX_EXCERPT ? `${masked.slice(0, MAX_EXCERPT - 1)}…` : masked
  return short === '' ? undefined : short.toWellFormed()
}
