/** The rows of the sidebar as places in the library: the query of each, and the place of a query. Pure. */
import { type Facet, FACET_VALUES } from '../../shared/image.ts'
import { type FacetCounts, type ImageQuery, type LibraryTotals, NO_VALUE } from '../../shared/query.ts'
import { countFilters, withoutFilters } from '../stores/query-store.ts'
import type { IconName } from '../ui/icon.tsx'

export type NavItemId = 'all' | 'favorites' | 'not-favorites' | 'not-viewed' | 'waiting' | 'needs-attention'

interface NavItem {
  readonly id: NavItemId
  /** Key of its name in `copy.frame`. */
  readonly label: 'allImages' | 'favorites' | 'notFavorites' | 'notViewed' | 'waiting' | 'needsAttention'
  readonly icon: IconName
  readonly isIconFilled?: true
  readonly total: keyof LibraryTotals
  /** The filters of a query at this place besides its attributes and search. */
  readonly asks: Pick<ImageQuery, 'favorite' | 'mark'>
}

export const NAV_ITEMS: readonly NavItem[] = [
  {
    id: 'all',
    label: 'allImages',
    icon: 'images',
    total: 'images',
    asks: { favorite: null, mark: 'any' }
  },
  {
    id: 'favorites',
    label: 'favorites',
    icon: 'star',
    isIconFilled: true,
    total: 'favorites',
    asks: { favorite: true, mark: 'any' }
  },
  {
    id: 'not-favorites',
    label: 'notFavorites',
    icon: 'star',
    total: 'notFavorites',
    asks: { favorite: false, mark: 'any' }
  },
  {
    id: 'not-viewed',
    label: 'notViewed',
    icon: 'eye-off',
    total: 'notViewed',
    asks: { favorite: null, mark: 'not-viewed' }
  },
  {
    id: 'waiting',
    label: 'waiting',
    icon: 'dot',
    total: 'waiting',
    asks: { favorite: null, mark: 'waiting' }
  },
  {
    id: 'needs-attention',
    label: 'needsAttention',
    icon: 'triangle',
    total: 'needsAttention',
    asks: { favorite: null, mark: 'needs-attention' }
  }
]

/**
 * Returns the query of a place: its filter alone in the current order, so that the count beside it matches what it
 * shows.
 */
export function queryAt(place: NavItem, query: ImageQuery): ImageQuery {
  return { ...withoutFilters(query), ...place.asks }
}

/** Returns the place of a query; `null` if it has only filters of no place. */
export function navItemOf(query: ImageQuery): NavItemId | null {
  if (countFilters(query) === 0) return 'all'
  const place = NAV_ITEMS.find(({ asks }) => asks.favorite === query.favorite && asks.mark === query.mark)
  return place === undefined || place.id === 'all' ? null : place.id
}

export const facetIcon: Readonly<Record<Facet, IconName>> = {
  style: 'palette',
  medium: 'brush',
  filter: 'contrast',
  resolution: 'corners'
}

interface FacetRow {
  readonly value: string
  /** `null` until counted. */
  readonly count: number | null
  readonly isChosen: boolean
}

/**
 * Returns the values of an attribute in the order of the sidebar: known ones (even without images), unknown ones, then
 * “none”, which is omitted if no image of the library lacks the attribute.
 */
export function facetRows(facet: Facet, query: ImageQuery, counts: FacetCounts | null): readonly FacetRow[] {
  const counted = new Map(counts?.facets[facet].map(({ value, count }) => [value, count]))
  const chosen = new Set(query.facets[facet])
  const unknown = new Set([...counted.keys(), ...chosen].filter((value) => value !== NO_VALUE))
  for (const value of FACET_VALUES[facet]) unknown.delete(value)
  const hasNone = counted.has(NO_VALUE) || chosen.has(NO_VALUE)
  const values = [...FACET_VALUES[facet], ...[...unknown].sort(), ...(hasNone ? [NO_VALUE] : [])]
  return values.map((value) => ({
    value,
    count: counts === null ? null : (counted.get(value) ?? 0),
    isChosen: chosen.has(value)
  }))
}
