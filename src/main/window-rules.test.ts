import { expect, test } from 'vitest'
import { isAllowedNavigation, isAllowedPermission, isAllowedRequest, windowRules } from './window-rules.ts'

const UNPACKAGED = false
const PACKAGED = windowRules(true, {})
const DEV = windowRules(UNPACKAGED, { ELECTRON_RENDERER_URL: 'http://localhost:5173/' })
const BUNDLE_PAGE = 'app://bundle/index.html'

test('a packaged window shows the built page', () => {
  expect(PACKAGED).toEqual({ page: BUNDLE_PAGE, devOrigin: null })
})

test.each(['http://127.0.0.1:5173', 'http://localhost:5173/', 'http://[::1]:5173'])(
  'the dev server at %s is shown while the app is not packaged',
  (address) => {
    const env = { ELECTRON_RENDERER_URL: address }
    expect(windowRules(UNPACKAGED, env)).toEqual({ page: address, devOrigin: new URL(address).origin })
    expect(windowRules(true, env)).toEqual(PACKAGED)
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
])('%s is not accepted as a dev server', (address) => {
  expect(windowRules(UNPACKAGED, { ELECTRON_RENDERER_URL: address })).toEqual(PACKAGED)
})

test('without a dev server the built page is shown', () => {
  expect(windowRules(UNPACKAGED, {})).toEqual(PACKAGED)
})

test.each([
  [BUNDLE_PAGE, true],
  ['app://img/1/abc?size=192', true],
  ['app://other/x', false],
  ['https://evil.test/?app://bundle', false],
  ['http://127.0.0.1:8090/', false],
  ['http://localhost:5173/', false],
  ['ws://localhost:5173/', false],
  ['file:///etc/passwd', false],
  ['data:text/html,hi', false],
  ['blob:app://bundle/1', false],
  ['devtools://devtools/x', false],
  ['chrome-extension://x/y', false],
  ['', false]
])('request %s, packaged: %s', (url, expected) => {
  expect(isAllowedRequest(url, PACKAGED)).toBe(expected)
})

test.each([
  ['http://localhost:5173/main.tsx', true],
  ['ws://localhost:5173/', true],
  ['devtools://devtools/x', true],
  ['http://localhost:5174/', false],
  ['https://evil.test/', false]
])('request %s, with a dev server: %s', (url, expected) => {
  expect(isAllowedRequest(url, DEV)).toBe(expected)
})

test.each([
  BUNDLE_PAGE,
  'app://bundle/other.html',
  'https://evil.test/',
  'javascript:alert(1)',
  'http://localhost:5173/'
])('the packaged window does not navigate to %s', (url) => {
  expect(isAllowedNavigation(url, PACKAGED)).toBe(false)
})

test('the dev page may only reload', () => {
  expect(isAllowedNavigation('http://localhost:5173/index.html', DEV)).toBe(true)
  expect(isAllowedNavigation('http://localhost:9/index.html', DEV)).toBe(false)
})

test('writing to the clipboard is the only permission', () => {
  const refused = [
    'clipboard-read',
    'media',
    'geolocation',
    'notifications',
    'openExternal',
    'fullscreen',
    'hid',
    'usb'
  ]
  expect(refused.filter(isAllowedPermission)).toEqual([])
  expect(isAllowedPermission('clipboard-sanitized-write')).toBe(true)
})
