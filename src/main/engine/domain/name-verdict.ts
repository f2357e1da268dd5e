/** What to do with a rename when its record has just been read. Pure. */
import type { PushEntry } from './entry.ts'
import { isSameName } from './same-name.ts'

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
