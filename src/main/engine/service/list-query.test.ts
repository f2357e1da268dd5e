import { describe, expect, it } from 'vitest'
import { FACETS, FACET_VALUES } from '../../../shared/image.ts'
import { type ImageListArgs, imageListUrl, isNarrowed, PER_PAGE, projectListUrl, recordAddress } from './list-query.ts'

const BASE = 'https://example.org/ai'
const query = (url: string) => Object.fromEntries(new URL(url).searchParams)
const images = (args: Partial<ImageListArgs>, writing: 'digits' | 'words' = 'digits') =>
  query(imageListUrl(BASE, { perPage: 100, ...args }, writing))

describe('imageListUrl', () => {
  it('always includes the page size', () => {
    expect(imageListUrl(BASE, { perPage: 100 }, 'digits')).toBe('https://example.org/ai/api/v1/images?per_page=100')
    for (const perPage of PER_PAGE) expect(images({ perPage })).toEqual({ per_page: String(perPage) })
  })

  it('includes every parameter of the interface', () => {
    const args = {
      search: 'red & 50% ü',
      searchBy: 'name',
      resolution: '512x512',
      style: 'anime',
      medium: 'ink',
      filter: 'sepia',
      favorite: true,
      sortBy: 'id',
      sort: 'asc',
      perPage: 25,
      page: 3
    } as const
    expect(images(args)).toEqual({
      search: 'red & 50% ü',
      search_by: 'name',
      resolution: '512x512',
      style: 'anime',
      medium: 'ink',
      filter: 'sepia',
      favorite: '1',
      sort_by: 'id',
      sort: 'asc',
      per_page: '25',
      page: '3'
    })
  })

  it('includes each value of each list', () => {
    for (const facet of FACETS) {
      for (const value of FACET_VALUES[facet]) expect(images({ [facet]: value })).toMatchObject({ [facet]: value })
    }
    for (const sortBy of ['id', 'name'] as const) expect(images({ sortBy })['sort_by']).toBe(sortBy)
    for (const sort of ['asc', 'desc'] as const) expect(images({ sort })['sort']).toBe(sort)
  })

  it('encodes the favorite filter as the service requires', () => {
    expect(images({ favorite: false })['favorite']).toBe('0')
    expect(images({ favorite: true }, 'words')['favorite']).toBe('true')
    expect(images({ favorite: false }, 'words')['favorite']).toBe('false')
  })

  it('sends a cursor instead of a page, and no search field without a text', () => {
    expect(images({ page: 2, cursor: 'abc=' })).toEqual({ per_page: '100', cursor: 'abc=' })
    expect(images({ search: '', searchBy: 'name' })).toEqual({ per_page: '100' })
  })
})

describe('projectListUrl', () => {
  it('includes every parameter of the interface', () => {
    const url = projectListUrl(BASE, {
      search: 'shop',
      searchBy: 'project',
      sortBy: 'project',
      sort: 'desc',
      perPage: 10,
      page: 2
    })
    expect(url.startsWith('https://example.org/ai/api/v1/projects?')).toBe(true)
    expect(query(url)).toEqual({
      search: 'shop',
      search_by: 'project',
      sort_by: 'project',
      sort: 'desc',
      per_page: '10',
      page: '2'
    })
  })
})

describe('recordAddress', () => {
  it.each([
    ['17', '17'],
    ['shop.example.org', 'shop.example.org'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['../x', '..%2Fx'],
    ['%2e%2e', '%252e%252e'],
    ['...', '...'],
    ['ü x', '%C3%BC%20x']
  ])('%s is one path segment', (id, segment) => {
    const result = recordAddress(BASE, 'projects', id)
    expect(result).toEqual({ ok: true, value: `${BASE}/api/v1/projects/${segment}` })
    expect(new URL(result.ok ? result.value : 'about:blank').pathname).toBe(`/ai/api/v1/projects/${segment}`)
  })
  it.each(['', '.', '..', '\ud800'])('%j is never used as a path', (id) => {
    expect(recordAddress(BASE, 'images', id)).toEqual({ ok: false, failure: { code: 'arguments-invalid' } })
  })
})

describe('isNarrowed', () => {
  it('is false for a list in any order and of any page, or without filters', () => {
    const order = { sortBy: 'name', sort: 'asc', searchBy: 'name', perPage: 10, page: 3, cursor: 'c' } as const
    expect(isNarrowed(order)).toBe(false)
    expect(isNarrowed({ ...order, search: '', favorite: null, style: null })).toBe(false)
  })

  it.each([{ search: 'a' }, { favorite: true }, { favorite: false }, ...FACETS.map((facet) => ({ [facet]: '0' }))])(
    'is true for a list of %o',
    (args) => expect(isNarrowed(args)).toBe(true)
  )

  it('is true for an unknown parameter', () => {
    expect(isNarrowed(Object.fromEntries([['madeAfter', 0]]))).toBe(true)
  })
})
