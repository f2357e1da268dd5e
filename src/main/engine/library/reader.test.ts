import { readFileSync, writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { forEachFacet, FACETS, FACET_VALUES, type Facet } from '../../../shared/image.ts'
import type { ProjectQuery } from '../../../shared/project.ts'
import { EMPTY_QUERY, NO_VALUE, type ImageQuery, type RecordTarget } from '../../../shared/query.ts'
import type { ServiceImage, ServiceImageFields } from '../domain/service-records.ts'
import type { WriteDb } from '../storage/database.ts'
import { nextSequence } from '../storage/meta.ts'
import { nextEntries } from '../storage/outbox.ts'
import { claimEntries, settleEntries } from '../storage/settle-entry.ts'
import { notePass, openPass } from '../storage/passes.ts'
import { applyProjects } from '../storage/projects.ts'
import { createLibrary } from './create-library.ts'
import { createLibraryReader, type LibraryReader } from './reader.ts'

const NO_FACETS = EMPTY_QUERY.facets
const ALL: ImageQuery = {
  ...EMPTY_QUERY,
  sort: 'asc'
}
const NONE = new Uint32Array()

interface Rig {
  readonly db: WriteDb
  readonly reader: LibraryReader
  readonly star: (records: readonly number[], favorite?: boolean) => void
  /** Returns the record numbers of a view. */
  readonly view: (query: Partial<ImageQuery>) => number[]
}

function rig(images: readonly ServiceImage[]): Rig {
  const { db, reader: open } = temporaryLibrary()
  if (images.length > 0) put(db, images)
  const reader = createLibraryReader(open())
  const library = createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined })
  return {
    db,
    reader,
    star: (records, favorite = true) =>
      void valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })),
    view: (query) => [...valueOf(reader.openView({ query: { ...ALL, ...query } })).numbers]
  }
}

/** Coprime steps, so that the values of two facets combine in every way. */
const STEPS = [1, 2, 3, 5, 7, 11]

/** Every value of every facet, and none, in every combination that fits into n records. */
function mixture(n: number): ServiceImage[] {
  const at = (facet: Facet, step: number, id: number): string | null => {
    const choice = Math.floor(id / step) % (FACET_VALUES[facet].length + 1)
    return FACET_VALUES[facet][choice] ?? null
  }
  return Array.from({ length: n }, (_, id) => {
    const fields: ServiceImageFields = {
      ...forEachFacet((facet) => at(facet, STEPS[FACETS.indexOf(facet)] ?? 1, id)),
      ...(id % 3 === 0 ? {} : { favorite: id % 3 === 1 })
    }
    return image(id + 1, fields)
  })
}

const facetOf = (one: ServiceImage, facet: Facet): string => one.fields[facet] ?? NO_VALUE

