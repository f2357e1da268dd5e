import { describe, expect, it } from 'vitest'
import { excerpt, readComplaint } from './complaint.ts'

describe('readComplaint', () => {
  it.each([
    ['standard', { message: { name: ['Required.', 'Too long.'], resolution: ['Invalid.'] }, status: 422 }],
    ['stock framework', { errors: { name: ['Required.', 'Too long.'], resolution: ['Invalid.'] } }],
    [
      'custom list',
      {
        errors: [
          { field: 'name', message: 'Required.' },
          { field: 'name', message: 'Too long.' },
          { field: 'resolution', message: 'Invalid.' }
        ]
      }
    ],
    ['at the root', { name: ['Required.', 'Too long.'], resolution: ['Invalid.'] }],
    [
      'at the root of a 200',
      { success: false, status: 400, name: ['Required.', 'Too long.'], resolution: ['Invalid.'] }
    ],
    ['in detail', { detail: { name: ['Required.', 'Too long.'], resolution: ['Invalid.'] } }],
    ['in error', { error: { name: ['Required.', 'Too long.'], resolution: 'Invalid.' } }],
    [
      'in error.errors',
      { error: { code: 400, errors: { name: ['Required.', 'Too long.'], resolution: ['Invalid.'] } } }
    ],
    [
      'objects',
      { errors: { name: [{ message: 'Required.' }, { message: 'Too long.' }], resolution: { error: 'Invalid.' } } }
    ],
    [
      'objects at the root',
      { name: [{ message: 'Required.', code: 'blank' }, 'Too long.'], resolution: [{ message: 'Invalid.' }] }
    ],
    ['capitals', { title: 'One or more.', errors: { Name: ['Required.', 'Too long.'], '$.resolution': ['Invalid.'] } }],
    ['a map in a map', { errors: { image: { name: ['Required.', 'Too long.'], resolution: { 0: ['Invalid.'] } } } }],
    [
      'RFC 9457 invalid-params',
      {
        type: 'https://example.org/validation',
        title: 'Your request is not valid.',
        'invalid-params': [
          { name: 'name', reason: 'Required.' },
          { name: 'name', reason: 'Too long.' },
          { name: 'resolution', reason: 'Invalid.' }
        ]
      }
    ],
    [
      'RFC 9457 errors with a pointer',
      {
        errors: [
          { detail: 'Required.', pointer: '#/name' },
          { detail: 'Too long.', pointer: '#/name' },
          { detail: 'Invalid.', pointer: '#/resolution' }
        ]
      }
    ],
    [
      'JSON:API',
      {
        errors: [
          { status: '422', title: 'Invalid', detail: 'Required.', source: { pointer: '/data/attributes/name' } },
          { status: '422', title: 'Too long.', source: { pointer: '/data/attributes/name' } },
          { status: '422', detail: 'Invalid.', source: { pointer: '/data/attributes/resolution' } }
        ]
      }
    ],
    [
      'a path of the body',
      {
        detail: [
          { loc: ['body', 'name'], msg: 'Required.', type: 'missing' },
          { loc: ['body', 'name'], msg: 'Too long.', type: 'too_long' },
          { loc: ['body', 'resolution'], msg: 'Invalid.', type: 'enum' }
        ]
      }
    ],
    ['JSON in a text', { message: '{"name":["Required.","Too long."],"resolution":["Invalid."]}' }],
    ['text values', { errors: { name: ['Required.', 'Too long.'], resolution: 'Invalid.' } }]
  ])('fields, %s', (_name, root) => {
    expect(readComplaint(root).fields).toEqual({ name: ['Required.', 'Too long.'], resolution: ['Invalid.'] })
  })

  it.each([
    [{ message: 'Unauthenticated.' }, 'Unauthenticated.'],
    [{ message: 'One (and 1 more error)', errors: { name: ['One'] } }, 'One (and 1 more error)'],
    [{ error: 'Nope' }, 'Nope'],
    [{ error: { message: 'Nope', code: 5 } }, 'Nope'],
    [{ detail: 'Why' }, 'Why'],
    [{ title: 'What' }, 'What'],
    [{ errors: ['First', 'Second'] }, 'First Second'],
    [{ statusCode: 400, message: ['First', 'Second'], error: 'Bad Request' }, 'First Second'],
    [['Alone'], 'Alone'],
    [{ non_field_errors: ['Of the whole'] }, 'Of the whole'],
    [{ errors: { base: ['Of the whole'] } }, 'Of the whole'],
    [{ name: 'Not Found', message: 'Page not found.', code: 0, status: 404 }, 'Page not found.'],
    [{ error: { name: 'ValidationError', message: 'Nope' } }, 'Nope'],
    [{ status: 404, error: 'Not Found', message: 'Nope', path: '/api/v1/images' }, 'Nope'],
    [{ errors: [{ status: '409', title: 'Conflict', detail: 'Nope' }] }, 'Nope'],
    [{ message: '{"error":{"message":"Nope"}}' }, 'Nope'],
    [{ message: '["Nope"]' }, 'Nope'],
    [{ error: { code: 7, inner: [1, 2, { deep: true }] } }, undefined],
    [{ id: 5, name: 'A record' }, undefined],
    [{ message: '  ' }, undefined],
    [{}, undefined],
    [[], undefined],
    [null, undefined]
  ])('text of %j', (root, expected) =>
    expect(readComplaint(root)).toEqual(expected === undefined ? {} : expect.objectContaining({ detail: expected }))
  )

  it.each([
    ['the name of an error', { name: 'Not Found', message: 'Page not found.' }],
    ['the path of a request', { message: 'Nope', path: '/api/v1/images' }],
    ['a text at the root', { request_id: 'ab1', hint: 'See the manual.' }],
    ['an echo of the form', { favorite: '1', name: 'Fox', results: ['fox.png'] }],
    ['an echo of the form with objects', { favorite: ['1'], results: [{ url: 'fox.png' }] }],
    ['a record', { id: 5, name: 'A record', style: 'cubism' }],
    ['deep nesting', JSON.parse(`${'{"error":'.repeat(3_000)}"deep"${'}'.repeat(3_000)}`)]
  ])('%s is not a field', (_name, root) => expect(readComplaint(root).fields).toBeUndefined())

  it('is bounded and masks keys', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`f${index}`, Array(100).fill('x'.repeat(1_000))])
    )
    const fields = readComplaint({ message: many }).fields ?? {}
    expect(Object.keys(fields)).toHaveLength(20)
    expect(fields['f0']).toHaveLength(5)
    expect(fields['f0']?.[0]).toHaveLength(300)
    expect(readComplaint({ message: { key: ['bad key: abcdef123456'] } }).fields?.['key']).toEqual([
      'bad key: [masked]'
    ])
  })

  it.each([
    ['at the root', { proxy_password: ['hunter22'] }],
    ['of an item', { errors: [{ field: 'proxy_password', message: 'hunter22' }] }],
    ['of a place in a list', { errors: { proxy_password: { 0: ['hunter22'] } } }]
  ])('masks the message of a field whose name indicates a secret, %s', (_name, root) => {
    expect(readComplaint(root).fields).toEqual({ proxy_password: ['[masked]'] })
  })

  it.each([
    ['of a map', (field: string) => ({ message: { [field]: ['No.'] } })],
    ['of a list', (field: string) => ({ errors: [{ field, message: 'No.' }] })]
  ])('bounds and masks names of fields, on one line, %s', (_name, root) => {
    const names = (field: string) => Object.keys(readComplaint(root(field)).fields ?? {})
    expect(names('x'.repeat(10_000))).toEqual([`${'x'.repeat(59)}…`])
    expect(names('sk-canary0123456789abcdef')).toEqual(['[masked]'])
    expect(names('na\u202Eme\n')).toEqual(['name'])
    expect(names('results.0')).toEqual(['results.0'])
  })

  it('bounds the messages of a repeated field', () => {
    const errors = Array.from({ length: 20 }, () => ({ field: 'name', messages: ['One.', 'Two.', 'Three.'] }))
    expect(readComplaint({ errors }).fields?.['name']).toHaveLength(5)
  })

  it('keeps a field named __proto__ as a field', () => {
    const root: unknown = JSON.parse('{"errors":{"__proto__":["x"]}}')
    expect(Object.keys(readComplaint(root).fields ?? {})).toEqual(['__proto__'])
  })
})

