import { expect, test } from 'vitest'
import { proposedAddress, readAddressChange } from './connection-input.ts'

const NOW = 'https://h.test/ai'

test.each([
  ['https://h.test/ai/api/v1/images', { kind: 'same' }],
  ['https://h.test/other', { kind: 'ready', base: 'https://h.test/other', keyGoesTo: null, isInsecure: false }],
  ['https://n.test', { kind: 'ready', keyGoesTo: 'n.test', display: 'https://n.test/api/v1/images' }],
  ['https://h.test:8443/ai', { kind: 'ready', keyGoesTo: 'h.test:8443' }],
  ['http://h.test/ai', { kind: 'ready', keyGoesTo: 'h.test', isInsecure: true }],
  ['nonsense://x', { kind: 'wrong', failure: { code: 'address-invalid' } }]
])('%s', (text, change) => {
  expect(readAddressChange(text, 'images', NOW)).toMatchObject(change)
})

test('sends the key to the encrypted address of the same host without a question', () => {
  const change = readAddressChange('https://h.test', 'images', 'http://h.test')
  expect(change).toMatchObject({ kind: 'ready', keyGoesTo: null })
})

test('proposes the base address of a redirect', () => {
  expect(proposedAddress('https://n.test/ai/api/v1/images', 'images')).toBe('https://n.test/ai')
  expect(proposedAddress(undefined, 'images')).toBeNull()
  expect(proposedAddress('app://x', 'images')).toBeNull()
  expect(proposedAddress('https://n.test/[masked]/x', 'images')).toBeNull()
})