describe('filters', () => {
  const images = mixture(400)
  const expected = (test: (one: ServiceImage) => boolean): number[] =>
    images.flatMap((one, at) => (test(one) ? [at + 1] : []))

  it('by every value of every facet, and by having none', () => {
    const { view } = rig(images)
    for (const facet of FACETS) {
      for (const value of [...FACET_VALUES[facet], NO_VALUE]) {
        const found = view({ facets: { ...NO_FACETS, [facet]: [value] } })
        expect(found).toEqual(expected((one) => facetOf(one, facet) === value))
        expect(found.length).toBeGreaterThan(0)
      }
    }
  })

  it('join values of a facet by or, facets by and', () => {
    const { view } = rig(images)
    const facets: ImageQuery['facets'] = {
      ...NO_FACETS,
      style: ['anime', 'retro', NO_VALUE],
      medium: ['ink', 'glass', 'chalk', NO_VALUE],
      filter: ['sepia', NO_VALUE],
      resolution: ['256x256', '512x512']
    }
    const passes = (one: ServiceImage): boolean =>
      FACETS.every((facet) => facets[facet].length === 0 || facets[facet].includes(facetOf(one, facet)))
    expect(view({ facets })).toEqual(expected(passes))
    expect(view({ facets, favorite: true })).toEqual(expected((one) => passes(one) && one.fields.favorite === true))
  })

  it('find nothing for a value that no record has', () => {
    const { view } = rig(images)
    expect(view({ facets: { ...NO_FACETS, style: ['hologram'] } })).toEqual([])
    expect(view({ facets: { ...NO_FACETS, style: ['hologram', 'anime'] } }).length).toBeGreaterThan(0)
  })

  it('by favorite: yes, no, any; the desired value counts, and a missing one is no', () => {
    const { view, star } = rig([image(1, { favorite: true }), image(2, { favorite: false }), image(3)])
    expect([view({ favorite: true }), view({ favorite: false }), view({ favorite: null })]).toEqual([
      [1],
      [2, 3],
      [1, 2, 3]
    ])
    star([3])
    star([1], false)
    expect([view({ favorite: true }), view({ favorite: false })]).toEqual([[3], [1, 2]])
  })

  it('by mark: pending changes and changes that need attention', () => {
    const { view, star, db } = rig([1, 2, 3, 4].map((id) => image(id, { favorite: false })))
    star([1, 2, 3])
    const [entry] = nextEntries(db, { group: 'images', lane: 'batch', limit: 1, now: 1 })
    if (entry === undefined) throw new Error('one entry')
    claimEntries(db, { entries: [entry], instance: 'b', now: 1 })
    expect(view({ mark: 'waiting' })).toEqual([1, 2, 3])
    const outcome = { kind: 'rejected', failure: { code: 'refused' } } as const
    const results = [{ entry: entry.entry, revision: entry.revision, outcome }]
    settleEntries(db, { results, images: [], now: 1, sequence: nextSequence(db) })
    expect(view({ mark: 'waiting' })).toEqual([2, 3])
    expect(view({ mark: 'needs-attention' })).toEqual([1])
    expect(view({ mark: 'needs-attention', favorite: true })).toEqual([1])
    expect(view({ mark: 'any' })).toEqual([1, 2, 3, 4])
  })
})

describe('search', () => {
  const names = [
    'Harbour at night',
    '100% cotton',
    '100 cotton',
    'snake_case',
    'snakeXcase',
    'the "quoted" one',
    "it's mine",
    'Café Ångström',
    'STRASSE and straße',
    '東京の夜景',
    'がぎぐ',
    'かきく',
    'ΟΔΟΣ οδος',
    'tab\there',
    'back\\slash',
    'AND OR NOT'
  ]
  const images = names.map((name, at) =>
    image(at + 1, { name, ...(at === 0 ? { description: 'An Old Lighthouse, calm' } : {}) })
  )
  const found = ({ view }: Rig, search: string): string[] =>
    view({ search }).flatMap((record) => names[record - 1] ?? [])

  it.each([
    ['', names],
    ['   ', names],
    ['harbour', ['Harbour at night']],
    ['HARB', ['Harbour at night']],
    ['rbou', ['Harbour at night']],
    ['r at n', ['Harbour at night']],
    ['  r  at   n ', ['Harbour at night']],
    ['lighthouse', ['Harbour at night']],
    ['ld light', ['Harbour at night']],
    ['night an old', []],
    ['100%', ['100% cotton']],
    ['%', ['100% cotton']],
    ['0%', ['100% cotton']],
    ['_', ['snake_case']],
    ['e_c', ['snake_case']],
    ['snake_case', ['snake_case']],
    ['"', ['the "quoted" one']],
    ['"quoted"', ['the "quoted" one']],
    ["'", ["it's mine"]],
    ["t's", ["it's mine"]],
    ['\\', ['back\\slash']],
    ['cafe', ['Café Ångström']],
    ['CAFÉ', ['Café Ångström']],
    ['angstrom', ['Café Ångström']],
    ['strasse', ['STRASSE and straße']],
    ['straße', ['STRASSE and straße']],
    ['東', ['東京の夜景']],
    ['東京', ['東京の夜景']],
    ['京の夜', ['東京の夜景']],
    ['ぎ', ['がぎぐ']],
    ['がぎぐ', ['がぎぐ']],
    ['οδος', ['ΟΔΟΣ οδος']],
    ['b h', ['tab\there']],
    ['and or', ['AND OR NOT']],
    ['zzz', []],
    ['harbour*', []],
    ['ｈａｒｂ', ['Harbour at night']]
  ])('finds any part of a name or prompt, literally: %j', (search, expected) => {
    expect(found(rig(images), search)).toEqual(expected)
  })

  it('follows a rename and a later prompt', () => {
    const { db, view } = rig([image(1, { name: 'before' }), image(2)])
    expect(view({ search: 'before' })).toEqual([1])
    put(db, [image(1, { name: 'after' }), image(2, { description: 'before and after' })])
    expect([view({ search: 'before' }), view({ search: 'after' }), view({ search: 'aft' })]).toEqual([
      [2],
      [1, 2],
      [1, 2]
    ])
  })

  it('finds characters outside the basic plane', () => {
    const { view } = rig([image(1, { name: 'a 🦊🌙✨ b' }), image(2, { name: 'a 🦊 b' })])
    expect([view({ search: '🦊' }), view({ search: '🦊🌙' }), view({ search: '🦊🌙✨' })]).toEqual([[1, 2], [1], [1]])
  })
})

