import { expect, test } from 'vitest'
import { forEachFacet } from '../../../shared/image.ts'
import { EMPTY_QUERY, type FacetCounts } from '../../../shared/query.ts'
import { indexOrder } from '../selection/records.ts'
import { type ShownView, viewNumbers } from './view-store.ts'

const FAVORITES = { ...EMPTY_QUERY, favorite: true }
const viewOf = (query: ShownView['query'], size: number): ShownView => ({
  view: 1,
  query,
  order: indexOrder(Uint32Array.from({ length: size }, (_, place) => place + 1)),
  isFilling: false,
  needs: []
})
const countsOf = (matching: number, images: number): FacetCounts => ({
  totals: {
    images,
    favorites: 0,
    notFavorites: images,
    notViewed: images,
    waiting: 0,
    needsAttention: 0,
    projects: 0,
    withPrompt: 0
  },
  matching,
  facets: forEachFacet(() => [])
})

test('counts an order that is behind the library as it is, because select all takes no more', () => {
  expect(viewNumbers(EMPTY_QUERY, viewOf(EMPTY_QUERY, 90), countsOf(120, 120))).toEqual({ matching: 90, total: 90 })
})

test('keeps the library’s total within filters', () => {
  expect(viewNumbers(FAVORITES, viewOf(FAVORITES, 9), countsOf(8, 120))).toEqual({ matching: 9, total: 120 })
})

test('is never more than the total', () => {
  expect(viewNumbers(FAVORITES, viewOf(FAVORITES, 9), countsOf(8, 8))).toEqual({ matching: 9, total: 9 })
})

test.each([
  ['before the first answer', null],
  ['while a new query waits for its answer', viewOf(EMPTY_QUERY, 120)]
])('uses the library’s count %s', (_name, shown) => {
  expect(viewNumbers(FAVORITES, shown, countsOf(8, 120))).toEqual({ matching: 8, total: 120 })
})
