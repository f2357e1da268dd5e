/**
 * What the images screen asks of the library. The sidebar, the toolbar and the chips all read and write this one
 * query; only the images screen opens views with it.
 */
import { create } from 'zustand'
import { type Look, LOOKS } from '../../shared/image.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../shared/query.ts'

export const useQuery = create<{ readonly query: ImageQuery }>()(() => ({ query: EMPTY_QUERY }))

export function setQuery(part: Partial<ImageQuery>): void {
  useQuery.setState(({ query }) => ({ query: { ...query, ...part } }))
}

/** Adds the value to the look's choice, or takes it away. */
export function toggleLook(look: Look, value: string): void {
  setQuery(toggledLook(useQuery.getState().query, look, value))
}

/** Drops every filter and the search; the order stays. */
export function resetQuery(): void {
  setQuery(withoutFilters(useQuery.getState().query))
}

/** The query with one value of a look added, or removed when it was chosen. */
export function toggledLook(query: ImageQuery, look: Look, value: string): ImageQuery {
  const chosen = query.looks[look]
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  return { ...query, looks: { ...query.looks, [look]: next } }
}

/** The query without filters and search, in the same order. */
export function withoutFilters(query: ImageQuery): ImageQuery {
  return { ...EMPTY_QUERY, sortBy: query.sortBy, sort: query.sort }
}

/** Whatever a query asks besides looks and order is a filter. */
const { looks: _looks, sortBy: _sortBy, sort: _sort, ...NO_FILTERS } = EMPTY_QUERY
// The names of the rest are its keys.
const FILTERS = Object.keys(NO_FILTERS) as readonly (keyof typeof NO_FILTERS)[]

/** How many filters are on: each chosen value, the favorite switch, the mark, and the search count one. */
export function countFilters(query: ImageQuery): number {
  const values = LOOKS.reduce((sum, look) => sum + query.looks[look].length, 0)
  return values + FILTERS.filter((name) => query[name] !== EMPTY_QUERY[name]).length
}

/** Whether two queries match the same records (the order may differ). */
export function matchesSame(a: ImageQuery, b: ImageQuery): boolean {
  return filterKey(a) === filterKey(b)
}

function filterKey(query: ImageQuery): string {
  const looks = LOOKS.map((look) => [...query.looks[look]].sort())
  return JSON.stringify([looks, ...FILTERS.map((name) => query[name])])
}
