import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

test.each([
  'Authorization: Bearer abcdef0123456789',
  'bearer%20abcdef0123456789',
  '{"api_key":"abcdef0123456789"}',
  "password='abcdef0123456789'",
  'upstream said: Incorrect API key provided: sk-abcdef0123456789',
  'token abcdef0123456789',
  'abcdef0123456789abcdef0123456789abcdef0123456789'
])('masks %s', (text) => {
  expect(maskSecrets(text)).not.toContain('abcdef0123456789')
})

test.each([
  'The name field is required.',
  'SQLSTATE[42S02]: Base table or view not found',
  'net::ERR_CONNECTION_REFUSED',
  'internationalization-and-localization'
])('leaves %s alone', (text) => {
  expect(maskSecrets(text)).toBe(text)
})
