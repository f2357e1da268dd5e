/** Decides whether a name or the files shown by the service are the desired ones, and what that means for a rename. Pure. */
import type { PushEntry } from './entry.ts'

/** Services cut long names; a shorter prefix may be a different name. */
const CUT_FROM = 100

const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * Returns whether two names are the same: blanks may be trimmed and joined, and a name of this length or more may be
 * cut.
 */
export function isSameName(shown: string, desired: string): boolean {
  const [short, full] = [tidy(shown), tidy(desired)]
  return short === full || (short.length >= CUT_FROM && full.startsWith(short))
}

/**
 * Returns whether `shown` is a prefix of the desired name: a service may shorten it and shows that in its own response.
 */
export function isShortenedName(shown: string, desired: string): boolean {
  return tidy(shown) !== '' && tidy(desired).startsWith(tidy(shown))
}

export type NameVerdict =
  | { readonly kind: 'send' }
  /** The service has the desired name. */
  | { readonly kind: 'unchanged' }
  /** The name was changed elsewhere since: the user decides. */
  | { readonly kind: 'changed'; readonly theirs: string }

/** Returns what to do with a rename; it never overwrites a name that the user has not seen. */
export function nameVerdict({ name, baseName, mirror }: Pick<PushEntry, 'name' | 'baseName' | 'mirror'>): NameVerdict {
  const [theirs, mine] = [mirror.name ?? '', name ?? '']
  if (theirs === mine) return { kind: 'unchanged' }
  if (theirs === (baseName ?? '')) return { kind: 'send' }
  // The service may have normalized or cut it.
  return isSameName(theirs, mine) ? { kind: 'unchanged' } : { kind: 'changed', theirs }
}

/** Returns the JSON text of results without query strings, because signed addresses differ with each response. */
export const plainFiles = (results: string): string => results.replaceAll(/\?[^"]*/g, '')

/** Returns whether two JSON texts name the same files; signed addresses of one file count as the same. */
export function areSameFiles(left: string, right: string): boolean {
  return plainFiles(left) === plainFiles(right)
}