describe('order', () => {
  it('by id is numeric at any size; text ids have an order too', () => {
    const ids = ['100', '9', '10', '9007199254740993', '9007199254740992', 'abc', 'ab']
    const { view } = rig(ids.map((id) => image(id)))
    const inOrder = (sort: 'asc' | 'desc'): (string | undefined)[] => view({ sort }).map((record) => ids[record - 1])
    expect(inOrder('asc')).toEqual(['9', '10', 'ab', '100', 'abc', '9007199254740992', '9007199254740993'])
    expect(inOrder('desc')).toEqual(inOrder('asc').toReversed())
  })

  it('by name ignores case and accents; equal names keep the order of the record numbers', () => {
    const named = ['beta', 'Alpha', 'álpha', 'alpha', 'Zoo', null, 'éclair', 'BETA']
    const { view } = rig(named.map((name, at) => image(at + 1, { name })))
    expect(view({ sortBy: 'name' })).toEqual([6, 2, 3, 4, 1, 8, 7, 5])
    expect(view({ sortBy: 'name', sort: 'desc' })).toEqual([5, 7, 8, 1, 4, 3, 2, 6])
  })

  it('includes new and renamed records', () => {
    const { db, view } = rig([image(5), image(7)])
    expect(view({})).toEqual([1, 2])
    put(db, [image(6, { name: 'A' })])
    expect([view({}), view({ sortBy: 'name' })]).toEqual([
      [1, 3, 2],
      [3, 1, 2]
    ])
    put(db, [image(7, { name: '0' })])
    expect(view({ sortBy: 'name' })).toEqual([2, 3, 1])
  })

  it('holds more records than the initial capacity', () => {
    const { db, view, reader } = rig([image(1)])
    expect(view({})).toEqual([1])
    for (let page = 0; page < 30; page++) {
      put(
        db,
        Array.from({ length: 100 }, (_, n) => image(2 + page * 100 + n, { style: 'anime' }))
      )
    }
    expect(view({ facets: { ...NO_FACETS, style: ['anime'] } })).toHaveLength(3_000)
    expect(valueOf(reader.countFacets({ query: ALL })).totals.images).toBe(3_001)
  })

  it('catches up after more changes than the log keeps', () => {
    const { db, view } = rig([image(1)])
    expect(view({})).toEqual([1])
    for (let n = 0; n < 600; n++) put(db, [image(1, { name: `name ${n}`, favorite: n % 2 === 0 })])
    put(db, [image(2, { favorite: true })])
    expect(view({ favorite: true })).toEqual([2])
  })

  it('returns the revision that was read', () => {
    const { db, reader } = rig([image(1)])
    const first = valueOf(reader.openView({ query: ALL })).revision
    put(db, [image(1, { name: 'x' })])
    expect(valueOf(reader.openView({ query: ALL })).revision).toBe(first + 1)
  })
})

describe('a library that was never fully read', () => {
  it('is reported as filling by every view, until the first pass ends, complete or not', () => {
    const { db, reader } = rig(mixture(3))
    const isFilling = (): boolean => valueOf(reader.openView({ query: ALL })).isFilling
    expect(isFilling()).toBe(true)
    const pass = openPass(db, { group: 'images', kind: 'full', order: 'desc', startedAt: 1 })
    expect(isFilling()).toBe(true)
    notePass(db, pass, { nextPage: 2, nextCursor: null, total: null, seen: 100, why: 'page-refused', endedAt: 2 })
    expect(isFilling()).toBe(false)
  })
})

