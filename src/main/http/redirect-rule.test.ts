import { expect, test } from 'vitest'
import { mayFollow, shownLocation } from './redirect-rule.ts'

test.each([
  ['https://h.test/a', 'https://h.test/b', true],
  ['http://h.test/a', 'https://h.test/a', true],
  ['http://h.test:8080/a', 'https://h.test/a', true],
  ['http://127.0.0.1:90/a', 'http://127.0.0.1:90/b', true],
  ['https://h.test/a', 'http://h.test/a', false],
  ['https://h.test/a', 'https://other.test/a', false],
  ['https://h.test/a', 'https://h.test:8443/a', false],
  ['http://h.test/a', 'https://www.h.test/a', false],
  ['https://h.test/a', 'https://me:pw@h.test/a', false],
  ['https://h.test/a', 'javascript:alert(1)', false],
  ['https://h.test/a', 'no address', false]
])('%s -> %s: %s', (from, to, expected) => {
  expect(mayFollow(from, to)).toBe(expected)
})

test('the shown target has no query, which may contain a token', () => {
  expect(shownLocation('https://h.test/login?token=abc#x')).toBe('https://h.test/login')
  expect(shownLocation('no address')).toBeNull()
})
