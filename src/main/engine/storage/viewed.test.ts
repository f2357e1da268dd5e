/** Images viewed here, and where reviews stopped, as the window asks for them. */
import { describe, expect, it } from 'vitest'
import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { LibraryChange } from '../../../shared/bridge.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { createLibrary } from '../library/create-library.ts'
import { createLibraryReader } from '../library/reader.ts'

const NOT_VIEWED: Partial<ImageQuery> = { mark: 'not-viewed' }

/** Opens a library of `count` images, the newest first in each view. */
function rig(count: number) {
  const { db, reader: open } = temporaryLibrary()
  put(
    db,
    Array.from({ length: count }, (_, n) => image(n + 1, { style: n % 2 === 0 ? 'anime' : 'retro' }))
  )
  const changes: LibraryChange[] = []
  const clock = { now: 1 }
  const library = createLibrary({
    db,
    now: () => (clock.now += 1),
    onChange: (change) => changes.push(change),
    wake: () => undefined
  })
  const reader = createLibraryReader(open())
  const queryOf = (part: Partial<ImageQuery>): ImageQuery => ({ ...EMPTY_QUERY, ...part })
  return {
    db,
    changes,
    library,
    view: (...records: number[]) => valueOf(library.markViewed({ records: Uint32Array.from(records) })),
    stopAt: (record: number, part: Partial<ImageQuery> = {}) =>
      valueOf(library.saveReviewStop({ query: queryOf(part), record })),
    shown: (part: Partial<ImageQuery>) => [...valueOf(reader.openView({ query: queryOf(part) })).numbers],
    continueAt: (part: Partial<ImageQuery> = {}) => valueOf(reader.openView({ query: queryOf(part) })).continueAt,
    notViewed: () => valueOf(reader.countFacets({ query: EMPTY_QUERY })).totals.notViewed
  }
}

describe('images not viewed yet', () => {
  it('are all at first, and fewer with each viewed image', () => {
    const { view, shown, notViewed } = rig(4)
    expect([shown(NOT_VIEWED), notViewed()]).toEqual([[4, 3, 2, 1], 4])
    view(3)
    expect([shown(NOT_VIEWED), notViewed()]).toEqual([[4, 2, 1], 3])
    expect(shown({})).toEqual([4, 3, 2, 1])
  })

  it('are combined with other filters, and with favorites of viewed images', () => {
    const { view, library, shown } = rig(4)
    view(1, 2)
    valueOf(library.setFavorite({ records: Uint32Array.of(1, 3), favorite: true }))
    expect(shown({ ...NOT_VIEWED, favorite: true })).toEqual([3])
    expect(shown({ ...NOT_VIEWED, facets: { ...EMPTY_QUERY.facets, style: ['retro'] } })).toEqual([4])
  })

  it('lack those about to be deleted, as the library does', () => {
    const { library, shown, notViewed } = rig(3)
    valueOf(library.deleteImages({ records: Uint32Array.of(2) }))
    expect([shown(NOT_VIEWED), notViewed()]).toEqual([[3, 1], 2])
  })

  it('change with one event that names the image, and without a change to send', () => {
    const { db, view, changes } = rig(3)
    view(2)
    view(2)
    view(99)
    expect(changes.map(({ records, added, removed }) => [[...(records ?? [])], added, removed])).toEqual([[[2], 0, 0]])
    expect(db.value('SELECT count(*) FROM outbox')).toBe(0)
  })
})

it('an image viewed without a preview is not viewed when its first one comes, and stays viewed after another', () => {
  const { db, view, shown } = rig(2)
  view(1, 2)
  put(db, [image(2, { picture: 'https://images.example.org/a.png' })])
  expect(shown(NOT_VIEWED)).toEqual([2])
  view(2)
  put(db, [image(2, { picture: 'https://images.example.org/b.png' })])
  expect(shown(NOT_VIEWED)).toEqual([])
})

describe('a review', () => {
  it('continues in each view where it stopped', () => {
    const { stopAt, continueAt } = rig(6)
    expect(continueAt()).toBeNull()
    stopAt(4)
    stopAt(2, { sort: 'asc' })
    stopAt(5, { facets: { ...EMPTY_QUERY.facets, style: ['retro', 'anime'] } })
    expect([continueAt(), continueAt({ sort: 'asc' }), continueAt({ favorite: true })]).toEqual([4, 2, null])
    expect(continueAt({ facets: { ...EMPTY_QUERY.facets, style: ['anime', 'retro'] } })).toBe(5)
  })

  it.each([
    ['desc', [6, 5], 4],
    ['desc', [6, 5, 4, 2], 3],
    ['asc', [5, 6], null],
    ['asc', [4, 5], 6]
  ] as const)('continues after a viewed image that left the view, in %s order', (sort, viewed, expected) => {
    const { view, stopAt, continueAt } = rig(6)
    view(...viewed)
    stopAt(5, { ...NOT_VIEWED, sort })
    expect(continueAt({ ...NOT_VIEWED, sort })).toBe(expected)
  })

  it('is forgotten once two hundred other views were reviewed', () => {
    const { stopAt, continueAt } = rig(2)
    stopAt(1)
    for (let n = 0; n < 199; n += 1) stopAt(2, { search: `view ${n}` })
    expect(continueAt()).toBe(1)
    stopAt(2, { search: 'one more' })
    expect(continueAt()).toBeNull()
  })
})
