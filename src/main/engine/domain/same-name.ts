/** When a name that the service shows is the one that was wanted, and what that means for a rename. Pure. */
import type { PushEntry } from './entry.ts'

/** Services cut long names; a shorter beginning may as well be another name. */
const CUT_FROM = 100

const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Blanks may be trimmed and joined, and a name of this length or more may be cut: what the service made of it is adopted. */
export function isSameName(shown: string, wanted: string): boolean {
  const [short, full] = [tidy(shown), tidy(wanted)]
  return short === full || (short.length >= CUT_FROM && full.startsWith(short))
}

/** The beginning of what was wanted: a service may shorten names as it likes, and says so in its own answer. */
export function isShortenedName(shown: string, wanted: string): boolean {
  return tidy(shown) !== '' && tidy(wanted).startsWith(tidy(shown))
}

export type NameVerdict =
  | { readonly kind: 'send' }
  /** The service has the wanted name. */
  | { readonly kind: 'already-so' }
  /** Somebody else gave it another name since: the person picks. */
  | { readonly kind: 'changed'; readonly theirs: string }

/** Never overwrites a name that the person has not seen. */
export function nameVerdict({ name, baseName, mirror }: Pick<PushEntry, 'name' | 'baseName' | 'mirror'>): NameVerdict {
  const [theirs, mine] = [mirror.name ?? '', name ?? '']
  if (theirs === mine) return { kind: 'already-so' }
  if (theirs === (baseName ?? '')) return { kind: 'send' }
  // As a service may have tidied or cut it.
  return isSameName(theirs, mine) ? { kind: 'already-so' } : { kind: 'changed', theirs }
}
