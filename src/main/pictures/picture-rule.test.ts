import { expect, test } from 'vitest'
import { isPrivateHost, judgePicture } from './picture-rule.ts'

const PUBLIC = 'https://h.test'

test.each([
  ['https://cdn.test/a.png', 'https://cdn.test/a.png'],
  ['http://cdn.test/a.png', 'http://cdn.test/a.png'],
  ['http://h.test/a b.png?x=1', 'https://h.test/a%20b.png?x=1']
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
  'http://localhost/a.png',
  'http://printer.local/a.png',
  'http://127.0.0.1:9/a.png',
  'http://2130706433/a.png',
  'http://0x7f.1/a.png',
  'http://10.1.2.3/a.png',
  'http://172.20.0.1/a.png',
  'http://192.168.0.1/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://[fe80::1]/a.png',
  'http://[fd00::1]/a.png',
  'not an address',
  ''
])('%s is refused under a public service', (address) => {
  expect(judgePicture(address, PUBLIC)).toEqual({ kind: 'refused' })
})

test('a service on this computer may have its pictures there', () => {
  const place = judgePicture('http://127.0.0.1:8090/uploads/a.png', 'http://127.0.0.1:8090')
  expect(place).toEqual({ kind: 'fetch', url: 'http://127.0.0.1:8090/uploads/a.png' })
})

test('bytes in the address need no fetching', () => {
  expect(judgePicture('data:image/png;base64,iVBORw0KGgo=', PUBLIC)).toEqual({ kind: 'inline', base64: 'iVBORw0KGgo=' })
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', 'h.test', '[2001:db8::1]', '[::ffff:808:808]'])(
  '%s is public',
  (host) => {
    expect(isPrivateHost(host)).toBe(false)
  }
)
