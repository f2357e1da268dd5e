import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeImage, decodeImagePage, decodeProjectPage, findRecord } from './decode.ts'
import { readJson } from './json-text.ts'

const BASE = 'https://example.org/ai'
const page = (root: unknown) => decodeImagePage(root, BASE)
const ids = (root: unknown) => page(root)?.records.map((image) => image.id)
const ROWS = [
  { id: 2, name: 'b' },
  { id: 1, name: 'a' }
]

describe('the location of a list', () => {
  it.each([
    ['root array', ROWS],
    ['data', { data: ROWS }],
    ['data.data', { data: { data: ROWS } }],
    ['data.items', { success: true, data: { items: ROWS, total: 2 } }],
    ['data.images', { data: { images: ROWS } }],
    ['data.projects', { data: { projects: ROWS } }],
    ['data.records', { data: { records: ROWS } }],
    ['data.results', { data: { results: ROWS } }],
    ['items', { items: ROWS }],
    ['images', { images: ROWS }],
    ['projects', { projects: ROWS }],
    ['results', { results: ROWS }],
    ['data beside a list of links', { links: [{ url: null }], data: ROWS }]
  ])('%s', (_name, root) => expect(ids(root)).toEqual(['2', '1']))

  it.each([
    ['links', { links: ROWS }],
    ['an object', { data: { id: 1, name: 'a' } }],
    ['nothing', {}],
    ['text', 'data'],
    ['null', null],
    ['an inherited name', { data: null, other: ROWS }]
  ])('never in %s', (_name, root) => expect(page(root)).toBeNull())

  it('reads an empty list as a list', () => {
    expect(page({ data: [] })).toMatchObject({ records: [], unreadable: 0 })
    expect(page([])).toMatchObject({ records: [], hasNext: null, total: null })
  })

  it('reads each id once and counts unreadable rows', () => {
    const rows = [
      { id: 1, name: 'first' },
      { id: '1', name: 'again' },
      null,
      'text',
      { name: 'no id' },
      { id: 1.5 },
      { id: 2 }
    ]
    expect(page({ data: rows })).toMatchObject({
      records: [{ id: '1', fields: { name: 'first' } }, { id: '2' }],
      unreadable: 4
    })
  })
})

