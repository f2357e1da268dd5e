/** Counts of the sidebar: totals of the library, and how many records each value of each look would show. */
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Result } from '../../shared/failure.ts'
import type { FacetCounts, ImageQuery, LibraryTotals } from '../../shared/query.ts'
import { oneAtATime } from '../pending-work.ts'
import { matchesSame } from './query-store.ts'

interface FacetState {
  /** null until the first count has come. */
  readonly counts: FacetCounts | null
  /** What the grid shows of the place it is at, when that place is one of these; null = it is at none of them. */
  readonly held: { readonly total: 'waiting' | 'needsYou'; readonly count: number } | null
}

export const useFacets = create<FacetState>()(() => ({ counts: null, held: null }))

/** Totals as the window says them: of a place that is open, its grid and the number beside it are never two answers. */
export function useTotals(): LibraryTotals | null {
  const totals = useFacets((state) => state.counts?.totals ?? null)
  const held = useFacets((state) => state.held)
  return useMemo(() => (totals && held ? { ...totals, [held.total]: held.count } : totals), [totals, held])
}

/** Typing and bursts of changes settle before the library counts again. */
export const ASK_PAUSE_MS = 120
/** While the library changes all the time it is counted no more often than this. */
export const REST_MS = 500

interface FacetCounterPorts {
  readonly countFacets: (query: ImageQuery) => Promise<Result<FacetCounts>>
  readonly currentQuery: () => ImageQuery
  readonly onCounts: (counts: FacetCounts) => void
  /** Runs the function after the pause (ms) and returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any beginning. */
  readonly now: () => number
}

/** One question at a time. Those that come while one is under way are answered by a single further one. */
export function createFacetCounter(ports: FacetCounterPorts) {
  const state = { callOff: () => {} }

  const count = oneAtATime(async () => {
    const query = ports.currentQuery()
    const answer = await ports.countFacets(query)
    // Those of another query are not shown. A library that has gone on since was never counted later than this.
    if (answer.ok && matchesSame(query, ports.currentQuery())) ports.onCounts(answer.value)
  })

  return {
    /** Other records match. */
    onQueryChanged: (): void => {
      state.callOff()
      state.callOff = ports.after(() => void count(), ASK_PAUSE_MS)
    },
    /** The same question, perhaps with other numbers: soon, then at a walking pace. */
    onLibraryChanged: atWalkingPace({ ...ports, run: () => void count(), soonMs: ASK_PAUSE_MS, restMs: REST_MS })
  }
}

// How numbers keep up with a library that changes ten times a second, while a batch drains or the first pass fills it.

interface WalkingPace {
  readonly run: () => void
  /** Runs the function after the pause (ms) and returns what calls it off. */
  readonly after: (run: () => void, ms: number) => () => void
  /** ms, from any beginning. */
  readonly now: () => number
  /** From the first word of a change until `run`, ms. */
  readonly soonMs: number
  /** `run` is not called more often than this, ms. */
  readonly restMs: number
}

/**
 * Returns a listener for changes: runs soon after the first one, and at a walking pace for as long as more come.
 * Never later than that: what waits for changes to end shows nothing of a library that changes for an hour.
 */
export function atWalkingPace({ run, after, now, soonMs, restMs }: WalkingPace): () => void {
  const state = { isDue: false, restsUntil: 0 }
  const runNow = (): void => {
    state.isDue = false
    state.restsUntil = now() + restMs
    run()
  }
  return () => {
    if (state.isDue) return
    state.isDue = true
    after(runNow, Math.max(soonMs, state.restsUntil - now()))
  }
}
