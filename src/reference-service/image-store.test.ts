import { describe, expect, test } from 'vitest'
import { TEST_START } from '../../test/helpers/call-service.ts'
import { FACETS, FACET_VALUES, NO_FACETS, FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../shared/image.ts'
import type { ImageSelection } from './image-record.ts'
import { ImageStore } from './image-store.ts'
import { PICTURES, pictureFile } from './picture-names.ts'

const ALL: ImageSelection = { facets: {}, favorite: null, search: null, sortBy: 'id', sort: 'desc' }
const make = (count: number, seed = 1): ImageStore =>
  new ImageStore({ count, seed, now: () => TEST_START, random: () => 0.5 })

describe('generated records', () => {
  test('the same seed gives the same records, another seed gives others', () => {
    expect(make(50).all()).toEqual(make(50).all())
    expect(make(50, 2).all()).not.toEqual(make(50).all())
  })

  test('have the distribution of a real library', () => {
    const records = [...make(5000).all().values()]
    const share = (fits: (record: (typeof records)[number]) => boolean): number => records.filter(fits).length / 5000
    for (const style of STYLES) expect(share((record) => record.style === style)).toBeGreaterThan(0.015)
    for (const medium of MEDIUMS) expect(share((record) => record.medium === medium)).toBeGreaterThan(0.01)
    for (const filter of FILTERS) expect(share((record) => record.filter === filter)).toBeGreaterThan(0.015)
    for (const resolution of RESOLUTIONS)
      expect(share((record) => record.resolution === resolution)).toBeGreaterThan(0.1)
    expect(share((record) => record.style === null)).toBeGreaterThan(0.01)
    expect(share((record) => record.medium === null)).toBeGreaterThan(0.6)
    expect(share((record) => record.favorite)).toBeCloseTo(0.15, 1)
    expect(share((record) => record.result === null)).toBeCloseTo(0.02, 1)
    expect(new Set(records.map((record) => record.name)).size).toBeGreaterThan(1500)
  })

  test('are older with smaller ids, and their picture has their attributes', () => {
    const records = [...make(300).all().values()]
    for (const [index, record] of records.entries()) {
      expect(record.createdAt).toBeGreaterThanOrEqual(records[index - 1]?.createdAt ?? 0)
      expect(record.createdAt).toBeLessThanOrEqual(TEST_START)
      if (record.result === null) continue
      const edge = Number.parseInt(record.resolution, 10)
      const { style, medium, filter } = record
      expect(PICTURES.find((picture) => pictureFile(picture, edge) === record.result)).toMatchObject({
        style,
        medium,
        filter
      })
    }
  })

  test('no two neighbors in any list share a picture', () => {
    const store = make(2000)
    const facets = [
      {},
      ...STYLES.map((style) => ({ style })),
      ...MEDIUMS.map((medium) => ({ medium })),
      ...FILTERS.map((filter) => ({ filter }))
    ]
    for (const facet of facets) {
      const pictures = [...store.list({ ...ALL, facets: facet })].map(
        (id) => store.get(id)?.result?.replace(/\d+\.webp$/, '') ?? id
      )
      expect(pictures.every((picture, index) => picture !== pictures[index + 1])).toBe(true)
    }
  })

  test('a million records take seconds and a few bytes each', () => {
    const store = make(1_000_000)
    expect(store.size).toBe(1_000_000)
    expect(store.list(ALL)[0]).toBe(1_000_000)
    expect(store.list({ ...ALL, favorite: true }).length).toBeGreaterThan(100_000)
    expect(store.get(500_000)?.id).toBe(500_000)
  }, 20_000)
})

describe('lists', () => {
  const store = make(2000)

  test('sorts by id in both directions', () => {
    expect([...store.list(ALL).subarray(0, 3)]).toEqual([2000, 1999, 1998])
    expect([...store.list({ ...ALL, sort: 'asc' }).subarray(0, 3)]).toEqual([1, 2, 3])
  })

  test.each(FACETS.flatMap((facet) => FACET_VALUES[facet].map((value) => [facet, value] as const)))(
    'filter %s = %s selects exactly the matching records',
    (field, value) => {
      const expected = [...store.all().values()].filter((record) => record[field] === value).map((record) => record.id)
      expect(expected.length).toBeGreaterThan(0)
      expect([...store.list({ ...ALL, facets: { [field]: value }, sort: 'asc' })]).toEqual(expected)
    }
  )

  test.each([true, false])('favorite %s', (favorite) => {
    const expected = [...store.all().values()]
      .filter((record) => record.favorite === favorite)
      .map((record) => record.id)
    expect([...store.list({ ...ALL, favorite, sort: 'asc' })]).toEqual(expected)
  })

  test('sorts by name and searches, case-insensitively', () => {
    const names = [...store.list({ ...ALL, sortBy: 'name', sort: 'asc' })].map(
      (id) => store.get(id)?.name.toLowerCase() ?? ''
    )
    expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : Number(a > b))))
    const found = [...store.list({ ...ALL, search: 'koi' })].map((id) => store.get(id)?.name ?? '')
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((name) => /koi/i.test(name))).toBe(true)
  })

  test('several conditions are combined', () => {
    const ids = [...store.list({ ...ALL, facets: { style: 'anime', resolution: '512x512' }, favorite: true })]
    const records = ids.map((id) => store.get(id))
    expect(records.every((record) => record?.style === 'anime' && record.favorite)).toBe(true)
  })
})

describe('changes', () => {
  test('put overrides the generated record and applies to lists immediately', () => {
    const store = make(20)
    const before = store.list({ ...ALL, favorite: true }).length
    const id = [...store.all().values()].find((record) => !record.favorite)?.id ?? 0
    expect(store.put(id, { favorite: true, name: 'Renamed' })).toMatchObject({ id, favorite: true, name: 'Renamed' })
    expect(store.list({ ...ALL, favorite: true })).toHaveLength(before + 1)
    expect([...store.list({ ...ALL, search: 'renamed' })]).toEqual([id])
    expect(store.put(999, { favorite: true })).toBeNull()
  })

  test('ids increase and are never reused', () => {
    const store = make(3)
    const draft = {
      name: 'New',
      description: 'New',
      ...NO_FACETS,
      resolution: '512x512'
    } as const
    expect(store.add(draft).id).toBe(4)
    expect(store.remove(4)).toBe(true)
    expect(store.remove(4)).toBe(false)
    expect(store.get(4)).toBeNull()
    expect(store.add(draft).id).toBe(5)
    expect(store.size).toBe(4)
    expect([...store.list(ALL)]).toEqual([5, 3, 2, 1])
  })

  test('a store without records grows', () => {
    const store = make(0)
    for (let n = 1; n <= 100; n++) {
      store.add({
        name: `N ${n}`,
        description: 'd',
        ...NO_FACETS,
        style: 'anime',
        medium: 'ink',
        filter: 'sepia',
        resolution: '256x256'
      })
    }
    expect(store.get(100)).toMatchObject({ name: 'N 100', style: 'anime', medium: 'ink', filter: 'sepia' })
    expect(store.list({ ...ALL, facets: { medium: 'ink' } })).toHaveLength(100)
  })
})
