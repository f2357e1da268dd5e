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
    ['the reported total was read', {}, 200],
    ['the total reported earlier was read', { total: 200 }, null],
    ['the total includes records listed as deleted', { deleted: new Set(['1']) }, 201],
    ['the page before it was a short one', { rows: { last: 99, most: 100 } }, null]
  ] as const)('is the end if %s', (_, state, total) => {
    const step = refuse(state, total)
    expect([step.kind, incompleteWhy(step.state)]).toEqual(['end', null])
  })

  it.each([
    ['nothing reports the end', {}, null],
    [
      'it was promised by the page before, whose list is short',
      { isPromised: true, rows: { last: 0, most: 100 } },
      null
    ],
    ['the total was reached although a next page was reported', { isPromised: true, page: null, cursor: 'b' }, 200],
    ['one more was reported', {}, 201],
    ['fewer were reported than were read', {}, 0],
    ['it is the last one by the reported total', {}, 300]
  ] as const)('proves nothing if %s', (_, state, total) => {
    const step = refuse(state, total)
    expect([step.kind, incompleteWhy(step.state)]).toEqual(['end', 'page-refused'])
  })

  it.each([
    ['the total reports more behind it', {}, 301],
    ['the page before reported it', { isPromised: true }, null]
  ] as const)('does not end the pass if %s, unless the next one is refused too', (_, state, total) => {
    const step = refuse({ ...state, flaw: null }, total)
    expect(step).toMatchObject({ kind: 'next', state: { page: 4, flaw: 'page-refused', isPromised: false } })
    expect(refuse(step.state, total).kind).toBe('end')
  })

  it.each([
    ['a next page', true, 'next'],
    ['nothing about a next page', null, 'end']
  ] as const)('after a page that reports %s ends the pass or not', (_, hasNext, kind) => {
    const before = stepPass(at({ page: 2, rows }), { page: page({ hasNext }), ids: ids(900), newlySeen: 100 })
    expect(refuse(before.state).kind).toBe(kind)
  })

  it.each([
    ['shorter than the longest one', [100, 99], null],
    ['the longest one', [99, 100], 'page-refused']
  ] as const)('is the end after a page that is %s', (_, counts, why) => {
    let state = NEW_PASS
    for (const count of counts)
      state = stepPass(state, { page: page({}, count), ids: ids(900, count), newlySeen: count }).state
    const step = stepPass(state, { page: page({ isRefused: true, hasNext: false }, 0), ids: [], newlySeen: 0 })
    expect([step.kind, incompleteWhy(step.state)]).toEqual(['end', why])
  })

  it('uses the longest page as length if none is reported: shifted rows are read again', () => {
    expect(refuse({ total: 300 }, 150)).toMatchObject({ kind: 'next', state: { page: 1, flaw: null } })
  })
})
