import { describe, expect, it } from 'vitest'
import { forEachLook, STYLES } from '../../shared/image.ts'
import { EMPTY_QUERY, type FacetCounts } from '../../shared/query.ts'
import { toggledLook } from '../stores/query-store.ts'
import { facetRows, placeOf, PLACES, queryAt } from './places.ts'

const anime = toggledLook(EMPTY_QUERY, 'style', 'anime')

describe('places of the sidebar', () => {
  it.each(PLACES)('$id is where its own query leads, alone and in the present order', (place) => {
    const query = queryAt(place, { ...anime, search: 'x', sortBy: 'name', sort: 'asc' })
    expect(placeOf(query)).toBe(place.id)
    expect(query).toMatchObject({ search: '', looks: EMPTY_QUERY.looks, sortBy: 'name', sort: 'asc' })
  })

  it('stays at a place while looks narrow it, and is nowhere when looks alone choose', () => {
    expect(placeOf({ ...anime, favorite: true })).toBe('favorites')
    expect(placeOf(anime)).toBeNull()
  })
})

describe('rows of a look', () => {
  const counts = (style: FacetCounts['looks']['style']): FacetCounts => ({
    totals: { images: 9, favorites: 0, notFavorites: 9, waiting: 0, needsYou: 0, projects: 0, withPrompt: 0 },
    matching: 9,
    looks: { ...forEachLook(() => []), style }
  })

  it('lists every known value before anything is counted', () => {
    const rows = facetRows('style', anime, null)
    expect(rows.map(({ value }) => value)).toEqual(STYLES)
    expect(rows.every(({ count }) => count === null)).toBe(true)
    expect(rows.filter(({ isChosen }) => isChosen).map(({ value }) => value)).toEqual(['anime'])
  })

  it('keeps values with none, adds unknown ones, and puts "none" last', () => {
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

  it('every value that the library has stays in its place when nothing matches it', () => {
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

  it('keeps a chosen value that is not counted', () => {
    const rows = facetRows('style', toggledLook(EMPTY_QUERY, 'style', ''), counts([]))
    expect(rows.at(-1)).toEqual({ value: '', count: 0, isChosen: true })
  })
})
