import { expect, test } from 'vitest'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { filterChips } from './filter-chips.ts'

const query: ImageQuery = {
  ...EMPTY_QUERY,
  favorite: false,
  mark: 'waiting',
  looks: { ...EMPTY_QUERY.looks, style: ['anime', ''], filter: ['grayscale'] },
  search: 'harbor',
  sortBy: 'name'
}

test('shows each filter as one chip', () => {
  expect(filterChips(query).map(({ text }) => [text.subject, text.value])).toEqual([
    [null, 'Not in Favorites'],
    [null, 'Pending'],
    ['Style', 'Anime'],
    ['Style', 'No style'],
    ['Filter', 'Black and white'],
    ['Search', '“harbor”']
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