describe('rows', () => {
  it('are returned in the requested order, without numbers that are not images', () => {
    const { reader } = rig([image(1, { name: null, description: 'p'.repeat(400), createdAt: 7 }), image(2)])
    const rows = valueOf(reader.getImages({ records: Uint32Array.of(2, 99, 1) }))
    expect(rows.map((row) => row.record)).toEqual([2, 1])
    expect(rows[1]).toEqual({
      record: 1,
      name: '',
      ...forEachFacet(() => null),
      favorite: false,
      mark: 'none',
      picture: null,
      prompt: 'p'.repeat(300),
      createdAt: 7,
      stage: null
    })
    expect(valueOf(reader.getImages({ records: NONE }))).toEqual([])
  })

  it('carry the stamp of their picture source', () => {
    const { reader } = rig([image(1, { picture: 'https://x.example.org/1.png' }), image(2)])
    const source = valueOf(reader.getPictureSource({ record: 1 }))
    const [row] = valueOf(reader.getImages({ records: Uint32Array.of(1) }))
    expect(source).toEqual({ url: 'https://x.example.org/1.png', stamp: row?.picture })
    expect(valueOf(reader.getPictureSource({ record: 2 }))).toBeNull()
    expect(valueOf(reader.getPictureSource({ record: 99 }))).toBeNull()
  })
})

describe('counts', () => {
  it('equal the sizes of the views, each facet without its own selection', () => {
    const images = mixture(300)
    const { reader, view, star } = rig(images)
    star([1, 4, 7, 10])
    const facets = { ...NO_FACETS, style: ['anime'], medium: ['ink', NO_VALUE], resolution: ['256x256', NO_VALUE] }
    for (const query of [
      ALL,
      { ...ALL, facets },
      { ...ALL, facets, favorite: true },
      { ...ALL, search: '2', facets }
    ]) {
      const counts = valueOf(reader.countFacets({ query }))
      expect(counts.matching).toBe(view(query).length)
      for (const facet of FACETS) {
        for (const { value, count } of counts.facets[facet]) {
          const alone = { ...query, facets: { ...query.facets, [facet]: [value] } }
          expect(view(alone), `${facet} ${value}`).toHaveLength(count)
        }
        // Greyed, not hidden: every value of the library is listed, whatever matches.
        expect(counts.facets[facet].map(({ value }) => value).toSorted()).toEqual(
          [...FACET_VALUES[facet], NO_VALUE].toSorted()
        )
      }
    }
  })

  it('of the whole library add up', () => {
    const { reader, star } = rig([image(1, { favorite: true }), image(2, { description: 'p' }), image(3)])
    star([2])
    expect(valueOf(reader.countFacets({ query: { ...ALL, search: 'nothing' } })).totals).toEqual({
      images: 3,
      favorites: 2,
      notFavorites: 1,
      waiting: 1,
      needsAttention: 0,
      notViewed: 3,
      projects: 0,
      withPrompt: 1
    })
  })

  it('of an empty library are zero', () => {
    const { reader, view } = rig([])
    expect(view({})).toEqual([])
    const { totals, matching, facets } = valueOf(reader.countFacets({ query: ALL }))
    expect([totals.images, matching, facets.style]).toEqual([0, 0, []])
  })
})

/** Transfers the list as to another thread: it is empty here afterwards. */
function transferAway(records: Uint32Array): void {
  const { buffer } = records
  if (!(buffer instanceof ArrayBuffer)) throw new Error('shared memory')
  structuredClone(records, { transfer: [buffer] })
}

