/** Counts of the sidebar: totals of the library, and how many records each value of each attribute would show. */
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Result } from '../../shared/failure.ts'
import type { FacetCounts, ImageQuery, LibraryTotals } from '../../shared/query.ts'
import { oneAtATime } from '../pending-work.ts'
import { matchesSame } from './query-store.ts'

interface FacetState {
  /** `null` until the first count. */
  readonly counts: FacetCounts | null
  /** The count of the grid while it shows one of these places; `null` at any other place. */
  readonly held: { readonly total: 'waiting' | 'needsYou'; readonly count: number } | null
}

export const useFacets = create<FacetState>()(() => ({ counts: null, held: null }))

/** Returns the totals as shown: for the open place the count of the grid, so that both show the same number. */
export function useTotals(): LibraryTotals | null {
  const totals = useFacets((state) => state.counts?.totals ?? null)
  const held = useFacets((state) => state.held)
  return useMemo(() => (totals && held ? { ...totals, [held.total]: held.count } : totals), [totals, held])
}

/** Pause after typing and bursts of changes before the library counts again. */
export const ASK_PAUSE_MS = 120
/** Shortest interval between counts while the library keeps changing. */
export const REST_MS = 500

interface FacetCounterPorts {
  readonly countFacets: (query: ImageQuery) => Promise<Result<FacetCounts>>
  readonly currentQuery: () => ImageQuery
  readonly onCounts: (counts: FacetCounts) => void
  /** Runs the function after the pause (ms); returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any origin. */
  readonly now: () => number
}

/** Counts one at a time. Requests during a count cause one more. */
export function createFacetCounter(ports: FacetCounterPorts) {
  const state = { cancel: () => {} }

  const count = oneAtATime(async () => {
    const query = ports.currentQuery()
    const answer = await ports.countFacets(query)
    // Counts of another query are dropped. Counts of a library that has changed since are shown, because the next ones
    // may always be late.
    if (answer.ok && matchesSame(query, ports.currentQuery())) ports.onCounts(answer.value)
  })

  return {
    /** Called when other records match. */
    onQueryChanged: (): void => {
      state.cancel()
      state.cancel = ports.after(() => void count(), ASK_PAUSE_MS)
    },
    /** Recounts the same query: soon after the first change, then at a limited rate. */
    onLibraryChanged: atWalkingPace({ ...ports, run: () => void count(), soonMs: ASK_PAUSE_MS, restMs: REST_MS })
  }
}

// Keeps counts up to date while the library changes ten times a second, as when a batch drains or the first pass fills
// it.

interface WalkingPace {
  readonly run: () => void
  /** Runs the function after the pause (ms); returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any origin. */
  readonly now: () => number
  /** Delay from the first change until `run`, ms. */
  readonly soonMs: number
  /** Shortest interval between two calls of `run`, ms. */
  readonly restMs: number
}

/**
 * Returns a listener for changes that calls `run` soon after the first one, and at a limited rate while more follow. It
 * never waits for changes to end, because then nothing would be shown of a library that changes for an hour.
 */
export function atWalkingPace({ run, after, now, soonMs, restMs }: WalkingPace): () => void {
  const state = { isDue: false, nextAt: 0 }
  const runNow = (): void => {
    state.isDue = false
    state.nextAt = now() + restMs
    run()
  }
  return () => {
    if (state.isDue) return
    state.isDue = true
    after(runNow, Math.max(soonMs, state.nextAt - now()))
  }
}
