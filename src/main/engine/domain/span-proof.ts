/** What one page of the list, sorted by id, proves of ids that it does not show: between its first and its last. Pure. */
import { compareIds, isNumericId } from './compare-ids.ts'

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
