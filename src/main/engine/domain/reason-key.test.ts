import { expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure.ts'
import { reasonKey } from './reason-key.ts'

const failureWith = (detail: string, more: Partial<Failure> = {}): Failure => ({
  code: 'not-found',
  status: 404,
  detail,
  ...more
})

test.each([
  ['the id of a record', 'No query results for model [Image] 1003', 'No query results for model [Image] 1004'],
  ['a UUID', 'No record 7c9e6679-7425-40de-944b-e07fc1f90ae7.', 'No record 0b0e6679-aaaa-40de-944b-e07fc1f90ae7.'],
  ['a quoted value', 'The name "Dawn" is taken.', 'The name "Dusk at sea" is taken.'],
  ['the id of the request', 'Refused (request 8fa3c-b2)', 'Refused (request c01d-9a)'],
  ['a date', 'Locked until 2026-11-30T10:00:00Z', 'Locked until 2026-12-01T11:30:00Z']
])('refusals that differ in %s have one reason', (_, one, other) => {
  expect(reasonKey(failureWith(one), [])).toBe(reasonKey(failureWith(other), []))
})

test.each([
  ['"Dawn"', '"Dusk at sea"', '""'],
  ['“Dawn”', '“Dusk at sea”', '“”'],
  ['„Dawn“', '„Dusk at sea”', '„“'],
  ['«Dawn»', '«Dusk at sea»', '«»'],
  ['`Dawn`', '`Dusk at sea`', '``'],
  ["'Dawn'", "'Dusk at sea'", "''"],
  ['‘Dawn’', '‘Dusk at sea’', '‘’']
])('quoted text is a value: %s', (...quoted) => {
  for (const value of quoted)
    expect(reasonKey(failureWith(`The name ${value} is taken.`), [])).toBe('404 The name # is taken.')
})

test('an apostrophe inside a word is not a quote', () => {
  for (const text of ["It can't be what it's not", 'It can’t be what it’s not'])
    expect(reasonKey(failureWith(text), [])).toBe(`404 ${text}`)
})

test('fields and messages are joined in order, whatever white space surrounds them', () => {
  const failure = failureWith('  Invalid. ', {
    status: 422,
    fields: { name: ['Too long.', 'Not plain.'], style: ['Unknown.'] }
  })
  expect(reasonKey(failure, [])).toBe('422 name Too long. Not plain. style Unknown.   Invalid.')
  expect(reasonKey(failureWith('  Invalid. '), [])).toBe('404 Invalid.')
})

test('of names with a common prefix the longest is removed first, without surrounding white space', () => {
  expect(reasonKey(failureWith('Dawn at sea is in Dawn'), ['Dawn', ' Dawn at sea '])).toBe('404 # is in #')
})

test('the id and names of a record are not part of the reason', () => {
  const one = reasonKey(failureWith('Image abc of Dawn (over the sea) is locked'), ['abc', 'Dawn (over the sea)'])
  expect(one).toBe(reasonKey(failureWith('Image xyz of Dusk is locked'), ['xyz', 'Dusk', null, '']))
  expect(reasonKey(failureWith('An image is locked'), ['a'])).toBe('404 An image is locked')
})

test.each<[string, Failure]>([
  ['status', failureWith('It can’t be changed now, it’s locked', { status: 409 })],
  ['message', failureWith('It can’t be changed now, it’s gone')],
  ['field', failureWith('It can’t be changed now, it’s locked', { fields: { name: ['Too long.'] } })]
])('another %s is another reason', (_, other) => {
  expect(reasonKey(other, [])).not.toBe(reasonKey(failureWith('It can’t be changed now, it’s locked'), []))
})

test('a failure without status and message has no key, and a long key is cut', () => {
  expect(reasonKey({ code: 'internal' }, [])).toBe('')
  expect(reasonKey(failureWith('no '.repeat(200)), [])).toHaveLength(200)
})
