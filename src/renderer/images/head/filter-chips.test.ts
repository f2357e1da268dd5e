import { expect, test } from 'vitest'
import { copy } from '../../../copy/language.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { filterChips } from './filter-chips.ts'

const query: ImageQuery = {
  ...EMPTY_QUERY,
  favorite: false,
  mark: 'waiting',
  facets: { ...EMPTY_QUERY.facets, style: ['anime', ''], filter: ['grayscale'] },
  search: 'harbor',
  sortBy: 'name'
}

test('shows each filter as one chip', () => {
  expect(filterChips(query).map(({ text }) => [text.subject, text.value])).toEqual([
    [null, copy.frame.notFavorites],
    [null, copy.frame.waiting],
    [copy.facets.style.label, copy.facets.style.values.anime],
    [copy.facets.style.label, copy.facets.style.none],
    [copy.facets.filter.label, copy.facets.filter.values.grayscale],
    [copy.images.search, '“harbor”']
  ])
})

test('keeps the order when all are removed one by one', () => {
  const removed = filterChips(query).reduce(
    (rest, { key }) => filterChips(rest).find((chip) => chip.key === key)?.without ?? rest,
    query
  )
  expect(removed).toEqual({ ...EMPTY_QUERY, sortBy: 'name' })
})

test('shows no chip without filters', () => {
  expect(filterChips(EMPTY_QUERY)).toEqual([])
})
