import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeForm, updateForm, withField } from './form.ts'
import { chooseResults } from './results-carrier.ts'

const pairs = (form: string) => [...new URLSearchParams(form)]
const known = (more: Partial<Parameters<typeof chooseResults>[0]>) => ({
  results: null,
  result: null,
  url: null,
  ...more
})
const update = (more: Partial<Parameters<typeof chooseResults>[0]>, name?: string) =>
  pairs(
    updateForm(
      { ...(name === undefined ? {} : { name }), favorite: true, results: chooseResults(known(more)) },
      { flag: 'digits', results: 'brackets' }
    )
  )

describe('storeForm', () => {
  it('has the required fields, and a facet only if it was selected', () => {
    expect(pairs(storeForm({ name: 'Fox & hound', description: 'a + b = ü\n', resolution: '512x512' }))).toEqual([
      ['name', 'Fox & hound'],
      ['description', 'a + b = ü\n'],
      ['resolution', '512x512']
    ])
    const full = {
      name: 'n',
      description: 'd',
      resolution: '256x256',
      style: 'anime',
      medium: 'ink',
      filter: 'sepia'
    } as const
    expect(pairs(storeForm(full))).toEqual(Object.entries(full))
  })

  it('accepts any text, including lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const form = storeForm({ name, description: 'd', resolution: '256x256' })
        expect(pairs(form)[0]).toEqual(['name', name.toWellFormed()])
        expect(form).toMatch(/^[\x21-\x7e]*$/)
      })
    )
  })
})

describe('updateForm', () => {
  it('sends results and favorite for a favorite update, never a name', () => {
    expect(update({ results: '["a","b"]' })).toEqual([
      ['results[]', 'a'],
      ['results[]', 'b'],
      ['favorite', '1']
    ])
  })

  it('also sends the name for a rename', () => {
    expect(update({ results: '["a"]' }, 'New')).toEqual([
      ['name', 'New'],
      ['results[]', 'a'],
      ['favorite', '1']
    ])
  })

  it.each([
    [
      { results: '["a","a"]', result: 'r', url: 'u' },
      'results',
      [
        ['results[]', 'a'],
        ['results[]', 'a']
      ]
    ],
    [{ results: '[]', result: 'r', url: 'u' }, 'empty-results', [['results[]', '']]],
    [{ result: 'r.png', url: 'u' }, 'result', [['results[]', 'r.png']]],
    [{ url: 'https://u/' }, 'url', [['results[]', 'https://u/']]],
    [{ result: '', url: '' }, 'nothing', [['results[]', '']]],
    [{ results: 'broken', url: 'u' }, 'url', [['results[]', 'u']]],
    [{ results: '{"a":1}' }, 'nothing', [['results[]', '']]]
  ])('reads results of %j from %s', (more, source, expected) => {
    expect(chooseResults(known(more)).source).toBe(source)
    expect(update(more).slice(0, -1)).toEqual(expected)
  })

  it('writes objects with numbered keys', () => {
    const results = [
      { url: 'a', size: { w: 1, tags: ['x', 'y'] } },
      'plain',
      { url: 'b', ok: true, none: null, empty: [] }
    ]
    expect(update({ results: JSON.stringify(results) }).slice(0, -1)).toEqual([
      ['results[0][url]', 'a'],
      ['results[0][size][w]', '1'],
      ['results[0][size][tags][0]', 'x'],
      ['results[0][size][tags][1]', 'y'],
      ['results[1]', 'plain'],
      ['results[2][url]', 'b'],
      ['results[2][ok]', '1'],
      ['results[2][none]', ''],
      ['results[2][empty]', '']
    ])
  })

  it('writes plain values of other kinds as text', () => {
    expect(update({ results: '[1,true,false,null,"x"]' }).map(([, value]) => value)).toEqual([
      '1',
      '1',
      '0',
      '',
      'x',
      '1'
    ])
  })

  it('stops at excessive depth', () => {
    const deep = `[${'{"a":'.repeat(200)}1${'}'.repeat(200)}]`
    expect(update({ results: deep })[0]?.[0].split('[').length).toBeLessThan(20)
  })

  it.each([
    [true, 'digits', '1'],
    [false, 'digits', '0'],
    [true, 'words', 'true'],
    [false, 'words', 'false']
  ] as const)('encodes favorite %s in %s as %s', (favorite, flag, expected) => {
    const form = updateForm({ favorite, results: { source: 'nothing', value: [] } }, { flag, results: 'brackets' })
    expect(pairs(form).at(-1)).toEqual(['favorite', expected])
  })

  it.each([
    ['brackets', [], 'results[]='],
    ['brackets', ['a', 'b'], 'results[]=a&results[]=b'],
    ['numbered', [], 'results[0]='],
    ['numbered', ['a', 'b'], 'results[0]=a&results[1]=b'],
    ['numbered', [{ url: 'a' }], 'results[0][url]=a'],
    ['repeated', [], 'results='],
    ['repeated', ['a', 'b'], 'results=a&results=b'],
    ['repeated', [{ url: 'a' }], 'results[0][url]=a']
  ] as const)('writes a list as %s: %j', (results, value, expected) => {
    const form = updateForm({ favorite: true, results: { source: 'results', value } }, { flag: 'digits', results })
    expect(decodeURIComponent(form)).toBe(`${expected}&favorite=1`)
  })

  it('is JSON if a service accepts lists in no other encoding, with values unchanged', () => {
    const value = ['a', { url: 'b', n: 1 }]
    const write = (flag: 'digits' | 'words', name?: string) =>
      JSON.parse(
        updateForm(
          { favorite: true, results: { source: 'results', value }, ...(name === undefined ? {} : { name }) },
          { flag, results: 'json' }
        )
      ) as unknown
    expect(write('digits')).toEqual({ results: value, favorite: 1 })
    expect(write('words', 'Quay')).toEqual({ name: 'Quay', results: value, favorite: true })
  })
})

it('adds a field to a body in its own encoding', () => {
  expect(withField('a=1', '_method', 'PUT')).toBe('a=1&_method=PUT')
  expect(JSON.parse(withField('{"a":[1]}', '_method', 'PUT'))).toEqual({ a: [1], _method: 'PUT' })
})
