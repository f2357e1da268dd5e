/**
 * Short text of what a service said, fit to be shown and logged: one line, no controls, nothing that turns the text
 * around it, nothing that looks like a key.
 */
import { cutBeforeKey, maskSecrets } from '../../../shared/mask-secrets.ts'

/** Length of `Failure.detail`. */
const MAX_EXCERPT = 300
/** As much as is looked at: an error page may carry a trace of megabytes. */
const MAX_LOOKED_AT = 4_000

const CONTROLS = /\p{Cc}+/gu
/** Marks, embeddings, overrides and isolates of direction: they could order the words of the program around them. */
const TURNS = /\p{Bidi_Control}+/gu

/** Up to 300 characters, or undefined when nothing is left. Markup stays as text: it is never shown as markup. */
export function excerpt(text: string, atMost = MAX_EXCERPT): string | undefined {
  // Before anything is cut or masked: half a key, or one with a mark in it, has none of the shapes of a key.
  const plain = cutBeforeKey(text.replace(TURNS, ''), MAX_LOOKED_AT)
  const line = plain.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
  const masked = maskSecrets(line)
  const short = masked.length > atMost ? `${masked.slice(0, atMost - 1)}…` : masked
  return short === '' ? undefined : short.toWellFormed()
}
