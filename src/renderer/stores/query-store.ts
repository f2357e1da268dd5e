/**
 * The query of the images screen. The sidebar, the toolbar and the chips read and write it; only the images screen
 * opens views with it.
 */
import { create } from 'zustand'
import { type Facet, FACETS } from '../../shared/image.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../shared/query.ts'

export const useQuery = create<{ readonly query: ImageQuery }>()(() => ({ query: EMPTY_QUERY }))

export function setQuery(part: Partial<ImageQuery>): void {
  useQuery.setState(({ query }) => ({ query: { ...query, ...part } }))
}

/** Adds a value to an attribute, or removes it. */
export function toggleFacet(facet: Facet, value: string): void {
  setQuery(toggledFacet(useQuery.getState().query, facet, value))
}

/** Removes every filter and the search; the order stays. */
export function resetQuery(): void {
  setQuery(withoutFilters(useQuery.getState().query))
}

/** Returns the query with one value of an attribute added, or removed if it was chosen. */
export function toggledFacet(query: ImageQuery, facet: Facet, value: string): ImageQuery {
  const chosen = query.facets[facet]
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  return { ...query, facets: { ...query.facets, [facet]: next } }
}

/** Returns the query without filters and search, in the same order. */
export function withoutFilters(query: ImageQuery): ImageQuery {
  return { ...EMPTY_QUERY, sortBy: query.sortBy, sort: query.sort }
}

/** Every field of a query except attributes and order is a filter. */
const { facets: _facets, sortBy: _sortBy, sort: _sort, ...NO_FILTERS } = EMPTY_QUERY
const FILTERS = Object.keys(NO_FILTERS) as readonly (keyof typeof NO_FILTERS)[]

/** Counts active filters: each chosen value, the favorite filter, the mark, and the search count as one. */
export function countFilters(query: ImageQuery): number {
  const values = FACETS.reduce((sum, facet) => sum + query.facets[facet].length, 0)
  return values + FILTERS.filter((name) => query[name] !== EMPTY_QUERY[name]).length
}

/** Returns whether two queries match the same records (the order may differ). */
export function matchesSame(a: ImageQuery, b: ImageQuery): boolean {
  return filterKey(a) === filterKey(b)
}

function filterKey(query: ImageQuery): string {
  const facets = FACETS.map((facet) => [...query.facets[facet]].sort())
  return JSON.stringify([facets, ...FILTERS.map((name) => query[name])])
}
