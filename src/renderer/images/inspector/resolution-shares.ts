/** Counts by resolution as bars: largest picture first, those without one last. Pure. */
import { RESOLUTIONS } from '../../../shared/image.ts'
import type { FacetCount } from '../../../shared/query.ts'

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
