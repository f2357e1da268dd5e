/** The order of records on screen, and the rows of those that are seen. Written by the view loader only. */
import { create } from 'zustand'
import type { NeedGroup } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { FacetCounts, ImageQuery, ViewId } from '../../../shared/query.ts'
import { countFilters } from '../../stores/query-store.ts'
import { EMPTY_ORDER, type RecordOrder } from '../selection/records.ts'
import { RowCache } from './row-cache.ts'

/** An answered query, indexed. */
export interface ShownView {
  readonly view: ViewId
  readonly query: ImageQuery
  readonly order: RecordOrder
  /** The first pass over the service had not ended yet: what comes next goes in by itself. */
  readonly isFilling: boolean
  /** Why its records need attention; empty unless the query asks for those. */
  readonly needs: readonly NeedGroup[]
}

/** A newer answer to the same query that waits for the person to take it. */
interface Arrivals {
  readonly shown: ShownView
  /** Records it has and the screen has not, in its order. */
  readonly numbers: Uint32Array
}

export interface ViewState {
  /** null until the first answer. */
  readonly shown: ShownView | null
  readonly arrivals: Arrivals | null
  /** A query was asked and its answer is not here yet. */
  readonly isOpening: boolean
  /** Why the last query has no answer. */
  readonly failure: Failure | null
  /** Filled in place; `rowsRevision` rises whenever a row in it differs. */
  readonly rows: RowCache
  readonly rowsRevision: number
}

export const useView = create<ViewState>()(() => emptyView())

/** A view before anything was asked. */
export function emptyView(): ViewState {
  return { shown: null, arrivals: null, isOpening: false, failure: null, rows: new RowCache(), rowsRevision: 0 }
}

/** The order on screen. */
export const shownOrder = (state: ViewState): RecordOrder => state.shown?.order ?? EMPTY_ORDER

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
