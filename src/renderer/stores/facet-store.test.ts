import { describe, expect, it } from 'vitest'
import { type Result, succeed } from '../../shared/failure.ts'
import { forEachLook } from '../../shared/image.ts'
import { EMPTY_QUERY, type FacetCounts } from '../../shared/query.ts'
import { ASK_PAUSE_MS, createFacetCounter, REST_MS } from './facet-store.ts'

const looks = forEachLook(() => [])
const totals = { images: 0, favorites: 0, notFavorites: 0, waiting: 0, needsYou: 0, projects: 0, withPrompt: 0 }
const counts = (matching: number): FacetCounts => ({ totals, matching, looks })

/** A counter whose clock is turned, and whose answers come when given. */
function bench() {
  const state = { query: EMPTY_QUERY, now: 0 }
  const timers = new Map<() => void, number>()
  const asked: ((answer: Result<FacetCounts>) => void)[] = []
  const shown: number[] = []
  const counter = createFacetCounter({
    countFacets: () => new Promise((resolve) => asked.push(resolve)),
    currentQuery: () => state.query,
    onCounts: ({ matching }) => shown.push(matching),
    now: () => state.now,
    after: (run, ms) => {
      timers.set(run, state.now + ms)
      return () => timers.delete(run)
    }
  })
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  const pass = async (ms: number) => {
    state.now += ms
    for (const [run, due] of timers) if (due <= state.now && timers.delete(run)) run()
    await settle()
  }
  const answer = async (at: number, result: Result<FacetCounts>) => {
    asked[at]?.(result)
    await settle()
  }
  return { state, counter, pass, answer, asked, shown }
}

describe('recounting', () => {
  it('asks once for a burst', async () => {
    const { counter, pass, answer, asked, shown } = bench()
    counter.onLibraryChanged()
    counter.onLibraryChanged()
    await pass(ASK_PAUSE_MS)
    await answer(0, succeed(counts(7)))
    await pass(REST_MS)
    expect([asked.length, shown]).toEqual([1, [7]])
  })

  it('asks one at a time, and once more for all that changed meanwhile', async () => {
    const { counter, pass, answer, asked, shown } = bench()
    counter.onLibraryChanged()
    await pass(ASK_PAUSE_MS)
    counter.onLibraryChanged()
    await pass(REST_MS)
    counter.onLibraryChanged()
    await pass(REST_MS)
    expect(asked).toHaveLength(1)
    await answer(0, succeed(counts(1)))
    await answer(1, succeed(counts(2)))
    expect([asked.length, shown]).toEqual([2, [1, 2]])
  })

  it('counts a library that never rests, at a walking pace', async () => {
    const { counter, pass, answer, asked, shown } = bench()
    for (let n = 0; n < 50; n += 1) {
      counter.onLibraryChanged()
      await pass(REST_MS / 5)
      await answer(asked.length - 1, succeed(counts(n)))
    }
    expect(shown.length).toBeGreaterThan(7)
    expect(asked.length).toBeLessThanOrEqual(11)
  })

  it('shows the counts of a library that changes faster than it is counted', async () => {
    const { counter, pass, answer, asked, shown } = bench()
    for (let n = 0; n < 50; n += 1) {
      counter.onLibraryChanged()
      await pass(REST_MS / 5)
      // Each count takes longer than the next change.
      if (n % 7 === 6) await answer(asked.length - 1, succeed(counts(n)))
    }
    expect(shown.length).toBeGreaterThan(5)
  })

  it('drops the counts of a query that is no longer asked, and asks for the one that is', async () => {
    const { state, counter, pass, answer, asked, shown } = bench()
    counter.onQueryChanged()
    await pass(ASK_PAUSE_MS)
    state.query = { ...EMPTY_QUERY, search: 'quay' }
    counter.onQueryChanged()
    await pass(ASK_PAUSE_MS)
    await answer(0, succeed(counts(1)))
    await answer(1, succeed(counts(2)))
    expect([asked.length, shown]).toEqual([2, [2]])
  })

  it('keeps the counts when only the order changed while they were on their way', async () => {
    const { state, counter, pass, answer, shown } = bench()
    counter.onLibraryChanged()
    await pass(ASK_PAUSE_MS)
    state.query = { ...EMPTY_QUERY, sortBy: 'name' }
    await answer(0, succeed(counts(1)))
    expect(shown).toEqual([1])
  })

  it('keeps the old counts when the library cannot answer, and can ask again', async () => {
    const { counter, pass, answer, shown } = bench()
    counter.onLibraryChanged()
    await pass(ASK_PAUSE_MS)
    await answer(0, { ok: false, failure: { code: 'internal' } })
    await pass(REST_MS)
    counter.onLibraryChanged()
    await pass(ASK_PAUSE_MS)
    await answer(1, succeed(counts(3)))
    expect(shown).toEqual([3])
  })
})