describe('selections', () => {
  const freeze = (
    { reader }: Rig,
    query: Partial<ImageQuery> = {}
  ): { view: number; selection: number; size: number } => {
    const { view } = valueOf(reader.openView({ query: { ...ALL, ...query } }))
    return { view, ...valueOf(reader.freezeSelection({ view })) }
  }
  const resolve = ({ reader }: Rig, target: RecordTarget): number[] => [...valueOf(reader.resolveTarget({ target }))]

  it('are frozen when they are made', () => {
    const here = rig([1, 2, 3].map((id) => image(id, { favorite: false })))
    const { selection, size } = freeze(here, { favorite: false })
    here.star([1])
    put(here.db, [image(9, { favorite: false })])
    expect(size).toBe(3)
    expect(resolve(here, { kind: 'selection', selection, plus: NONE, except: NONE })).toEqual([1, 2, 3])
  })

  it('include added records and exclude removed ones, each record once', () => {
    const here = rig([1, 2, 3, 4, 5, 6].map((id) => image(id, id > 3 ? { style: 'anime' } : {})))
    const { selection } = freeze(here, { facets: { ...NO_FACETS, style: ['anime'] } })
    const target = (plus: number[], except: number[]): RecordTarget => ({
      kind: 'selection',
      selection,
      plus: Uint32Array.from(plus),
      except: Uint32Array.from(except)
    })
    expect(resolve(here, target([], []))).toEqual([4, 5, 6])
    expect(resolve(here, target([2, 5, 2, 77], [4]))).toEqual([5, 6, 2])
    expect(resolve(here, target([2], [2, 6, 4_000_000_000]))).toEqual([4, 5])
    expect(resolve(here, { kind: 'records', numbers: Uint32Array.of(3, 1, 3, 99) })).toEqual([3, 1])
  })

  it('are returned as lists that can be transferred', () => {
    const here = rig([image(1), image(2)])
    const opened = valueOf(here.reader.openView({ query: ALL }))
    transferAway(opened.numbers)
    const { selection, size } = valueOf(here.reader.freezeSelection({ view: opened.view }))
    const target = { kind: 'selection', selection, plus: NONE, except: NONE } as const
    const resolved = valueOf(here.reader.resolveTarget({ target }))
    transferAway(resolved)
    expect([size, resolve(here, target)]).toEqual([2, [1, 2]])
  })

  it('expire when too many newer ones exist, and are reported as unknown', () => {
    const here = rig([image(1)])
    const first = freeze(here)
    const kept = freeze(here)
    for (let n = 0; n < 62; n++) freeze(here)
    resolve(here, { kind: 'selection', selection: first.selection, plus: NONE, except: NONE })
    freeze(here)
    const ended = { kind: 'selection', selection: kept.selection, plus: NONE, except: NONE } as const
    expect(here.reader.resolveTarget({ target: ended })).toMatchObject({ failure: { code: 'unknown-selection' } })
    expect(resolve(here, { ...ended, selection: first.selection })).toEqual([1])
    expect(here.reader.freezeSelection({ view: first.view })).toMatchObject({ failure: { code: 'unknown-view' } })
    const described = here.reader.describeTarget({ target: { ...ended, selection: first.selection }, view: 99_999 })
    expect(described).toMatchObject({ failure: { code: 'unknown-view' } })
  })

  it('of a restarted reader are independent: ids of the previous one are unknown', () => {
    const here = rig([1, 2, 3].map((id) => image(id, id > 2 ? { style: 'anime' } : {})))
    const before = freeze(here, { facets: { ...NO_FACETS, style: ['anime'] } })
    const restarted = { ...here, reader: createLibraryReader(here.db) }
    freeze(restarted)
    const target = { kind: 'selection', selection: before.selection, plus: NONE, except: NONE } as const
    expect(restarted.reader.resolveTarget({ target })).toMatchObject({ failure: { code: 'unknown-selection' } })
    expect(restarted.reader.freezeSelection({ view: before.view })).toMatchObject({ failure: { code: 'unknown-view' } })
  })

  it('are described by numbers that add up', () => {
    const here = rig([
      image(1, { favorite: true, style: 'anime', resolution: '256x256', picture: 'p1' }),
      image(2, { style: 'retro', resolution: '256x256' }),
      image(3, { resolution: '512x512', picture: 'p3' }),
      image(4, { style: 'anime', picture: 'p4' }),
      image(5, { picture: 'p5' }),
      image(6, { picture: 'p6' })
    ])
    here.star([2])
    const { view } = freeze(here, { facets: { ...NO_FACETS, style: ['anime'] } })
    const target = { kind: 'records', numbers: Uint32Array.of(6, 5, 4, 3, 2, 1, 99) } as const
    expect(valueOf(here.reader.describeTarget({ target, view }))).toEqual({
      size: 6,
      favorites: 2,
      notFavorites: 4,
      waiting: 1,
      needsAttention: 0,
      outOfView: 4,
      resolutions: [
        { value: NO_VALUE, count: 3 },
        { value: '256x256', count: 2 },
        { value: '512x512', count: 1 }
      ],
      styles: 2,
      names: ['Image 6', 'Image 5', 'Image 4'],
      sample: [6, 5, 4, 3]
    })
    const empty = valueOf(here.reader.describeTarget({ target: { kind: 'records', numbers: NONE }, view: null }))
    expect(empty).toMatchObject({ size: 0, outOfView: 0, sample: [] })
  })
})

