import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/failure.ts'
import type { Result } from '../../shared/failure.ts'
import type { FacetCounts } from '../../shared/query.ts'
import { createFacetCounter } from './facet-store.ts'
import { EMPTY_QUERY } from '../../shared/query.ts'

const looks = { style: [], medium: [], filter: [], resolution: [] }
const totals = { images: 0, favorites: 0, notFavorites: 0, waiting: 0, needsYou: 0, projects: 0, withPrompt: 0 }
const counts = (matching: number): FacetCounts => ({ totals, matching, looks })

/** A counter whose pauses and answers come when the test says so. */
function bench() {
  const paused: (() => void)[] = []
  const asked: ((answer: Result<FacetCounts>) => void)[] = []
  const shown: number[] = []
  const recount = createFacetCounter({
    countFacets: () => new Promise((resolve) => asked.push(resolve)),
    currentQuery: () => EMPTY_QUERY,
    onCounts: ({ matching }) => shown.push(matching),
    after: (run) => {
      paused.push(run)
      return () => paused.splice(paused.indexOf(run), 1)
    }
  })
  const settle = async () => {
    for (const run of paused.splice(0)) run()
    await Promise.resolve()
  }
  const answer = async (at: number, result: Result<FacetCounts>) => {
    asked[at]?.(result)
    // The counter goes on some turns of the queue after its answer.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { recount, settle, answer, asked, shown }
}

describe('recounting', () => {
  it('asks once for a burst', async () => {
    const { recount, settle, answer, asked, shown } = bench()
    recount()
    recount()
    recount()
    await settle()
    expect(asked).toHaveLength(1)
    await answer(0, succeed(counts(7)))
    expect(shown).toEqual([7])
  })

  it('asks one at a time, drops an answer that is out of date, and asks again', async () => {
    const { recount, settle, answer, asked, shown } = bench()
    recount()
    await settle()
    recount()
    await settle()
    expect(asked).toHaveLength(1)
    await answer(0, succeed(counts(1)))
    expect(asked).toHaveLength(2)
    await answer(1, succeed(counts(2)))
    expect(shown).toEqual([2])
  })

  it('keeps the old counts when the library cannot answer, and can ask again', async () => {
    const { recount, settle, answer, shown } = bench()
    recount()
    await settle()
    await answer(0, { ok: false, failure: { code: 'internal' } })
    recount()
    await settle()
    await answer(1, succeed(counts(3)))
    expect(shown).toEqual([3])
  })
})
