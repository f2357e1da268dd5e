import { expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { createKeySlots, liesUnder } from './key-slots.ts'

test.each([
  ['https://h.test/api/v1/images?page=2', 'https://h.test', true],
  ['https://h.test:443/api/v1/images/7', 'https://h.test', true],
  ['https://h.test/ai/public/api/v1/images', 'https://h.test/ai/public', true],
  ['https://h.test/api/v1/projects/a%2Fb', 'https://h.test', true],
  ['http://h.test/api/v1/images', 'https://h.test', false],
  ['https://h.test:8443/api/v1/images', 'https://h.test', false],
  ['https://h.test.evil.test/api/v1/images', 'https://h.test', false],
  ['https://h.test@evil.test/api/v1/images', 'https://h.test', false],
  ['https://me:pw@h.test/api/v1/images', 'https://h.test', false],
  ['https://h.test/api/v1/../../admin', 'https://h.test', false],
  ['https://h.test/api/v1/%2e%2e/%2E%2E/admin', 'https://h.test', false],
  ['https://h.test/api/v1\\..\\..\\admin', 'https://h.test', false],
  ['https://h.test/api/v10/images', 'https://h.test', false],
  ['https://h.test/other/api/v1/images', 'https://h.test', false],
  ['https://h.test/api/v1/images', 'https://h.test/ai/public', false],
  ['//h.test/api/v1/images', 'https://h.test', false],
  ['', 'https://h.test', false]
])('%s under %s: %s', (url, base, expected) => {
  expect(liesUnder(url, base)).toBe(expected)
})

test('a slot returns the last key put in, and nothing after it was cleared', () => {
  const slots = createKeySlots()
  const slotKey = { key: new Secret('12345678'), address: 'https://h.test' }
  expect(slots.get('images')).toBeNull()
  slots.put('images', slotKey)
  expect(slots.get('images')).toBe(slotKey)
  expect(slots.get('draft-images')).toBeNull()
  slots.put('images', null)
  expect(slots.get('images')).toBeNull()
})
