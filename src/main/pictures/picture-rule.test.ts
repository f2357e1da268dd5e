import { expect, test } from 'vitest'
import { judgePicture } from './picture-rule.ts'

const PUBLIC = 'https://h.test'

test.each([
  ['https://cdn.test/a.png', 'https://cdn.test/a.png'],
  ['http://cdn.test/a.png', 'http://cdn.test/a.png'],
  ['http://h.test/a b.png?x=1', 'https://h.test/a%20b.png?x=1'],
  // An explicit port may be another service.
  ['http://h.test:8080/a.png', 'http://h.test:8080/a.png']
])('%s is fetched as %s', (address, url) => {
  expect(judgePicture(address, PUBLIC)).toEqual({ kind: 'fetch', url })
})

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'blob:https://h.test/1',
  'app://bundle/index.html',
  'ftp://h.test/a.png',
  'https://me:pw@h.test/a.png',
  'data:text/html;base64,PGI+',
  'data:image/svg+xml,<svg/>',
  'data:image/png;base64,AAA%E0%A4%A',
  'not an address',
  ''
])('%s is refused', (address) => {
  expect(judgePicture(address, PUBLIC)).toEqual({ kind: 'refused' })
})

test.each([
  ['http://h.test/a.png', 'https://h.test/a.png'],
  ['http://h.test:8443/a.png', 'https://h.test:8443/a.png'],
  ['http://h.test:8080/a.png', 'http://h.test:8080/a.png']
])('where the service has a port of its own, %s is fetched as %s', (address, url) => {
  expect(judgePicture(address, 'https://h.test:8443')).toEqual({ kind: 'fetch', url })
})

test('a picture of a service over http stays http', () => {
  const url = 'http://127.0.0.1:8090/a.png'
  expect(judgePicture(url, 'http://127.0.0.1:8090')).toEqual({ kind: 'fetch', url })
})

test('inline bytes are not fetched', () => {
  expect(judgePicture('data:image/png;base64,iVBORw0KGgo=', PUBLIC)).toEqual({ kind: 'inline', base64: 'iVBORw0KGgo=' })
})
