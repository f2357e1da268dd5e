import { describe, expect, it } from 'vitest'
import { fateOfResults, recordChanges, showsDesired } from './record-changes.ts'
import type { ServiceImage } from './service-records.ts'

const fields = { name: 'Quay', description: 'A quay', style: 'anime', favorite: false, results: ['a?s=1', 'b'] }
const image = (changed: Partial<ServiceImage['fields']> = {}, other: ServiceImage['other'] = {}): ServiceImage => ({
  id: '1',
  fields: { ...fields, ...changed },
  other
})
const STAR = { favorite: true }
const fieldsOf = (
  after: ServiceImage,
  before = image(),
  desired: Parameters<typeof recordChanges>[2] = STAR
): string[] => recordChanges(before, after, desired).map(({ field }) => field)

describe('unexpected changes of an update', () => {
  it.each([
    ['nothing', image({ favorite: true })],
    ['the time of the update', image({ favorite: true, updatedAt: 9 })],
    ['results that were added', image({ favorite: true, results: ['a?s=1', 'b', 'c'] })],
    ['addresses with a new signature', image({ favorite: true, results: ['a?s=2', 'b'] })]
  ])('are empty for %s', (_, after) => {
    expect(fieldsOf(after)).toEqual([])
  })

  it.each([
    [image({ name: null }), ['name']],
    [image({ style: 'other', description: null }), ['description', 'style']],
    [image({ results: ['b'] }), ['results']],
    [image({ results: [] }), ['results']]
  ])('are reported field by field', (after, expected) => {
    expect(fieldsOf(after)).toEqual(expected)
  })

  it('include a field that disappeared, but not one that never existed', () => {
    const { style: _, ...others } = fields
    const poorer: ServiceImage = { id: '1', fields: others, other: {} }
    expect(fieldsOf(poorer)).toEqual(['style'])
    expect(fieldsOf(image(), poorer)).toEqual([])
  })

  it('exclude the desired fields: the name for a rename, the favorite for a favorite update', () => {
    expect(fieldsOf(image({ name: 'New' }), image(), { name: 'New' })).toEqual([])
    expect(fieldsOf(image({ name: 'New', favorite: true }), image(), { name: 'New' })).toEqual(['favorite'])
  })

  it.each([
    [{ is_public: true }, { is_public: false }, ['is_public']],
    [{ note: 'mine' }, { note: null }, ['note']],
    [{ note: 'mine' }, {}, ['note']],
    [{ visibility: 'public' }, { visibility: 'private' }, ['visibility']],
    [{ views: 4 }, { views: 5 }, []],
    [{ seen_at: '2026-11-27T10:42:00Z' }, { seen_at: '2026-11-28T10:42:00Z' }, []],
    [{ thumb: 'https://a.example/t.png?s=1' }, { thumb: 'https://a.example/t.png?s=2' }, []],
    [{ thumb: 'https://a.example/t.png?s=1' }, { thumb: 'https://a.example/t.png' }, []],
    [{ note: null }, { note: 'theirs' }, []]
  ])('of unknown fields: %o to %o', (before, after, expected) => {
    expect(fieldsOf(image({}, after), image({}, before))).toEqual(expected)
  })

  it('show values as text and cut long ones', () => {
    const [change] = recordChanges(image({ description: 'x'.repeat(500) }), image({ description: '' }), STAR)
    expect([change?.before?.length, change?.after]).toEqual([121, null])
  })
})

describe('the desired value', () => {
  it.each([
    [{ favorite: true }, STAR, true],
    [{ favorite: false }, STAR, false],
    [{}, STAR, true],
    [{ name: ' Quay ' }, { name: 'Quay' }, true],
    [{ name: 'Other' }, { name: 'Quay' }, false],
    [{ name: 'Quay', favorite: false }, { name: 'Quay', favorite: true }, false]
  ])('%o of %o: %s', (shown, desired, expected) => {
    expect(showsDesired(shown, desired)).toBe(expected)
  })
})

