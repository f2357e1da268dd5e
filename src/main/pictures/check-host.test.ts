import { expect, test } from 'vitest'
import { createCheckHost, type HostParts, type HostVerdict, type PictureOrigin } from './check-host.ts'

const PUBLIC = 'https://service.example'
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'service.example': ['8.8.8.8'],
  'nas.example': ['192.168.0.9', 'fd00::9'],
  'half.example': ['192.168.0.9', '8.8.8.8'],
  'cdn.example': ['8.8.4.4', '2606:4700::1111'],
  '10.example.com': ['8.8.4.4'],
  router: ['192.168.0.1']
}

/** DNS with the addresses of the table; other names have none. */
const DNS: HostParts = {
  resolveHost: async (name) => ADDRESSES[name] ?? Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')),
  resolveProxy: async () => 'DIRECT'
}

function check(url: string, origin: Partial<PictureOrigin> = {}, dns: Partial<HostParts> = {}): Promise<HostVerdict> {
  return createCheckHost({ ...DNS, ...dns })(url, { base: PUBLIC, allowedHosts: [], ...origin })
}

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['172.31.255.255'],
  ['192.168.0.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['224.0.0.1'],
  ['240.0.0.1'],
  ['255.255.255.255'],
  ['::'],
  ['::1'],
  ['fe80::1'],
  ['fe80::1%eth0'],
  ['fec0::1'],
  ['fd00::1'],
  ['ff02::1'],
  ['::ffff:10.0.0.1'],
  ['::ffff:a00:1'],
  ['64:ff9b::a00:1'],
  ['64:ff9b::7f00:1'],
  ['64:ff9b:1::a00:1'],
  ['2002:a00:1::'],
  ['2002:c0a8:1::1'],
  ['2001:0:4136:e378:8000:63bf:f5ff:fffe'],
  ['not an address'],
  ['8.8.8.8', '10.0.0.1'],
  ['2606:4700::1111', 'fd00::1']
])('a name that resolves to %s %s is refused under a public service', async (...addresses) => {
  const dns = { resolveHost: async (name: string) => ADDRESSES[name] ?? addresses }
  expect(await check('http://localtest.example/a.png', {}, dns)).toBe('private')
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:808:808',
  '64:ff9b::808:808',
  '2002:808:808::'
])('a name that resolves to %s is allowed', async (address) => {
  expect(await check('http://cdn.test/a.png', {}, { resolveHost: async () => [address] })).toBe('allowed')
})

test.each([
  'localhost',
  'LOCALHOST.',
  'printer.local',
  'nas.home.arpa',
  'router',
  '127.0.0.1:9',
  '2130706433',
  '0x7f.1',
  '10.1.2.3',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fe80::1]'
])('http://%s/ is refused under a public service, and allowed under a private one', async (host) => {
  const url = `http://${host}/a.png`
  expect(await check(url)).toBe('private')
  for (const base of ['http://127.0.0.1:8090', 'http://localhost', 'https://nas.example']) {
    expect(await check(url, { base })).toBe('allowed')
  }
})

test.each<[string, string, HostVerdict]>([
  ['a public name', 'https://cdn.example/a.png', 'allowed'],
  ['a public name that starts like an address', 'http://10.example.com/a.png', 'allowed'],
  ['a public address', 'http://8.8.4.4/a.png', 'allowed'],
  ['a name with a private address among public ones', 'https://half.example/a.png', 'private'],
  ['a name that does not resolve', 'https://nowhere.example/a.png', 'unresolved'],
  ['the host of the service, regardless of its address', 'http://service.example:8080/a.png', 'allowed']
])('%s', async (_what, url, verdict) => {
  expect(await check(url)).toBe(verdict)
})

test('a service is private only if all addresses of its host are', async () => {
  expect(await check('http://10.1.2.3/a.png', { base: 'https://half.example' })).toBe('private')
  expect(await check('http://10.1.2.3/a.png', { base: 'https://nowhere.example' })).toBe('unresolved')
})

test('through a proxy the name decides, and no name is resolved locally', async () => {
  const proxy = {
    resolveProxy: async () => 'PROXY proxy.example:3128',
    resolveHost: async () => Promise.reject(new Error('Must not resolve'))
  }
  expect(await check('http://nas.example/a.png', {}, proxy)).toBe('allowed')
  expect(await check('http://nas.local/a.png', {}, proxy)).toBe('private')
  expect(await check('http://10.1.2.3/a.png', {}, proxy)).toBe('private')
  expect(await check('http://nas.example/a.png', {}, { resolveProxy: async () => '' })).toBe('private')
})

test('only the host that the user allows is allowed, case-insensitively', async () => {
  const origin = { allowedHosts: ['nas.example'] }
  expect(await check('http://NAS.example/a.png', origin)).toBe('allowed')
  expect(await check('http://router/a.png', origin)).toBe('private')
  expect(await check('http://a.nas.example/a.png', { allowedHosts: ['nas.example'] })).toBe('unresolved')
})
