/** Counts of the sidebar: totals of the library, and how many records each value of each look would show. */
import { create } from 'zustand'
import type { Result } from '../../shared/failure.ts'
import type { FacetCounts, ImageQuery } from '../../shared/query.ts'

interface FacetState {
  /** null until the first count has come. */
  readonly counts: FacetCounts | null
}

export const useFacets = create<FacetState>()(() => ({ counts: null }))

export interface FacetCounterPorts {
  readonly countFacets: (query: ImageQuery) => Promise<Result<FacetCounts>>
  readonly currentQuery: () => ImageQuery
  readonly onCounts: (counts: FacetCounts) => void
  /** Runs the function after a pause and returns what calls it off. */
  readonly after: (run: () => void) => () => void
}

/**
 * Returns `recount`: asks for new counts after a pause, one question at a time. Requests that come while one is
 * under way are answered by a single further one, so a burst of changes costs two counts, not one for each.
 */
export function createFacetCounter(ports: FacetCounterPorts): () => void {
  const state = { isRunning: false, isStale: false, callOff: () => {} }

  async function count(): Promise<void> {
    state.isRunning = true
    state.isStale = false
    const answer = await ports.countFacets(ports.currentQuery())
    state.isRunning = false
    // An answer that is already out of date is dropped: the next one follows at once.
    if (state.isStale) void count()
    else if (answer.ok) ports.onCounts(answer.value)
  }

  return () => {
    state.isStale = true
    state.callOff()
    state.callOff = ports.after(() => {
      if (!state.isRunning) void count()
    })
  }
}