describe('page numbers', () => {
  const facts = (root: unknown) => {
    const { currentPage, lastPage, perPage, total, hasNext, nextCursor } = page(root) ?? {}
    return { currentPage, lastPage, perPage, total, hasNext, nextCursor }
  }
  const full = { currentPage: 2, lastPage: 7, perPage: 100, total: 650, hasNext: true, nextCursor: null }

  it('standard: links and meta', () => {
    const links = { first: 'x?page=1', last: 'x?page=7', prev: 'x?page=1', next: 'https://example.org/x?page=3' }
    const meta = { current_page: 2, from: 101, last_page: 7, path: 'x', per_page: 100, to: 200, total: 650 }
    expect(facts({ data: ROWS, links, meta, status: 200 })).toEqual(full)
  })

  it('A: meta.links is a list of page links', () => {
    const meta = {
      current_page: 2,
      last_page: 7,
      per_page: 100,
      total: 650,
      links: [{ url: null, label: 'Next', active: false }]
    }
    expect(facts({ data: ROWS, links: { next: 'x?page=3' }, meta })).toEqual(full)
  })

  it('B: numbers as text', () => {
    const meta = { current_page: '2', last_page: '7', per_page: '100', total: '650' }
    expect(facts({ data: ROWS, meta })).toEqual(full)
  })

  it('C: at the root, with a list of links', () => {
    const root = { current_page: 2, last_page: 7, next_page_url: '/x?page=3', per_page: 100, total: 650 }
    expect(facts({ ...root, data: ROWS, links: [{ url: '/x?page=1' }] })).toEqual(full)
    expect(facts({ ...root, current_page: 7, next_page_url: null, data: ROWS })).toMatchObject({ hasNext: false })
  })

  it('D: simple paging without last page and total', () => {
    const meta = { current_page: 2, per_page: 100 }
    expect(facts({ data: ROWS, links: { next: 'x?page=3' }, meta })).toEqual({ ...full, lastPage: null, total: null })
    expect(facts({ data: ROWS, links: { next: null }, meta })).toMatchObject({ hasNext: false })
    expect(facts({ data: ROWS, links: { next: 'https://elsewhere.example/x?page=3' } })).toMatchObject({
      currentPage: 2
    })
  })

  it('D: cursor paging', () => {
    const expected = {
      currentPage: null,
      lastPage: null,
      perPage: 100,
      total: null,
      hasNext: true,
      nextCursor: 'eyJpZCI6MX0'
    }
    expect(facts({ data: ROWS, meta: { per_page: 100, next_cursor: 'eyJpZCI6MX0' } })).toEqual(expected)
    expect(facts({ data: ROWS, meta: { per_page: 100 }, links: { next: 'https://h/x?cursor=eyJpZCI6MX0' } })).toEqual(
      expected
    )
    expect(facts({ data: ROWS, meta: { next_cursor: null }, links: { next: null } })).toMatchObject({
      hasNext: false,
      nextCursor: null
    })
  })

  it('ignores a total below its own rows, and the end that it implies', () => {
    const links = { next: null }
    const meta = { current_page: 1, last_page: 1, per_page: 100, total: 0 }
    const unknown = { total: null, lastPage: null, hasNext: null }
    expect(facts({ data: ROWS, links, meta })).toMatchObject({ currentPage: 1, perPage: 100, ...unknown })
    expect(facts({ data: [], links, meta })).toMatchObject({ total: 0, hasNext: false })
  })

  it('E: inside data, or under pagination', () => {
    expect(facts({ success: true, data: { items: ROWS, total: 2 } })).toMatchObject({ total: 2, hasNext: null })
    expect(facts({ data: ROWS, pagination: { current_page: 2, last_page: 7 } })).toMatchObject({
      currentPage: 2,
      hasNext: true
    })
    expect(facts({ data: ROWS, meta: { pagination: { page: 7, total_pages: 7 } } })).toMatchObject({
      currentPage: 7,
      hasNext: false
    })
    expect(facts({ data: ROWS, has_more: false })).toMatchObject({ hasNext: false })
  })

  it('Django REST framework: count, next and previous beside results', () => {
    const root = { count: 650, previous: 'https://h/x?page=1', results: ROWS }
    expect(facts({ ...root, next: 'https://h/x?page=3' })).toEqual({ ...full, lastPage: null, perPage: null })
    expect(facts({ ...root, next: null })).toMatchObject({ total: 650, hasNext: false })
    expect(facts({ next: 'https://h/x?cursor=abc', previous: null, results: ROWS })).toMatchObject({
      total: null,
      nextCursor: 'abc'
    })
    // In other responses a count is as often that of the page.
    expect(facts({ count: 3, results: ROWS }).total).toBeNull()
    expect(facts({ count: 3, total: 650, next: null, previous: null, results: ROWS }).total).toBe(650)
  })

  it('are null if not reported; a next link on the last page is followed, because one extra page is harmless', () => {
    expect(facts(ROWS)).toEqual({
      currentPage: null,
      lastPage: null,
      perPage: null,
      total: null,
      hasNext: null,
      nextCursor: null
    })
    expect(facts({ data: ROWS, meta: { current_page: 7, last_page: 7 }, links: { next: 'x?page=8' } })).toMatchObject({
      hasNext: true
    })
    expect(facts({ data: ROWS, meta: { current_page: 2, last_page: 7 }, links: { next: null } })).toMatchObject({
      hasNext: true
    })
  })

  it.each([-1, 1.5, 'many', null, {}, true])('%j is not a number', (total) => {
    expect(facts({ data: ROWS, meta: { total } }).total).toBeNull()
  })

  it('from and to null on an empty page', () => {
    const meta = { current_page: 9, from: null, to: null, last_page: 7, per_page: 100, total: 650 }
    expect(facts({ data: [], links: { next: null }, meta })).toMatchObject({ currentPage: 9, hasNext: false })
  })
})

describe('the location of a record', () => {
  const record = { id: 5, name: 'n' }
  it.each([
    ['data', { data: record, status: 200 }],
    ['data.image', { data: { image: record } }],
    ['data.item', { data: { item: record } }],
    ['data as a list of one', { data: [record] }],
    ['image', { image: record }],
    ['project', { project: record }],
    ['result', { result: record }],
    ['item', { item: record }],
    ['root', record],
    ['root with own results', { ...record, result: 'a.png', results: ['x'], image: { url: 'u' } }]
  ])('%s', (_name, root) => expect(decodeImage(root, BASE, null)?.id).toBe('5'))

  it.each([{}, [], null, { data: {} }, { data: [record, record] }, { data: null, status: 200 }])(
    'nowhere in %j',
    (root) => {
      expect(findRecord(root)).toBeNull()
    }
  )

  it('is read whole, even if one of its own fields is a list of one under `data`', () => {
    expect(findRecord({ id: 5, data: ['x'] })).toEqual({ id: 5, data: ['x'] })
    expect(findRecord({ data: [{ id: 5 }] })).toEqual({ id: 5 })
  })

  it('keeps all fields of a record that has a field called attributes', () => {
    const own = { id: 5, type: 'image', name: 'n', favorite: 1, url: 'https://example.org/a.png', attributes: { a: 1 } }
    const { type: _type, ...untyped } = own
    for (const root of [own, untyped]) {
      expect(decodeImage({ data: root }, BASE, null)).toMatchObject({
        fields: { name: 'n', favorite: true, url: own.url },
        other: { attributes: { a: 1 } }
      })
    }
    expect(decodeProjectPage([{ project: 'p', type: 'site', reports: 3, attributes: {} }])?.records).toMatchObject([
      { project: 'p', reports: 3 }
    ])
    const resource = { id: '5', type: 'images', attributes: { name: 'n', 'created-at': '2023-11-20T10:00:00Z' } }
    expect(decodeImage({ data: resource }, BASE, null)).toMatchObject({
      id: '5',
      fields: { name: 'n', createdAt: Date.UTC(2023, 10, 20, 10) }
    })
  })

  it('gets the requested id if the record leaves it out', () => {
    expect(decodeImage({ data: { name: 'n' } }, BASE, '5')).toMatchObject({ id: '5', fields: { name: 'n' } })
    expect(decodeImage({ data: { name: 'n' } }, BASE, null)).toBeNull()
  })
})

