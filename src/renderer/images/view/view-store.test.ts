import { expect, test } from 'vitest'
import { forEachLook } from '../../../shared/image.ts'
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
  totals: { images, favorites: 0, notFavorites: images, waiting: 0, needsYou: 0, projects: 0, withPrompt: 0 },
  matching,
  looks: forEachLook(() => [])
})

test('an order that is behind the library is counted as what it is: select all takes no more', () => {
  expect(viewNumbers(EMPTY_QUERY, viewOf(EMPTY_QUERY, 90), countsOf(120, 120))).toEqual({ matching: 90, total: 90 })
})

test('within filters the library stays the whole', () => {
  expect(viewNumbers(FAVORITES, viewOf(FAVORITES, 9), countsOf(8, 120))).toEqual({ matching: 9, total: 120 })
})

test('a view is never more than the whole', () => {
  expect(viewNumbers(FAVORITES, viewOf(FAVORITES, 9), countsOf(8, 8))).toEqual({ matching: 9, total: 9 })
})

test.each([
  ['before the first answer', null],
  ['while a new query waits for its answer', viewOf(EMPTY_QUERY, 120)]
])('%s the library counts', (_name, shown) => {
  expect(viewNumbers(FAVORITES, shown, countsOf(8, 120))).toEqual({ matching: 8, total: 120 })
})
