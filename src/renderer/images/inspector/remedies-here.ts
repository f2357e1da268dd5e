/** Which remedies the inspector offers beside a change. Pure. */
import type { ChangeRow, EngineRemedy } from '../../../shared/change.ts'

/** How a remedy of the inspector is done. */
export type RemedyHere =
  | { readonly how: 'engine'; readonly remedy: EngineRemedy }
  /** Opens the create form: with the unsent create itself, or with a copy of what is known. */
  | { readonly how: 'form'; readonly remedy: 'edit' | 'create-again' }
  /** A create is discarded like any other image: by deleting it, which asks when something would be lost. */
  | { readonly how: 'delete'; readonly remedy: 'discard' }
  /** What costs money or needs a choice is asked where all of its kind stand together. */
  | { readonly how: 'review'; readonly remedy: 'review' }

export function remediesHere({ remedies, kind }: Pick<ChangeRow, 'remedies' | 'kind'>): readonly RemedyHere[] {
  const here: RemedyHere[] = []
  for (const remedy of remedies) {
    if (remedy === 'edit' || remedy === 'create-again') here.push({ how: 'form', remedy })
    else if (remedy === 'discard' && kind === 'create') here.push({ how: 'delete', remedy })
    else if (remedy !== 'send-again' && remedy !== 'adopt') here.push({ how: 'engine', remedy })
  }
  const needsReview = remedies.includes('send-again') || remedies.includes('adopt')
  return needsReview ? [{ how: 'review', remedy: 'review' }, ...here] : here
}
