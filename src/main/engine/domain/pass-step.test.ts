import { describe, expect, it } from 'vitest'
import { at, ids, page } from '../../../../test/helpers/pass-pages.ts'
import { type PassState, NEW_PASS, incompleteWhy, stepPass, pageAt } from './pass-step.ts'
import type { ServicePage } from './service-records.ts'

describe('a page of a pass', () => {
  it('is the first one, with nothing before it', () => {
    expect(NEW_PASS).toMatchObject({
      page: 1,
      cursor: null,
      total: null,
      seen: 0,
      flaw: null,
      lastIds: [],
      isPromised: false
    })
  })

  it('leads to the next one while the service reports more', () => {
    const step = stepPass(NEW_PASS, { page: page({ hasNext: true, total: 250 }), ids: ids(250), newlySeen: 100 })
    expect(step).toMatchObject({ kind: 'next', state: { page: 2, total: 250, seen: 100 } })
  })

  it.each([
    ['no next page is reported', { hasNext: false }, 50],
    ['an empty page after the last one', { hasNext: null }, 0],
    ['an empty page although a next one is reported', { hasNext: true }, 0]
  ])('ends the pass: %s', (_, facts, count) => {
    const step = stepPass(at({ page: 3, seen: 200 }), {
      page: page(facts, count),
      ids: ids(50, count),
      newlySeen: count
    })
    expect(step.kind).toBe('end')
    expect(incompleteWhy(step.state)).toBeNull()
  })

  it('does not end because it is shorter than requested', () => {
    const step = stepPass(NEW_PASS, { page: page({}, 25), ids: ids(25, 25), newlySeen: 25 })
    expect(step).toMatchObject({ kind: 'next', state: { page: 2 } })
  })

  it.each([
    ['fewer-than-reported', at({ page: 3, seen: 200 }), { hasNext: false, total: 260 }, 50],
    ['unreadable', at({ page: 3, seen: 200 }), { hasNext: false, unreadable: 1 }, 50],
    ['unreadable', at({ page: 3, seen: 200, flaw: 'unreadable' }), { hasNext: false }, 50]
  ] as const)('proves presence only: %s', (why, state, facts, count) => {
    const step = stepPass(state, { page: page(facts, count), ids: ids(50, count), newlySeen: count })
    expect(step.kind).toBe('end')
    expect(incompleteWhy(step.state)).toBe(why)
  })

  it('ends, flawed, when the same ids come twice, because the service ignores the requested page', () => {
    const first = stepPass(NEW_PASS, { page: page({}), ids: ids(100), newlySeen: 100 })
    const second = stepPass(first.state, { page: page({}), ids: ids(100), newlySeen: 0 })
    expect(second.kind).toBe('end')
    expect(incompleteWhy(second.state)).toBe('no-paging')
  })

  it.each([
    [1, 4],
    [100, 4],
    [101, 3],
    [1_000, 1]
  ])('is followed by pages read again when the total dropped by %i', (dropped, next) => {
    const state = at({ page: 5, total: 2_000, seen: 400 })
    const facts = { hasNext: true, total: 2_000 - dropped, perPage: 100 }
    expect(stepPass(state, { page: page(facts), ids: ids(900), newlySeen: 100 })).toMatchObject({
      kind: 'next',
      state: { page: next, total: 2_000 - dropped }
    })
  })

  it.each([
    [7, 30, 6, true],
    [7, 0, 8, false],
    [1, 30, 2, false]
  ])(
    'of a resumed pass at page %i that shows %i new ones is followed by page %i',
    (position, newlySeen, next, goesOn) => {
      const state: PassState = { ...NEW_PASS, page: position, seen: 700, isResuming: true }
      const step = stepPass(state, { page: page({ hasNext: true }), ids: ids(900), newlySeen })
      expect(step).toMatchObject({ kind: 'next', state: { page: next, isResuming: goesOn } })
    }
  )

  it('does not end at a page whose rows were all left out here', () => {
    const left = page({ hasNext: null, listed: 100 }, 0)
    expect(stepPass(NEW_PASS, { page: left, ids: [], newlySeen: 0 })).toMatchObject({
      kind: 'next',
      state: { page: 2 }
    })
  })

  it('counts each record that is listed as deleted once, and does not end at a page of them', () => {
    const facts = { hasNext: null, total: 4 }
    const first = stepPass(NEW_PASS, { page: page({ ...facts, deleted: ['9', '8'] }, 0), ids: [], newlySeen: 0 })
    expect(first.kind).toBe('next')
    const second = stepPass(first.state, { page: page({ ...facts, deleted: ['8'] }, 1), ids: ids(1), newlySeen: 1 })
    expect(incompleteWhy(second.state)).toBe('fewer-than-reported')
    const last = stepPass(second.state, { page: page({ ...facts, hasNext: false }, 1), ids: ids(1, 1), newlySeen: 1 })
    expect(incompleteWhy(last.state)).toBeNull()
  })

  it('follows a cursor, and ends when none is returned', () => {
    const first = stepPass(NEW_PASS, { page: page({ nextCursor: 'abc' }), ids: ids(100), newlySeen: 100 })
    expect(first).toMatchObject({ kind: 'next', state: { page: null, cursor: 'abc' } })
    const last = stepPass(first.state, { page: page({}, 10), ids: ids(10, 10), newlySeen: 10 })
    expect(last.kind).toBe('end')
    expect(incompleteWhy(last.state)).toBeNull()
  })

  it('ends, flawed, although the total falls with every second response, as with replicas that differ', () => {
    let state: PassState = NEW_PASS
    const seen = new Set<number>()
    for (let answers = 0; answers < 1_000; answers += 1) {
      const position = state.page ?? 1
      const newlySeen = seen.has(position) ? 0 : 100
      seen.add(position)
      const facts = { hasNext: position < 5, total: answers % 2 === 0 ? 500 : 490, perPage: 100 }
      const step = stepPass(state, { page: page(facts), ids: ids(position * 1_000), newlySeen })
      state = step.state
      if (step.kind === 'end') break
    }
    expect(seen.size).toBe(5)
    expect(incompleteWhy(state)).toBe('fewer-than-reported')
  })
})