describe('excerpt', () => {
  it('is one line of at most 300 characters', () => {
    const text = excerpt(`a\r\n\tb ${'word '.repeat(200)}`) ?? ''
    expect(text).toHaveLength(300)
    expect(text.startsWith('a b word')).toBe(true)
    expect(text.endsWith('…')).toBe(true)
  })

  it.each(['', ' \n\t', '\u0000\u0007'])('is undefined for %j', (text) => {
    expect(excerpt(text)).toBeUndefined()
  })

  it('has no controls and no lone surrogates', () => {
    expect(excerpt('a\u0000b\u001b[31mc\ud800')).toBe('a b [31mc\ufffd')
  })

  it('cannot reverse other text: marks, overrides and isolates of direction are removed, letters are not', () => {
    expect(excerpt('a\u202Eb\u202C \u2066c\u2069\u200E\u200F\u061Cd')).toBe('ab cd')
    expect(excerpt('\u05E9\u05DC\u05D5\u05DD')).toBe('\u05E9\u05DC\u05D5\u05DD')
    expect(excerpt('\u200E\u202E')).toBeUndefined()
  })

  it('masks a key that is interrupted by them', () => {
    expect(excerpt('key sk-can\u200Eary01234\u202E56789abcdef')).toBe('key [masked]')
  })

  it('respects a requested length', () => {
    expect(excerpt('a'.repeat(90), 60)).toBe(`${'a'.repeat(59)}…`)
  })

  it.each([
    ['Incorrect API key provided: sk-proj-abc123def456ghi789jkl012', 'sk-proj'],
    ['Authorization: Bearer short-key-1', 'short-key-1'],
    ['{"api_key":"hunter22"}', 'hunter22'],
    ['token=abcdef', 'abcdef'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc123', 'eyJ']
  ])('masks %j', (text, secret) => {
    expect(excerpt(text)).not.toContain(secret)
  })

  it.each(['The name field is required.', 'Your key expired yesterday.', 'Internationalization-of-everything failed'])(
    'leaves %j readable',
    (text) => {
      expect(excerpt(text)).toBe(text)
    }
  )

  it('shows no part of a key at the end of the inspected text', () => {
    const trace = (blanks: number): string => `${' '.repeat(blanks)}wrong key sk-canary0123456789abcdef0123456789`
    for (let blanks = 3_950; blanks < 4_000; blanks += 1) expect(excerpt(trace(blanks)) ?? '').not.toMatch(/can|345/)
  })

  it('is fast for a megabyte of trace', () => {
    expect(excerpt('a1'.repeat(500_000))?.length).toBeLessThanOrEqual(300)
  })
})
