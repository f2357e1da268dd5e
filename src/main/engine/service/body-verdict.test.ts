import { describe, expect, it } from 'vitest'
import { effectiveStatus, readComplaint } from './body-verdict.ts'

describe('effectiveStatus', () => {
  it.each([
    [200, { status: 200, data: {} }, 200],
    [201, { status: 200, data: {} }, 201],
    [200, { status: 422, success: false }, 422],
    [200, { status: '500' }, 500],
    [200, { status: 'processing' }, 200],
    [200, { success: false }, 400],
    [200, { success: 0, status: 200 }, 400],
    [200, { success: false, errors: [{ field: 'name', message: 'too long' }] }, 422],
    [200, { success: false, code: 404 }, 404],
    [200, { code: 404 }, 200],
    [200, { success: true, status: 201 }, 200],
    [200, { status: 700 }, 200],
    [200, [], 200],
    [200, null, 200],
    [404, { status: 200, success: true }, 404],
    [500, { status: 422 }, 500]
  ])('%i with %j is %i', (http, root, expected) => expect(effectiveStatus(http, root)).toBe(expected))
})

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
    [{ errors: ['First', 'Second'] }, 'First'],
    [{ message: '  ' }, undefined],
    [{}, undefined],
    [[], undefined],
    [null, undefined]
  ])('text of %j', (root, expected) => expect(readComplaint(root).detail).toBe(expected))

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
    ['of a map', (field: string) => ({ message: { [field]: ['No.'] } })],
    ['of a list', (field: string) => ({ errors: [{ field, message: 'No.' }] })]
  ])('names of fields are bounded, masked and one line, %s', (_name, root) => {
    const names = (field: string) => Object.keys(readComplaint(root(field)).fields ?? {})
    expect(names('x'.repeat(10_000))).toEqual([`${'x'.repeat(59)}…`])
    expect(names('sk-canary0123456789abcdef')).toEqual(['[masked]'])
    expect(names('na\u202Eme\n')).toEqual(['name'])
    expect(names('results.0')).toEqual(['results.0'])
  })

  it('messages of a field that comes many times are bounded', () => {
    const errors = Array.from({ length: 20 }, () => ({ field: 'name', messages: ['One.', 'Two.', 'Three.'] }))
    expect(readComplaint({ errors }).fields?.['name']).toHaveLength(5)
  })

  it('keeps a field called __proto__ a field', () => {
    const root: unknown = JSON.parse('{"errors":{"__proto__":["x"]}}')
    expect(Object.keys(readComplaint(root).fields ?? {})).toEqual(['__proto__'])
  })
})