describe('a page at the edges', () => {
  const step = (state: Partial<PassState>, facts: Partial<ServicePage<unknown>>, newlySeen = 1, count = 1) =>
    stepPass(at({ page: 5, seen: 400, ...state }), { page: page(facts, count), ids: ids(900, count), newlySeen })

  it('resets the count of fruitless steps back as soon as it shows something new', () => {
    expect(step({ fruitless: 7 }, { hasNext: true }, 1).state.fruitless).toBe(0)
    expect(step({ fruitless: 7 }, { hasNext: true }, 0).state.fruitless).toBe(7)
    const back = { hasNext: true, total: 400, perPage: 100 }
    expect(step({ fruitless: 7, total: 500 }, back, 1).state).toMatchObject({ fruitless: 1, page: 4 })
    expect(step({ fruitless: 7, total: 500 }, back, 0).state).toMatchObject({ fruitless: 8, page: 4 })
    expect(step({ fruitless: 19, total: 500 }, back, 0).state).toMatchObject({ fruitless: 20, page: 4, flaw: null })
    expect(step({ fruitless: 20, total: 500 }, back, 0).state).toMatchObject({ page: 6, flaw: 'fewer-than-reported' })
  })

  it('continues to step back only while it shows something new', () => {
    const back = { hasNext: true, total: 400, perPage: 100 }
    const isResuming = (before: boolean, newlySeen: number): boolean =>
      step({ isResuming: before, total: 500 }, back, newlySeen).state.isResuming
    expect([isResuming(true, 1), isResuming(true, 0), isResuming(false, 1)]).toEqual([true, false, false])
  })

  it('does not treat a total that is no longer reported as a drop', () => {
    expect(step({ total: 500 }, { hasNext: true, total: null, perPage: 100 }).state).toMatchObject({
      page: 6,
      total: 500
    })
  })

  it('copies the set of deleted ids only if it lists some', () => {
    const deleted = new Set(['7'])
    expect(step({ deleted }, { hasNext: true }).state.deleted).toBe(deleted)
    expect([...step({ deleted }, { hasNext: true, deleted: ['8'] }).state.deleted]).toEqual(['7', '8'])
  })

  it('keeps the first flaw, and the last reported total', () => {
    expect(step({ flaw: 'no-paging', total: 500 }, { hasNext: true, unreadable: 2 }).state).toMatchObject({
      flaw: 'no-paging',
      total: 500
    })
    expect(step({ fruitless: 20, total: 500, flaw: 'unreadable' }, { total: 400, perPage: 100 }, 0).state.flaw).toBe(
      'unreadable'
    )
  })

  it('steps back by whole pages of the reported length, or else of the shown length', () => {
    expect(step({ total: 500 }, { hasNext: true, total: 470, perPage: null }, 10, 10).state.page).toBe(2)
    expect(step({ total: 500 }, { hasNext: true, total: 499, perPage: 100 }).state.page).toBe(4)
    expect(step({ total: 500 }, { hasNext: true, total: 500, perPage: 100 }).state.page).toBe(6)
    expect(step({ total: 500 }, { hasNext: true, total: 501, perPage: 100 }).state.page).toBe(6)
    expect(step({ total: 500 }, { hasNext: true, total: 400, perPage: 0 }).state.page).toBe(6)
    expect(step({ page: 1, total: 500 }, { hasNext: true, total: 400, perPage: 100 }).state.page).toBe(2)
    expect(step({ page: 2, total: 500 }, { hasNext: true, total: 400, perPage: 100 }).state.page).toBe(1)
    expect(step({ total: null }, { hasNext: true, total: 400, perPage: 100 }).state.page).toBe(6)
  })

  it('never steps back by cursor', () => {
    const facts = { total: 400, perPage: 100, nextCursor: 'next' }
    expect(step({ page: null, cursor: 'c', total: 500 }, facts)).toMatchObject({
      kind: 'next',
      state: { page: null, cursor: 'next', flaw: null }
    })
    expect(step({ page: null, cursor: 'c', isResuming: true }, facts).state).toMatchObject({ cursor: 'next' })
  })

  it('remembers its ids, except when it steps back', () => {
    expect(step({}, { hasNext: true }).state.lastIds).toEqual(['900'])
    expect(step({ total: 500 }, { hasNext: true, total: 400, perPage: 100 }).state.lastIds).toEqual([])
  })

  it.each([
    ['other ids', ['1', '2'], ['1', '3'], 0, false],
    ['fewer ids', ['1', '2'], ['1'], 0, false],
    ['the same ids, one of them new', ['1', '2'], ['1', '2'], 1, false],
    ['the same ids', ['1', '2'], ['1', '2'], 0, true],
    ['none at all', [], [], 0, false]
  ])('is compared with the page before it: %s', (_, lastIds, shown, newlySeen, isRepeated) => {
    const state = at({ page: 5, seen: 400, lastIds })
    const { kind, state: after } = stepPass(state, { page: page({ hasNext: true }, 2), ids: shown, newlySeen })
    expect([kind, after.flaw]).toEqual(isRepeated ? ['end', 'no-paging'] : ['next', null])
  })

  it('keeps an older flaw if the requested page is ignored', () => {
    const state = at({ page: 5, lastIds: ['1'], flaw: 'unreadable' })
    expect(stepPass(state, { page: page({}, 1), ids: ['1'], newlySeen: 0 }).state.flaw).toBe('unreadable')
  })

  it('is the last one at a hundred thousand pages', () => {
    expect(step({ page: 99_999 }, { hasNext: true })).toMatchObject({ kind: 'next', state: { page: 100_000 } })
    expect(step({ page: 100_000 }, { hasNext: true })).toMatchObject({
      kind: 'end',
      state: { flaw: 'fewer-than-reported' }
    })
    expect(step({ page: 100_000, flaw: 'unreadable' }, { hasNext: true }).state.flaw).toBe('unreadable')
  })

  it('is not empty while it lists deleted or unreadable rows', () => {
    expect(step({}, { unreadable: 1 }, 0, 0).kind).toBe('next')
    expect(step({}, { deleted: ['7'] }, 0, 0).kind).toBe('next')
    expect(step({}, {}, 0, 0).kind).toBe('end')
  })

  it('continues by number if both a cursor and a number are reported', () => {
    expect(step({}, { nextCursor: 'c', currentPage: 5 }).state).toMatchObject({ page: 6, cursor: null })
    expect(step({ page: null, cursor: 'b' }, { nextCursor: 'c', currentPage: 5 }).state).toMatchObject({ page: 2 })
  })

  it('prefers the reported next page to the cursor', () => {
    expect(step({ page: null, cursor: 'b' }, { hasNext: true }).kind).toBe('next')
    expect(step({ page: null, cursor: 'b' }, { hasNext: false, nextCursor: 'c' }).kind).toBe('end')
    expect(step({}, { hasNext: null, nextCursor: null }).kind).toBe('next')
  })
})

describe('a pass that ended', () => {
  it.each([
    [{ total: null, seen: 0 }, null],
    [{ total: 5, seen: 5 }, null],
    [{ total: 5, seen: 6 }, null],
    [{ total: 5, seen: 4 }, 'fewer-than-reported'],
    [{ total: 5, seen: 4, deleted: new Set(['1']) }, null],
    [{ total: 5, seen: 5, flaw: 'unreadable' }, 'unreadable']
  ] as const)('with %o is not complete because of %s', (state, why) => {
    expect(incompleteWhy(at(state))).toBe(why)
  })
})

it('requests a page by its number, or by the cursor of the page before', () => {
  expect(pageAt({ page: 7, cursor: null })).toEqual({ page: 7 })
  expect(pageAt({ page: null, cursor: null })).toEqual({ page: 1 })
  expect(pageAt({ page: null, cursor: 'next' })).toEqual({ cursor: 'next' })
})
