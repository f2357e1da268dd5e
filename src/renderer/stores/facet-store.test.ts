import { describe, expect, it } from 'vitest'
import { type Result, succeed } from '../../shared/failure.ts'
import { forEachFacet } from '../../shared/image.ts'
import { EMPTY_QUERY, type FacetCounts } from '../../shared/query.ts'
import { REQUEST_DELAY_MS, createFacetCounter, MIN_INTERVAL_MS } from './facet-store.ts'

const facets = forEachFacet(() => [])
const totals = {
  images: 0,
  favorites: 0,
  notFavorites: 0,
  notViewed: 0,
  waiting: 0,
  needsAttention: 0,
  projects: 0,
  withPrompt: 0
}
const counts = (matching: number): FacetCounts => ({ totals, matching, facets })

/** A counter with a manual clock and manual answers. */
function setUp() {
  const state = { query: EMPTY_QUERY, now: 0 }
  const timers = new Map<() => void, number>()
  const requests: ((answer: Result<FacetCounts>) => void)[] = []
  const shown: number[] = []
  const counter = createFacetCounter({
    countFacets: () => new Promise((resolve) => requests.push(resolve)),
    currentQuery: () => state.query,
    onCounts: ({ matching }) => shown.push(matching),
    now: () => state.now,
    after: (run, ms) => {
      timers.set(run, state.now + ms)
      return () => timers.delete(run)
    }
  })
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  const advance = async (ms: number) => {
    state.now += ms
    for (const [run, due] of timers) if (due <= state.now && timers.delete(run)) run()
    await settle()
  }
  const answer = async (at: number, result: Result<FacetCounts>) => {
    requests[at]?.(result)
    await settle()
  }
  return { state, counter, pass: advance, answer, requests, shown }
}

describe('recounting', () => {
  it('counts once for a burst', async () => {
    const { counter, pass: advance, answer, requests, shown } = setUp()
    counter.onLibraryChanged()
    counter.onLibraryChanged()
    await advance(REQUEST_DELAY_MS)
    await answer(0, succeed(counts(7)))
    await advance(MIN_INTERVAL_MS)
    expect([requests.length, shown]).toEqual([1, [7]])
  })

  it('runs one at a time, and once more for all changes during it', async () => {
    const { counter, pass: advance, answer, requests, shown } = setUp()
    counter.onLibraryChanged()
    await advance(REQUEST_DELAY_MS)
    counter.onLibraryChanged()
    await advance(MIN_INTERVAL_MS)
    counter.onLibraryChanged()
    await advance(MIN_INTERVAL_MS)
    expect(requests).toHaveLength(1)
    await answer(0, succeed(counts(1)))
    await answer(1, succeed(counts(2)))
    expect([requests.length, shown]).toEqual([2, [1, 2]])
  })

  it('is rate-limited for a library that keeps changing', async () => {
    const { counter, pass: advance, answer, requests, shown } = setUp()
    for (let n = 0; n < 50; n += 1) {
      counter.onLibraryChanged()
      await advance(MIN_INTERVAL_MS / 5)
      await answer(requests.length - 1, succeed(counts(n)))
    }
    expect(shown.length).toBeGreaterThan(7)
    expect(requests.length).toBeLessThanOrEqual(11)
  })

  it('shows counts of a library that changes faster than it is counted', async () => {
    const { counter, pass: advance, answer, requests, shown } = setUp()
    for (let n = 0; n < 50; n += 1) {
      counter.onLibraryChanged()
      await advance(MIN_INTERVAL_MS / 5)
      // Each count takes longer than the interval between changes.
      if (n % 7 === 6) await answer(requests.length - 1, succeed(counts(n)))
    }
    expect(shown.length).toBeGreaterThan(5)
  })

  it('drops the counts of a replaced query, and counts the current one', async () => {
    const { state, counter, pass: advance, answer, requests, shown } = setUp()
    counter.onQueryChanged()
    await advance(REQUEST_DELAY_MS)
    state.query = { ...EMPTY_QUERY, search: 'quay' }
    counter.onQueryChanged()
    await advance(REQUEST_DELAY_MS)
    await answer(0, succeed(counts(1)))
    await answer(1, succeed(counts(2)))
    expect([requests.length, shown]).toEqual([2, [2]])
  })

  it('keeps counts when only the order changed during the count', async () => {
    const { state, counter, pass: advance, answer, shown } = setUp()
    counter.onLibraryChanged()
    await advance(REQUEST_DELAY_MS)
    state.query = { ...EMPTY_QUERY, sortBy: 'name' }
    await answer(0, succeed(counts(1)))
    expect(shown).toEqual([1])
  })

  it('keeps the old counts if the library fails, and can count again', async () => {
    const { counter, pass: advance, answer, shown } = setUp()
    counter.onLibraryChanged()
    await advance(REQUEST_DELAY_MS)
    await answer(0, { ok: false, failure: { code: 'internal' } })
    await advance(MIN_INTERVAL_MS)
    counter.onLibraryChanged()
    await advance(REQUEST_DELAY_MS)
    await answer(1, succeed(counts(3)))
    expect(shown).toEqual([3])
  })
})
