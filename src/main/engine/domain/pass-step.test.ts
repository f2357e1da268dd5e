import { describe, expect, it } from 'vitest'
import { type PassState, NEW_PASS, isWhole, stepPass } from './pass-step.ts'
import type { ServicePage } from './service-records.ts'

const page = (told: Partial<ServicePage<unknown>>, count = 100): ServicePage<unknown> => ({
  records: Array.from({ length: count }, () => ({})),
  currentPage: null,
  lastPage: null,
  perPage: null,
  total: null,
  hasNext: null,
  nextCursor: null,
  unreadable: 0,
  ...told
})

const ids = (from: number, count = 100): string[] => Array.from({ length: count }, (_, index) => String(from - index))
const at = (more: Partial<PassState>): PassState => ({ ...NEW_PASS, ...more })

describe('a page of a pass', () => {
  it('leads to the next one while the service tells of more', () => {
    const step = stepPass(NEW_PASS, { page: page({ hasNext: true, total: 250 }), ids: ids(250), newlySeen: 100 })
    expect(step).toMatchObject({ kind: 'next', state: { page: 2, total: 250, seen: 100 } })
  })

  it.each([
    ['told that there is no next', { hasNext: false }, 50],
    ['an empty page after the last one', { hasNext: null }, 0],
    ['an empty page although a next is told', { hasNext: true }, 0]
  ])('ends the pass: %s', (_, told, count) => {
    const step = stepPass(at({ page: 3, seen: 200 }), {
      page: page(told, count),
      ids: ids(50, count),
      newlySeen: count
    })
    expect(step.kind).toBe('end')
    expect(isWhole(step.state)).toBe(true)
  })

  it('does not end because it is shorter than asked', () => {
    const step = stepPass(NEW_PASS, { page: page({}, 25), ids: ids(25, 25), newlySeen: 25 })
    expect(step).toMatchObject({ kind: 'next', state: { page: 2 } })
  })

  it.each([
    ['fewer were seen than told', at({ page: 3, seen: 200 }), { hasNext: false, total: 260 }, 50],
    ['a record had no id', at({ page: 3, seen: 200 }), { hasNext: false, unreadable: 1 }, 50]
  ])('proves presence only: %s', (_, state, told, count) => {
    const step = stepPass(state, { page: page(told, count), ids: ids(50, count), newlySeen: count })
    expect(step.kind).toBe('end')
    expect(isWhole(step.state)).toBe(false)
  })

  it('ends, flawed, when the same ids come twice: the page asked for is ignored', () => {
    const first = stepPass(NEW_PASS, { page: page({}), ids: ids(100), newlySeen: 100 })
    const second = stepPass(first.state, { page: page({}), ids: ids(100), newlySeen: 0 })
    expect(second.kind).toBe('end')
    expect(isWhole(second.state)).toBe(false)
  })

  it.each([
    [1, 4],
    [100, 4],
    [101, 3],
    [1_000, 1]
  ])('is followed by pages read again when the total dropped by %i', (dropped, next) => {
    const state = at({ page: 5, total: 2_000, seen: 400 })
    const told = { hasNext: true, total: 2_000 - dropped, perPage: 100 }
    expect(stepPass(state, { page: page(told), ids: ids(900), newlySeen: 100 })).toMatchObject({
      kind: 'next',
      state: { page: next, total: 2_000 - dropped }
    })
  })

  it('follows a cursor, and ends when none comes back', () => {
    const first = stepPass(NEW_PASS, { page: page({ nextCursor: 'abc' }), ids: ids(100), newlySeen: 100 })
    expect(first).toMatchObject({ kind: 'next', state: { page: null, cursor: 'abc' } })
    const last = stepPass(first.state, { page: page({}, 10), ids: ids(10, 10), newlySeen: 10 })
    expect(last.kind).toBe('end')
    expect(isWhole(last.state)).toBe(true)
  })
})
