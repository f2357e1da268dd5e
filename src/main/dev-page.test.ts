import { expect, test } from 'vitest'
import { devPage } from './dev-page.ts'

const UNPACKAGED = false
const PACKAGED = true

test.each(['http://127.0.0.1:5173', 'http://localhost:5173/', 'http://[::1]:5173'])(
  'the dev server at %s is shown while the app is not packaged',
  (address) => {
    expect(devPage(UNPACKAGED, { ELECTRON_RENDERER_URL: address })).toBe(address)
    expect(devPage(PACKAGED, { ELECTRON_RENDERER_URL: address })).toBeNull()
  }
)

test.each([
  'https://evil.test/',
  'http://192.168.1.7:5173',
  'http://127.0.0.1.evil.test/',
  'http://localhost@evil.test/',
  'file:///tmp/page.html',
  'data:text/html,hi',
  'nonsense',
  ''
])('%s is nobody’s dev server', (address) => {
  expect(devPage(UNPACKAGED, { ELECTRON_RENDERER_URL: address })).toBeNull()
})

test('without a word of one there is none', () => {
  expect(devPage(UNPACKAGED, {})).toBeNull()
})