describe('an image', () => {
  const read = (raw: object) => decodeImage({ data: { id: 1, ...raw } }, BASE, null)

  it.each(['image_url', 'image', 'src'])('reads a picture of %s once, and keeps an address it did not use', (field) => {
    const address = 'https://example.org/a.png'
    expect(read({ [field]: address })).toEqual({ id: '1', fields: { picture: address }, other: {} })
    const both = { url: 'https://example.org/b.png', [field]: address }
    expect(read(both)).toMatchObject({
      fields: { picture: 'https://example.org/b.png' },
      other: { [field]: address }
    })
  })

  it('has every field of the standard record', () => {
    const raw = {
      id: 7,
      name: 'Fox',
      style: 'anime',
      medium: 'ink',
      filter: null,
      resolution: '512x512',
      result: 'fox.png',
      url: 'https://example.org/ai/uploads/users/images/fox.png',
      favorite: 1,
      created_at: '2023-11-20T10:00:00.000000Z',
      updated_at: '2023-11-20T10:00:01.000000Z'
    }
    expect(decodeImage({ data: raw, status: 200 }, BASE, null)).toEqual({
      id: '7',
      fields: {
        name: 'Fox',
        style: 'anime',
        medium: 'ink',
        filter: null,
        resolution: '512x512',
        result: 'fox.png',
        url: raw.url,
        picture: raw.url,
        favorite: true,
        createdAt: Date.UTC(2023, 10, 20, 10),
        updatedAt: Date.UTC(2023, 10, 20, 10, 0, 1)
      },
      other: {}
    })
  })

  it.each([
    ['created', 'modified'],
    ['createdAt', 'updatedAt'],
    ['date_created', 'date_updated'],
    ['inserted_at', 'updated_at'],
    ['created_on', 'last_modified']
  ])('reads dates that are called %s and %s', (created, updated) => {
    const dates = { [created]: '2023-11-20T10:00:00Z', [updated]: '2023-11-20T10:00:01Z' }
    const fields = { createdAt: Date.UTC(2023, 10, 20, 10), updatedAt: Date.UTC(2023, 10, 20, 10, 0, 1) }
    expect(read(dates)).toEqual({ id: '1', fields, other: {} })
    const project = decodeProjectPage([{ project: 'p', [created]: dates[created] }])?.records[0]
    expect(project).toMatchObject({ createdAt: fields.createdAt, other: {} })
  })

  it('reads the first date name with a valid value, and keeps the others', () => {
    expect(read({ created: 'by hand', created_at: null, date_created: 1_700_000_000 })).toEqual({
      id: '1',
      fields: { createdAt: 1_700_000_000_000 },
      other: { created: 'by hand' }
    })
    expect(read({ created_at: 1_700_000_000, created: 1_600_000_000 })?.other).toEqual({ created: 1_600_000_000 })
  })

  it('leaves fields absent that the response does not have', () => {
    expect(read({})).toEqual({ id: '1', fields: {}, other: {} })
    expect(read({ favorite: null })?.fields).toEqual({ favorite: false })
  })

  it('keeps unknown fields, unknown values of enums, and unreadable known fields', () => {
    const raw = {
      status: 'processing',
      style: 'cubism',
      medium: { value: 'ink' },
      created_at: 'yesterday',
      favorite: 'perhaps'
    }
    expect(read(raw)).toEqual({
      id: '1',
      fields: { style: 'cubism' },
      other: { status: 'processing', medium: { value: 'ink' }, created_at: 'yesterday', favorite: 'perhaps' }
    })
  })

  it('keeps results as they were sent', () => {
    expect(read({ results: ['a', 'b'] })?.fields.results).toEqual(['a', 'b'])
    expect(read({ results: [{ url: 'a', seed: 1 }] })?.fields.results).toEqual([{ url: 'a', seed: 1 }])
    expect(read({ results: { 0: 'a', 1: 'b' } })?.fields.results).toEqual(['a', 'b'])
    expect(
      [read({ results: [] }), read({ results: null }), read({ results: {} })].map((image) => image?.fields.results)
    ).toEqual([[], [], []])
    expect(read({ results: 'one' })?.fields.results).toEqual(['one'])
    expect(read({ results: { a: 1 } })).toMatchObject({ fields: {}, other: { results: { a: 1 } } })
  })

  it('keeps every digit of an id above 2^53', () => {
    const reading = readJson('{"data":[{"id":9007199254740993},{"id":9007199254740992}]}')
    expect(reading.kind === 'json' ? ids(reading.value) : null).toEqual(['9007199254740993', '9007199254740992'])
  })

  it('keeps markup and bidi controls as text, but nothing that storage would cut or refuse', () => {
    const reading = readJson('{"data":{"id":1,"name":"<img src=x>\\u202e\\ud800\\u0000","note":1e400}}')
    const image = reading.kind === 'json' ? decodeImage(reading.value, BASE, null) : null
    expect(image).toMatchObject({ fields: { name: '<img src=x>\u202e\ufffd\ufffd' }, other: { note: '1e400' } })
  })

  it('drops only what is nested too deep', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const reading = readJson(`{"data":{"id":1,"name":"n","results":${deep},"x":${deep}}}`)
    const image = reading.kind === 'json' ? decodeImage(reading.value, BASE, null) : null
    expect(image?.fields).toEqual({ name: 'n', picture: null })
    expect(JSON.stringify(image?.other)).toContain('too deep')
  })

  it('ignores names of the prototype', () => {
    const reading = readJson('{"data":{"id":1,"__proto__":{"name":"evil"},"constructor":"c"}}')
    const image = reading.kind === 'json' ? decodeImage(reading.value, BASE, null) : null
    expect(image?.fields).toEqual({})
    expect(Object.keys(image?.other ?? {})).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(image?.other)).toBe(Object.prototype)
  })
})

