import { describe, expect, it } from 'vitest'
import { forEachFacet, STYLES } from '../../shared/image.ts'
import { EMPTY_QUERY, type FacetCounts } from '../../shared/query.ts'
import { toggledFacet } from '../stores/query-store.ts'
import { facetRows, navItemOf, NAV_ITEMS, queryAt } from './nav-items.ts'

const anime = toggledFacet(EMPTY_QUERY, 'style', 'anime')

describe('places of the sidebar', () => {
  it.each(NAV_ITEMS)('$id is the place of its own query, alone and in the current order', (place) => {
    const query = queryAt(place, { ...anime, search: 'x', sortBy: 'name', sort: 'asc' })
    expect(navItemOf(query)).toBe(place.id)
    expect(query).toMatchObject({ search: '', facets: EMPTY_QUERY.facets, sortBy: 'name', sort: 'asc' })
  })

  it('stays at a place while attributes narrow it, and has none with attributes alone', () => {
    expect(navItemOf({ ...anime, favorite: true })).toBe('favorites')
    expect(navItemOf(anime)).toBeNull()
  })
})

describe('rows of an attribute', () => {
  const counts = (style: FacetCounts['facets']['style']): FacetCounts => ({
    totals: {
      images: 9,
      favorites: 0,
      notFavorites: 9,
      notViewed: 9,
      waiting: 0,
      needsAttention: 0,
      projects: 0,
      withPrompt: 0
    },
    matching: 9,
    facets: { ...forEachFacet(() => []), style }
  })

  it('lists every known value before the counts are known', () => {
    const rows = facetRows('style', anime, null)
    expect(rows.map(({ value }) => value)).toEqual(STYLES)
    expect(rows.every(({ count }) => count === null)).toBe(true)
    expect(rows.filter(({ isChosen }) => isChosen).map(({ value }) => value)).toEqual(['anime'])
  })

  it('keeps values without images, adds unknown ones, and puts “none” last', () => {
    const rows = facetRows(
      'style',
      anime,
      counts([
        { value: '', count: 2 },
        { value: 'claymation', count: 1 }
      ])
    )
    expect(rows.find(({ value }) => value === 'retro')?.count).toBe(0)
    expect(rows.slice(-2)).toEqual([
      { value: 'claymation', count: 1, isChosen: false },
      { value: '', count: 2, isChosen: false }
    ])
  })

  it('keeps the position of every value of the library when nothing matches it', () => {
    const valuesWith = (none: number, unknown: number) =>
      facetRows(
        'style',
        anime,
        counts([
          { value: '', count: none },
          { value: 'claymation', count: unknown }
        ])
      ).map(({ value }) => value)
    expect(valuesWith(0, 0)).toEqual(valuesWith(2, 1))
  })

  it('keeps a chosen value without a count', () => {
    const rows = facetRows('style', toggledFacet(EMPTY_QUERY, 'style', ''), counts([]))
    expect(rows.at(-1)).toEqual({ value: '', count: 0, isChosen: true })
  })
})
