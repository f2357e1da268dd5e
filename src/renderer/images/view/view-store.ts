/** The order of records on screen, and the rows of visible ones. Written by the view loader only. */
import { create } from 'zustand'
import type { AttentionGroup } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { FacetCounts, ImageQuery, ViewId } from '../../../shared/query.ts'
import { countFilters } from '../../stores/query-store.ts'
import { EMPTY_ORDER, positionOf, type RecordOrder } from '../selection/records.ts'
import { RowCache } from './row-cache.ts'

/** An indexed query result. */
export interface ShownView {
  readonly view: ViewId
  readonly query: ImageQuery
  readonly order: RecordOrder
  /** The first pass over the service had not ended yet, so new records are shown automatically. */
  readonly isFilling: boolean
  /** Why its records need attention; empty for other queries. */
  readonly needs: readonly AttentionGroup[]
}

/** A newer result of the same query that the user has not shown yet. */
interface Arrivals {
  readonly shown: ShownView
  /** Records that the screen lacks, in the order of the result. */
  readonly numbers: Uint32Array
}

export interface ViewState {
  /** `null` until the first result. */
  readonly shown: ShownView | null
  readonly arrivals: Arrivals | null
  /** Where the review of the view continues, as `OpenedView.continueAt` and then as reviewed here. */
  readonly continueAt: RecordNumber | null
  /** A query is running. */
  readonly isOpening: boolean
  /** Why the last query failed. */
  readonly failure: Failure | null
  /** Mutated in place; `rowsRevision` increases whenever a row in it changes. */
  readonly rows: RowCache
  readonly rowsRevision: number
}

export const useView = create<ViewState>()(() => emptyView())

/** Returns a view before the first query. */
export function emptyView(): ViewState {
  return {
    shown: null,
    arrivals: null,
    continueAt: null,
    isOpening: false,
    failure: null,
    rows: new RowCache(),
    rowsRevision: 0
  }
}

/** Returns the order on screen. */
export const shownOrder = (state: ViewState): RecordOrder => state.shown?.order ?? EMPTY_ORDER

/** Returns the position at which a review continues; -1 if there is none, or it stopped at the last image. */
export function continuePosition(state: ViewState): number {
  const position = positionOf(shownOrder(state), state.continueAt)
  return position === shownOrder(state).numbers.length - 1 ? -1 : position
}

interface ViewNumbers {
  readonly matching: number
  readonly total: number
}

/**
 * Returns how many images the view holds, and of how many. The count is the grid’s own, because “select all” takes what
 * the view holds and the library may already have newer arrivals. While a new query runs, the library’s count is used.
 */
export function viewNumbers(query: ImageQuery, shown: ShownView | null, counts: FacetCounts): ViewNumbers {
  const total = counts.totals.images
  if (shown === null || shown.query !== query) return { matching: counts.matching, total }
  const matching = shown.order.numbers.length
  return { matching, total: countFilters(query) > 0 ? Math.max(total, matching) : matching }
}
