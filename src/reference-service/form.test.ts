import { expect, test } from 'vitest'
import { parseForm } from './form.ts'

const cases: readonly (readonly [string, string, unknown])[] = [
  ['plain fields', 'name=Koi&favorite=1', { name: 'Koi', favorite: '1' }],
  ['plus and %20 are spaces', 'name=Koi+pond%20two', { name: 'Koi pond two' }],
  ['UTF-8', 'name=%E9%9B%A8', { name: '雨' }],
  ['broken escapes stay text', 'name=100%', { name: '100%' }],
  ['a repeated plain key keeps the last', 'name=a&name=b', { name: 'b' }],
  ['values are trimmed', 'name=%20a%20', { name: 'a' }],
  ['empty becomes null', 'name=&style=%20', { name: null, style: null }],
  ['a key without a value', 'name', { name: null }],
  ['lists', 'results[]=a&results[]=b', { results: ['a', 'b'] }],
  ['encoded brackets', 'results%5B%5D=a', { results: ['a'] }],
  ['one empty item', 'results[]=', { results: [null] }],
  ['nested lists', 'results[0][url]=x&results[1][url]=y', { results: [{ url: 'x' }, { url: 'y' }] }],
  ['maps', 'results[url]=x', { results: { url: 'x' } }],
  ['a list replaces text', 'a=1&a[]=2', { a: ['2'] }],
  ['dots become underscores', 'a.b=1', { a_b: '1' }],
  ['nothing', '', {}],
  ['stray separators', '&&a=1&', { a: '1' }],
  ['a value with =', 'a=b=c', { a: 'b=c' }]
]

test.each(cases)('%s', (_title, text, expected) => {
  expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(expected)
})

test('a hostile form is parsed with limited cost', () => {
  expect(Object.keys(parseForm(Array.from({ length: 5000 }, (_, i) => `k${i}=1`).join('&')))).toHaveLength(1000)
  expect(parseForm(`a${'[b]'.repeat(200)}=1`)).toEqual(Object.create(null))
  const form = parseForm('__proto__[polluted]=1')
  expect(Object.keys(form)).toEqual(['__proto__'])
  expect('polluted' in {}).toBe(false)
})
