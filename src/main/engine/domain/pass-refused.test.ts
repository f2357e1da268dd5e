import { describe, expect, it } from 'vitest'
import { at, ids, page } from '../../../../test/helpers/pass-pages.ts'
import { type PassState, NEW_PASS, incompleteWhy, stepPass } from './pass-step.ts'

describe('a page that is refused', () => {
  const rows = { last: 100, most: 100 }
  const refuse = (state: Partial<PassState>, total: number | null = null) =>
    stepPass(at({ page: 3, seen: 200, rows, ...state }), {
      page: page({ isRefused: true, hasNext: false, total }, 0),
      ids: [],
      newlySeen: 0
    })

  it.each([
    ['the reported total is what was read', {}, 200],
    ['the total reported earlier is what was read', { total: 200 }, null],
    ['what is listed as deleted counts too', { deleted: new Set(['1']) }, 201],
    ['the page before it was a short one', { rows: { last: 99, most: 100 } }, null]
  ] as const)('is the end where %s', (_, state, total) => {
    const step = refuse(state, total)
    expect([step.kind, incompleteWhy(step.state)]).toEqual(['end', null])
  })

  it.each([
    ['nothing tells of the end', {}, null],
    [
      'it was promised by the page before, whose list is short',
      { isPromised: true, rows: { last: 0, most: 100 } },
      null
    ],
    ['the total was reached although a next page was reported', { isPromised: true, page: null, cursor: 'b' }, 200],
    ['one more was reported', {}, 201],
    ['it is the last one by what was reported', {}, 300]
  ] as const)('proves nothing where %s', (_, state, total) => {
    const step = refuse(state, total)
    expect([step.kind, incompleteWhy(step.state)]).toEqual(['end', 'page-refused'])
  })

  it.each([
    ['a total tells of more behind it', {}, 301],
    ['the page before promised it', { isPromised: true }, null]
  ] as const)('hides no others where %s, unless the next one is refused too', (_, state, total) => {
    const step = refuse({ ...state, flaw: null }, total)
    expect(step).toMatchObject({ kind: 'next', state: { page: 4, flaw: 'page-refused', isPromised: false } })
    expect(refuse(step.state, total).kind).toBe('end')
  })

  it.each([
    ['a next one', true, 'next'],
    ['nothing of a next one', null, 'end']
  ] as const)('behind a page that tells of %s hides others or not', (_, hasNext, kind) => {
    const before = stepPass(at({ page: 2, rows }), { page: page({ hasNext }), ids: ids(900), newlySeen: 100 })
    expect(refuse(before.state).kind).toBe(kind)
  })

  it.each([
    ['shorter than the longest one', [100, 99], null],
    ['the longest one', [99, 100], 'page-refused']
  ] as const)('is the end behind a page that is %s', (_, counts, why) => {
    let state = NEW_PASS
    for (const count of counts)
      state = stepPass(state, { page: page({}, count), ids: ids(900, count), newlySeen: count }).state
    const step = stepPass(state, { page: page({ isRefused: true, hasNext: false }, 0), ids: [], newlySeen: 0 })
    expect([step.kind, incompleteWhy(step.state)]).toEqual(['end', why])
  })

  it('is measured by the longest page where no length is reported: what moved up is read again', () => {
    expect(refuse({ total: 300 }, 150)).toMatchObject({ kind: 'next', state: { page: 1, flaw: null } })
  })
})