describe('projects', () => {
  const projects = (rows: unknown[]) => decodeProjectPage({ data: rows })

  it('have name, reports, result and date', () => {
    const raw = {
      project: 'shop.example.org',
      reports: 12,
      result: '87.50',
      created_at: '2023-11-20 10:00:00',
      owner: 'x'
    }
    expect(projects([raw])?.records).toEqual([
      {
        project: 'shop.example.org',
        reports: 12,
        result: '87.50',
        createdAt: Date.UTC(2023, 10, 20, 10),
        other: { owner: 'x' }
      }
    ])
  })

  it('accept incomplete rows and unusual names', () => {
    expect(projects([{ project: 'a/b' }, { project: '' }, { project: 9 }, { id: 1 }, null])).toMatchObject({
      records: [
        { project: 'a/b', reports: null, result: null, createdAt: null, other: {} },
        { project: '' },
        { project: '9' }
      ],
      unreadable: 2
    })
  })

  it('keep unreadable values', () => {
    expect(projects([{ project: 'p', reports: 'many', result: null }])?.records[0]).toMatchObject({
      reports: null,
      other: { reports: 'many' }
    })
  })
})

describe('arbitrary input', () => {
  const json = fc.jsonValue({ maxDepth: 6 })
  const known = fc.constantFrom(
    'data',
    'meta',
    'links',
    'id',
    'name',
    'results',
    'result',
    'url',
    'image',
    'favorite',
    'created_at',
    'project',
    'next',
    '__proto__'
  )
  const like = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      json,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(known, tie('node'), { maxKeys: 6 })
    )
  })).node

  /** Throws if an id cannot be used in an address or a record cannot be stored. */
  const handled = (root: unknown): number => {
    const images = [decodeImage(root, BASE, null), ...(page(root)?.records ?? [])].filter((image) => image !== null)
    for (const image of images) encodeURIComponent(image.id)
    const projects = decodeProjectPage(root)?.records ?? []
    for (const project of projects) encodeURIComponent(project.project)
    return JSON.stringify([images, projects]).length
  }

  it('is decoded without exceptions, into storable values only', () => {
    fc.assert(
      fc.property(like, (root) => {
        expect(handled(root)).toBeGreaterThan(0)
      }),
      { numRuns: 500 }
    )
  })

  it('may be bytes that are not a response', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => new TextDecoder().decode(array))
    const nearly = fc.tuple(fc.json(), bytes).map(([data, junk]) => `{"data":${data}${junk}`)
    fc.assert(
      fc.property(fc.oneof(bytes, nearly), (text) => {
        const reading = readJson(text)
        expect(handled(reading.kind === 'json' ? reading.value : null)).toBeGreaterThan(0)
      }),
      { numRuns: 500 }
    )
  })
})
