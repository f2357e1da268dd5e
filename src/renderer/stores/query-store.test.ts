import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../shared/query.ts'
import {
  countFilters,
  matchesSame,
  resetQuery,
  setQuery,
  toggledFacet,
  toggleFacet,
  useQuery,
  withoutFilters
} from './query-store.ts'

beforeEach(() => useQuery.setState({ query: EMPTY_QUERY }))

describe('query', () => {
  it('adds and removes values of an attribute, leaving other attributes alone', () => {
    toggleFacet('style', 'anime')
    toggleFacet('style', 'retro')
    toggleFacet('medium', 'ink')
    toggleFacet('style', 'anime')
    expect(useQuery.getState().query.facets).toMatchObject({ style: ['retro'], medium: ['ink'], filter: [] })
  })

  it('counts every filter that is on', () => {
    expect(countFilters(EMPTY_QUERY)).toBe(0)
    const query = toggledFacet(toggledFacet(EMPTY_QUERY, 'style', 'anime'), 'style', '')
    expect(countFilters({ ...query, favorite: false, mark: 'waiting', search: 'harbour' })).toBe(5)
  })

  it('removes filters and search on reset, and keeps the order', () => {
    setQuery({ search: 'x', favorite: true, sortBy: 'name', sort: 'asc' })
    resetQuery()
    expect(useQuery.getState().query).toEqual({ ...EMPTY_QUERY, sortBy: 'name', sort: 'asc' })
    expect(withoutFilters(useQuery.getState().query)).toEqual(useQuery.getState().query)
  })

  it('recognizes queries that match the same records', () => {
    const one = toggledFacet(toggledFacet(EMPTY_QUERY, 'style', 'anime'), 'style', 'retro')
    const other = toggledFacet(toggledFacet(EMPTY_QUERY, 'style', 'retro'), 'style', 'anime')
    expect(matchesSame(one, { ...other, sort: 'asc' })).toBe(true)
    expect(matchesSame(one, EMPTY_QUERY)).toBe(false)
  })
})
