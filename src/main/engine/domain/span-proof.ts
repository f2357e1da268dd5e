/** What one page of the list, sorted by id, proves of ids that it does not show: between its first and its last. Pure. */
import { compareIds, isNumericId } from './compare-ids.ts'

export interface Span {
  readonly low: string
  readonly high: string
}

/**
 * The span of a page, ends included; null where it proves nothing: ids that are no numbers have no order that is
 * known, one id spans nothing, and a row that could not be read may be the missing one.
 */
export function spanOf(ids: readonly string[], unreadable: number): Span | null {
  const [first, ...others] = ids
  if (first === undefined || others.length === 0 || unreadable > 0 || !ids.every(isNumericId)) return null
  const sorted = ids.toSorted(compareIds)
  return { low: sorted[0] ?? first, high: sorted.at(-1) ?? first }
}
