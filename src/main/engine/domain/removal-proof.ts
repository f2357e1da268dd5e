/** What proves that records are gone from the service, and how many may leave the library for it. Pure. */
import { compareIds, isNumericId } from './compare-ids.ts'

/** Up to this many may go with a proof for each. */
const FEW = 20
const SHARE = 0.05
/** So few that half of them is no sign of a wrong account. */
const TINY = 2

export interface Missing {
  /** Records that seem gone. */
  readonly count: number
  /** Records of the group that were known before. */
  readonly of: number
}

/**
 * Whether the person must be asked: more than twenty and more than one in twenty, all of them, or half of more than a
 * few. An empty answer of another account, or of a service that lost its data, looks just like this.
 */
export function mustAsk({ count, of }: Missing): boolean {
  if (count === 0) return false
  const isMost = count >= of || (count > TINY && count * 2 >= of)
  return isMost || count > Math.max(FEW, of * SHARE)
}

/** Few enough to be shown one by one; more wait for a second complete pass. */
export const areFew = (count: number): boolean => count <= FEW

export interface Span {
  readonly low: string
  readonly high: string
}

/**
 * The span of a page, ends included, with the ids that it tells as deleted; null where it proves nothing: ids that are
 * no numbers have no order that is known, one id spans nothing, a row that could not be read may be the missing one,
 * and a service that lists in an order of its own has the others on other pages.
 */
export function spanOf(ids: readonly string[], unreadable: number, deleted: readonly string[] = []): Span | null {
  const all = [...ids, ...deleted]
  const [first, ...others] = all
  if (first === undefined || others.length === 0 || unreadable > 0 || !all.every(isNumericId)) return null
  if (!isInOrder(ids)) return null
  const sorted = all.toSorted(compareIds)
  return { low: sorted[0] ?? first, high: sorted.at(-1) ?? first }
}

/** Up or down, whichever: some services know one direction only. */
function isInOrder(ids: readonly string[]): boolean {
  const steps = new Set(ids.slice(1).map((id, before) => Math.sign(compareIds(ids[before] ?? id, id))))
  return steps.size <= 1
}
