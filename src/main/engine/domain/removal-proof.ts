/** Decides what proves that records are gone from the service, and how many may leave the library. Pure. */
import { compareIds, isNumericId } from './compare-ids.ts'

/** Up to this many may be removed with a proof for each. */
const FEW = 20
const SHARE = 0.05
/** So few that half of them missing does not indicate a wrong account. */
const TINY = 2

export interface Missing {
  /** Records that seem to be gone. */
  readonly count: number
  /** Records of the group that were known before. */
  readonly of: number
}

/**
 * Returns whether the user must confirm: more than twenty and more than 5%, all of them, or half of more than a few.
 * An empty list of another account, or of a service that lost its data, looks the same.
 */
export function mustAsk({ count, of }: Missing): boolean {
  if (count === 0) return false
  const isMost = count >= of || (count > TINY && count * 2 >= of)
  return isMost || count > Math.max(FEW, of * SHARE)
}

/** Returns whether they are few enough to be shown one by one; more require a second complete pass. */
export const areFew = (count: number): boolean => count <= FEW

export interface IdRange {
  readonly low: string
  readonly high: string
}

/**
 * Returns the id range of a page, ends included, with the ids it lists as deleted; `null` if it proves nothing:
 * non-numeric ids have no known order, one id has no range, an unreadable row may be the missing one, and a service
 * with an order of its own lists the others on other pages.
 */
export function idRangeOf(ids: readonly string[], unreadable: number, deleted: readonly string[] = []): IdRange | null {
  const all = [...ids, ...deleted]
  const [first, ...others] = all
  // Stryker disable next-line ConditionalExpression: where there is no first one there are no others: the next part of the condition says the same
  if (first === undefined || others.length === 0 || unreadable > 0 || !all.every(isNumericId)) return null
  if (!isInOrder(ids)) return null
  const sorted = all.toSorted(compareIds)
  return { low: sorted[0] ?? first, high: sorted.at(-1) ?? first }
}

/** Ascending or descending, because some services support only one direction. */
function isInOrder(ids: readonly string[]): boolean {
  const steps = new Set(ids.slice(1).map((id, before) => Math.sign(compareIds(ids[before] ?? id, id))))
  return steps.size <= 1
}