describe('batches', () => {
  it('are read with their reasons; an unknown one is reported', () => {
    const { reader, star } = rig([image(1), image(2)])
    star([1, 2])
    const { receipt, reasons } = valueOf(reader.getBatch({ batch: 1 }))
    expect([receipt.waiting, receipt.size, reasons]).toEqual([2, 2, []])
    expect(reader.getBatch({ batch: 9 })).toMatchObject({ failure: { code: 'unknown-batch' } })
  })
})

describe('projects', () => {
  const QUERY: ProjectQuery = { search: '', searchBy: 'project', sortBy: 'project', sort: 'asc' }
  const set = (): LibraryReader => {
    const { db, reader } = rig([])
    const project = (name: string, reports: number | null, result: string | null, createdAt: number | null) => ({
      project: name,
      reports,
      result,
      createdAt,
      other: {}
    })
    const records = [
      project('Shop.example.org', 3, '9.5', 30),
      project('blog.example.org', null, '10.25', null),
      project('a_b.example.org', 12, null, 10),
      project('a%b.example.org', 12, '-1', 20)
    ]
    applyProjects(db, { records, requestSequence: nextSequence(db), readAt: 1, pass: null })
    return reader
  }
  const names = (reader: LibraryReader, query: Partial<ProjectQuery>, offset = 0, limit = 10): string[] =>
    valueOf(reader.listProjects({ query: { ...QUERY, ...query }, offset, limit })).rows.map(({ project }) =>
      project.replace('.example.org', '')
    )

  it('sort by every column, missing values last in both directions', () => {
    const reader = set()
    expect(names(reader, {})).toEqual(['a%b', 'a_b', 'blog', 'Shop'])
    expect(names(reader, { sort: 'desc' })).toEqual(['Shop', 'blog', 'a_b', 'a%b'])
    expect(names(reader, { sortBy: 'reports' })).toEqual(['Shop', 'a_b', 'a%b', 'blog'])
    expect(names(reader, { sortBy: 'reports', sort: 'desc' })).toEqual(['a%b', 'a_b', 'Shop', 'blog'])
    expect(names(reader, { sortBy: 'result' })).toEqual(['a%b', 'Shop', 'blog', 'a_b'])
    expect(names(reader, { sortBy: 'result', sort: 'desc' })).toEqual(['blog', 'Shop', 'a%b', 'a_b'])
    expect(names(reader, { sortBy: 'created_at' })).toEqual(['a_b', 'a%b', 'Shop', 'blog'])
    expect(names(reader, { sortBy: 'created_at', sort: 'desc' })).toEqual(['Shop', 'a%b', 'a_b', 'blog'])
  })

  it('are searched by any part of the name, literally', () => {
    const reader = set()
    expect(names(reader, { search: 'SHOP' })).toEqual(['Shop'])
    expect(names(reader, { search: '_' })).toEqual(['a_b'])
    expect(names(reader, { search: '%' })).toEqual(['a%b'])
    expect(valueOf(reader.listProjects({ query: { ...QUERY, search: 'o' }, offset: 0, limit: 1 }))).toMatchObject({
      matching: 4,
      total: 4
    })
  })

  it('are returned in pages', () => {
    const reader = set()
    expect(names(reader, {}, 1, 2)).toEqual(['a_b', 'blog'])
    expect(names(reader, {}, 4, 2)).toEqual([])
  })
})

it('reports a damaged file when it reads invalid data', () => {
  const { db, reader } = temporaryLibrary()
  put(
    db,
    Array.from({ length: 2_000 }, (_, n) => image(n + 1))
  )
  db.all('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(db.file)
  bytes.fill(0xa5, 4_096 * 30)
  writeFileSync(db.file, bytes)
  expect(createLibraryReader(reader()).openView({ query: ALL })).toMatchObject({ failure: { code: 'library-damaged' } })
})
