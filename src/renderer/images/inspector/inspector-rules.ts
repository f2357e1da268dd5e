/** Rules of the inspector. Pure. */
import type { ChangeRow, EngineRemedy } from '../../../shared/change.ts'
import { RESOLUTIONS } from '../../../shared/image.ts'
import type { FacetCount } from '../../../shared/query.ts'

// Raw data of the service, made readable.

/** JSON text of an object, indented; null when there is nothing in it. Text that is no JSON stays as it is. */
export function readableJson(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
    return isEmpty ? null : JSON.stringify(value, null, 2)
  } catch {
    return text === '' ? null : text
  }
}

/** Lines with keys of their own: the same words again get another number. */
export function numberedLines(lines: readonly string[]): readonly { readonly key: string; readonly line: string }[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const times = seen.get(line) ?? 0
    seen.set(line, times + 1)
    return { key: `${times} ${line}`, line }
  })
}

// Which remedies the inspector offers beside a change. Pure.

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

// Counts by resolution as bars: largest picture first, those without one last. Pure.

interface ResolutionShare {
  readonly value: string
  readonly count: number
  /** Part of the whole, 0 to 1. */
  readonly share: number
}

const known: readonly string[] = RESOLUTIONS

/** Bars whose counts add up to `size`; resolutions that do not occur have none. */
export function resolutionShares(counts: readonly FacetCount[], size: number): readonly ResolutionShare[] {
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => known.indexOf(b.value) - known.indexOf(a.value))
    .map(({ value, count }) => ({ value, count, share: size === 0 ? 0 : count / size }))
}
