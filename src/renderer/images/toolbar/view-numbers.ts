import type { FacetCounts, ImageQuery } from '../../../shared/query.ts'
import { countFilters } from '../../stores/query-store.ts'
import type { ShownView } from '../view/view-store.ts'

interface ViewNumbers {
  readonly matching: number
  readonly total: number
}

/**
 * How many images the view holds, of how many. It is the grid's own count and not the library's, which may be ahead
 * of it by what has just arrived: "select all" takes what the view holds, so this number must be its number. While
 * the answer to a new query is on its way, the library's count stands in.
 */
export function viewNumbers(query: ImageQuery, shown: ShownView | null, counts: FacetCounts): ViewNumbers {
  const total = counts.totals.images
  if (shown === null || shown.query !== query) return { matching: counts.matching, total }
  const matching = shown.order.numbers.length
  return { matching, total: countFilters(query) > 0 ? Math.max(total, matching) : matching }
}