describe('every field of a record', () => {
  const whole = {
    name: 'Quay',
    description: 'A quay',
    style: 'anime',
    medium: 'ink',
    filter: 'sepia',
    resolution: '512x512',
    favorite: false,
    result: 'quay.png',
    createdAt: 5
  } as const

  it.each(Object.keys(whole))('%s is reported when it is lost', (field) => {
    const before: ServiceImage = { id: '1', fields: whole, other: {} }
    const after: ServiceImage = { id: '1', fields: { ...whole, [field]: undefined }, other: {} }
    expect(fieldsOf(after, before, {})).toEqual([field])
  })

  it('is reported with its value before and after', () => {
    const before: ServiceImage = { id: '1', fields: { ...whole, url: 'a.png', results: ['a'] }, other: { tags: ['x'] } }
    const after: ServiceImage = {
      id: '1',
      fields: { ...whole, style: 'ink', createdAt: 6, favorite: true, results: [] },
      other: { tags: [] }
    }
    expect(recordChanges(before, after, {})).toEqual([
      { field: 'style', before: 'anime', after: 'ink' },
      { field: 'favorite', before: 'false', after: 'true' },
      { field: 'createdAt', before: '5', after: '6' },
      { field: 'results', before: '["a"]', after: '[]' },
      { field: 'url', before: 'a.png', after: null },
      { field: 'tags', before: '["x"]', after: '[]' }
    ])
  })

  it('has no text if it is no longer returned', () => {
    expect(recordChanges(image({}, { note: 'mine' }), image(), STAR)).toEqual([
      { field: 'note', before: 'mine', after: null }
    ])
  })

  it('is cut for the screen if it is longer than 120', () => {
    const texts = (length: number): string | null | undefined =>
      recordChanges(image({ description: 'x'.repeat(length) }), image({ description: 'y' }), STAR)[0]?.before
    expect(texts(120)).toBe('x'.repeat(120))
    expect(texts(121)).toBe(`${'x'.repeat(120)}…`)
  })
})

describe('the files of a record', () => {
  it.each([
    [['a', 'b'], ['b', 'a', 'c'], 'kept'],
    [undefined, ['a'], 'kept'],
    [['a', 'b'], ['b'], 'lost'],
    [['a'], undefined, 'lost'],
    [['a'], ['b'], 'replaced'],
    [['a', 'b'], ['b', 'c'], 'replaced']
  ] as const)('%o, then %o: %s', (before, after, fate) => {
    expect(fateOfResults(before, after)).toBe(fate)
  })

  it.each([
    [['a?s=1\n2'], ['a?s=3'], []],
    [['a?s=1'], ['a'], []],
    [['a', 'b'], ['b', 'a'], []],
    [[{ file: 'a' }], [{ file: 'a' }], []],
    [[{ file: 'a' }], [{ file: 'b' }], ['results']],
    [[{ url: 'a?s=1' }], [{ url: 'a?s=2' }], []],
    [['a', 'b'], ['a'], ['results']],
    [[], ['a'], []]
  ])('%o to %o: %o', (before, after, expected) => {
    expect(fieldsOf(image({ results: after }), image({ results: before }), {})).toEqual(expected)
  })

  it('are not missed if they were never returned, but are if they are no longer returned', () => {
    const { results: _, ...others } = fields
    const without: ServiceImage = { id: '1', fields: others, other: {} }
    expect(fieldsOf(image(), without, {})).toEqual([])
    expect(fieldsOf(without, image(), {})).toEqual(['results'])
  })

  it.each([
    ['a.png', 'b.png', []],
    ['a.png', null, ['url']],
    ['a.png', '', ['url']],
    [null, 'a.png', []],
    ['', null, []]
  ])('an address %j that becomes %j: %o', (before, after, expected) => {
    expect(fieldsOf(image({ url: after }), image({ url: before }), {})).toEqual(expected)
  })

  it('in a field of their own are the same under another signature', () => {
    expect(fieldsOf(image({ result: 'a.png?s=2' }), image({ result: 'a.png?s=1' }), {})).toEqual([])
    expect(fieldsOf(image({ result: 'b.png?s=1' }), image({ result: 'a.png?s=1' }), {})).toEqual(['result'])
  })
})

describe('unknown fields', () => {
  it.each<[unknown, unknown, boolean]>([
    ['', 'x', false],
    [[], ['x'], false],
    [['x'], [], true],
    ['x', '', true],
    ['x', undefined, true],
    [false, true, true],
    [true, true, false],
    [false, false, false],
    [true, 1, true],
    [1, true, true],
    ['x', 1, false],
    [1, 'x', false],
    [{ a: 1 }, { a: 2 }, false],
    ['2026-11-27', 'someday', true],
    ['someday', '2026-11-27', true],
    ['2026-11-27', '2026-11-28', false],
    ['x', 'x', false]
  ])('%o to %o counts: %s', (before, after, counts) => {
    expect(fieldsOf(image({}, { extra: after }), image({}, { extra: before }), {})).toEqual(counts ? ['extra'] : [])
  })
})

it('the name of an unknown field is cut like a value', () => {
  const [field] = fieldsOf(image(), image({}, { ['x'.repeat(5_000)]: 'kept' }))
  expect(field).toBe(`${'x'.repeat(120)}…`)
})

describe('a name that was accepted', () => {
  it.each([
    [{ name: null }, true],
    [{}, true],
    [{ name: 'Quay at' }, true],
    [{ name: 'Quay at night' }, true],
    [{ name: 'Quay by day' }, false]
  ])('%o shows the desired one: %s', (shown, expected) => {
    expect(showsDesired(shown, { name: 'Quay at night' })).toBe(expected)
  })

  it('is independent of the favorite', () => {
    expect(showsDesired({ name: 'Quay' }, { favorite: true })).toBe(true)
    expect(showsDesired({ favorite: false }, { name: 'Quay' })).toBe(true)
  })
})
