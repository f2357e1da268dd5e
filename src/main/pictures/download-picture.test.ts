/** Hosts that are contacted for a picture; check-host.test.ts has the table of hosts. */
import { expect, test } from 'vitest'
import { createDownloadPicture, type Download } from './download-picture.ts'

const REDIRECT = new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const ADDRESSES: Readonly<Record<string, string>> = { 'cdn.example': '8.8.4.4', 'nas.example': '192.168.0.9' }

/** Downloads for a public service, with `redirects` from URL to URL; also returns the requested URLs. */
async function download(url: string, redirects: Readonly<Record<string, string>> = {}, allowedHosts: string[] = []) {
  const requested: string[] = []
  const get = createDownloadPicture({
    fetch: async (address) => {
      requested.push(address)
      return address in redirects ? Promise.reject(REDIRECT) : new Response(GIF)
    },
    learnRedirect: async ({ url: address }) => redirects[address] ?? null,
    resolveHost: async (name) => {
      const address = ADDRESSES[name]
      return address === undefined ? Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')) : [address]
    },
    resolveProxy: async () => 'DIRECT'
  })
  const result: Download = await get(url, { base: 'https://8.8.8.8', allowedHosts })
  return { result, requested }
}

test('a picture at a public host is fetched, also after a redirect', async () => {
  const { result, requested } = await download('https://cdn.example/a', {
    'https://cdn.example/a': 'https://8.8.4.4/b'
  })
  expect(result.kind).toBe('found')
  expect(requested).toEqual(['https://cdn.example/a', 'https://8.8.4.4/b'])
})

test('a picture at a private host is refused before anything is sent', async () => {
  expect(await download('http://nas.example/a')).toEqual({
    result: { kind: 'missing', problem: { code: 'private-host', host: 'nas.example' } },
    requested: []
  })
})

test('a redirect to a private host is not followed', async () => {
  expect(await download('https://cdn.example/a', { 'https://cdn.example/a': 'http://nas.example/a' })).toEqual({
    result: { kind: 'missing', problem: { code: 'private-host', host: 'nas.example' } },
    requested: ['https://cdn.example/a']
  })
})

test('a private host that the user allows is contacted, also after a redirect', async () => {
  const redirects = { 'https://cdn.example/a': 'http://nas.example/a' }
  expect((await download('https://cdn.example/a', redirects, ['nas.example'])).result.kind).toBe('found')
})

test('a host whose name does not resolve is unreachable', async () => {
  expect(await download('https://nowhere.example/a')).toEqual({
    result: { kind: 'missing', problem: { code: 'unreachable', host: 'nowhere.example' } },
    requested: []
  })
})
