import { expect, test } from 'vitest'
import { cutBeforeKey, maskSecrets } from './mask-secrets.ts'

test.each([
  'Authorization: Bearer abcdef0123456789',
  'bearer%20abcdef0123456789',
  '{"api_key":"abcdef0123456789"}',
  "password='abcdef0123456789'",
  'upstream said: Incorrect API key provided: sk-abcdef0123456789',
  'token abcdef0123456789',
  'https://anna:abcdef0123456789@images.example.org/list',
  'https://images.example.org/list?page=2&sig=abcdef0123456789',
  'https://images.example.org/list?access_token=abcdef0123456789&page=2',
  'abcdef0123456789abcdef0123456789abcdef0123456789'
])('masks %s', (text) => {
  expect(maskSecrets(text)).not.toContain('abcdef0123456789')
})

test.each([
  'The name field is required.',
  'SQLSTATE[42S02]: Base table or view not found',
  'net::ERR_CONNECTION_REFUSED',
  'internationalization-and-localization',
  'at open (out/main/chunks/writer-c81s.js:120:14)',
  'https://images-2.example.org/path?page=2&sort=id',
  'Write to operator@example.org'
])('does not change %s', (text) => {
  expect(maskSecrets(text)).toBe(text)
})

test.each([
  'upstream said: Incorrect API key provided: sk-abcdef0123456789abcdef0123456789',
  '{"error":{"key":"abcdef0123456789abcdef0123456789"},"more":[1,2]}',
  'https://images.example.org/list?access_token=abcdef0123456789&page=2',
  'Bearer abcdef0123456789abcdef0123456789'
])('truncating %s leaves no part of the key', (text) => {
  for (let length = 0; length <= text.length; length += 1) {
    expect(maskSecrets(cutBeforeKey(text, length))).not.toMatch(/abcde|456789/)
  }
})

test('short text is unchanged, and text that cannot be a key is truncated at the limit', () => {
  expect(cutBeforeKey('a short text', 12)).toBe('a short text')
  expect(cutBeforeKey('a short text', 8)).toBe('a short ')
  expect(cutBeforeKey('a short text', 7)).toBe('a short')
  expect(cutBeforeKey('a short text', 6)).toBe('a ')
  expect(cutBeforeKey('x'.repeat(2_000), 1_000)).toHaveLength(1_000)
})
