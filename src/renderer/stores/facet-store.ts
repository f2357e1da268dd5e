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
  readonly gridCount: { readonly total: 'waiting' | 'needsAttention'; readonly count: number } | null
}

export const useFacets = create<FacetState>()(() => ({ counts: null, gridCount: null }))

/** Returns the totals as shown: for the open place the count of the grid, so that both show the same number. */
export function useTotals(): LibraryTotals | null {
  const totals = useFacets((state) => state.counts?.totals ?? null)
  const gridCount = useFacets((state) => state.gridCount)
  return useMemo(
    () => (totals && gridCount ? { ...totals, [gridCount.total]: gridCount.count } : totals),
    [totals, gridCount]
  )
}

/** Pause after typing and bursts of changes before the library counts again. */
export const REQUEST_DELAY_MS = 120
/** Shortest interval between counts while the library keeps changing. */
export const MIN_INTERVAL_MS = 500

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
      state.cancel = ports.after(() => void count(), REQUEST_DELAY_MS)
    },
    /** Recounts the same query: soon after the first change, then at a limited rate. */
    onLibraryChanged: throttle({
      ...ports,
      run: () => void count(),
      delayMs: REQUEST_DELAY_MS,
      intervalMs: MIN_INTERVAL_MS
    })
  }
}

// Keeps counts up to date while the library changes ten times a second, as when a batch drains or the first pass fills
// it.

interface ThrottleOptions {
  readonly run: () => void
  /** Runs the function after the pause (ms); returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any origin. */
  readonly now: () => number
  /** Delay from the first change until `run`, ms. */
  readonly delayMs: number
  /** Shortest interval between two calls of `run`, ms. */
  readonly intervalMs: number
}

/**
 * Returns a listener for changes that calls `run` soon after the first one, and at a limited rate while more follow. It
 * never waits for changes to end, because then nothing would be shown of a library that changes for an hour.
 */
export function throttle({ run, after, now, delayMs, intervalMs }: ThrottleOptions): () => void {
  const state = { isDue: false, nextAt: 0 }
  const runNow = (): void => {
    state.isDue = false
    state.nextAt = now() + intervalMs
    run()
  }
  return () => {
    if (state.isDue) return
    state.isDue = true
    after(runNow, Math.max(delayMs, state.nextAt - now()))
  }
}
