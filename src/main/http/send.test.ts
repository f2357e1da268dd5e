/** Uses real loopback sockets, with Node's `fetch` in place of an Electron session. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startLoopback } from '../../../test/helpers/loopback-server.ts'
import { createNodeNet } from '../../../test/helpers/node-net.ts'
import { MAX_RESPONSE_BYTES } from '../../shared/limits.ts'
import type { SendRequest } from '../../shared/send.ts'
import { Secret } from '../secrets/secret.ts'
import { createKeySlots } from './key-slots.ts'
import { createSender, type NetSession } from './send.ts'

const KEY = 'sk-canary-0123456789abcdef0123456789abcdef'

const get = (url: string, more: Partial<SendRequest> = {}): SendRequest => ({
  slot: 'images',
  method: 'GET',
  url,
  form: null,
  timeoutMs: 60_000,
  once: false,
  redirects: 'refuse',
  ...more
})

function senderFor(address: string, net: { api?: NetSession; apiOnce?: NetSession[]; targets?: string[] } = {}) {
  const keys = createKeySlots()
  keys.put('images', { key: new Secret(KEY), address })
  const targets = [...(net.targets ?? [])]
  return createSender({
    api: net.api ?? createNodeNet(),
    apiOnce: net.apiOnce ?? [createNodeNet()],
    learnRedirect: async () => targets.shift() ?? null,
    keys
  })
}

test('adds the key and the two headers, and returns only the headers a client needs', async () => {
  await using service = await startLoopback((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('X-RateLimit-Limit', '60')
    response.setHeader('Set-Cookie', 'session=1')
    response.setHeader('Server', 'x')
    response.end('{"data":[]}')
  })
  const url = `${service.origin}/api/v1/images?page=1`
  const response = await senderFor(service.origin).send(get(url))
  expect(response).toMatchObject({ kind: 'response', status: 200, body: '{"data":[]}', url })
  const names = response.kind === 'response' ? Object.keys(response.headers).toSorted() : []
  expect(names).toEqual(['content-type', 'date', 'x-ratelimit-limit'])
  expect(service.arrived[0]?.headers).toMatchObject({ accept: 'application/json', authorization: `Bearer ${KEY}` })
  expect(service.arrived[0]?.headers.cookie).toBeUndefined()
})

test('sends a form with its content type', async () => {
  await using service = await startLoopback((_request, response) => response.end('{}'))
  await senderFor(service.origin).send(
    get(`${service.origin}/api/v1/images/7`, { method: 'PUT', form: 'favorite=1&results[0]=a' })
  )
  expect(service.arrived[0]).toMatchObject({
    method: 'PUT',
    body: 'favorite=1&results[0]=a',
    headers: expect.objectContaining({ 'content-type': 'application/x-www-form-urlencoded' })
  })
})

test('every request has the fixed options', async () => {
  const seen: RequestInit[] = []
  const api: NetSession = {
    fetch: async (_url, init) => {
      seen.push(init)
      return new Response('{}')
    },
    closeAllConnections: async () => undefined
  }
  await senderFor('https://h.test', { api }).send(get('https://h.test/api/v1/images'))
  expect(seen[0]).toMatchObject({
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer'
  })
})

test('a request to another address than that of the key is not sent', async () => {
  await using service = await startLoopback((_request, response) => response.end('{}'))
  const sender = senderFor('https://h.test')
  const elsewhere = await sender.send(get(`${service.origin}/api/v1/images`))
  expect(elsewhere).toMatchObject({ kind: 'failed', code: 'address-invalid', wasSent: false })
  expect(service.arrived).toEqual([])
})

test('without a key nothing is sent', async () => {
  const sender = senderFor('https://h.test')
  const response = await sender.send(get('https://h.test/api/v1/images', { slot: 'projects' }))
  expect(response).toMatchObject({ kind: 'failed', code: 'key-missing', wasSent: false, host: 'h.test' })
})

test('a key that the service echoes is masked', async () => {
  await using service = await startLoopback((request, response) => {
    response.statusCode = 500
    response.setHeader('Location', `/debug?${request.headers.authorization ?? ''}`)
    response.end(`trace: ${request.headers.authorization ?? ''}`)
  })
  const response = await senderFor(service.origin).send(get(`${service.origin}/api/v1/images`))
  expect(JSON.stringify(response)).not.toContain('canary')
  expect(response).toMatchObject({ status: 500, body: 'trace: Bearer [masked]' })
})

test('a key in an error message is masked', async () => {
  const api: NetSession = {
    fetch: async (_url, init) => {
      throw new TypeError(`bad header ${JSON.stringify(init.headers)}`)
    },
    closeAllConnections: async () => undefined
  }
  const response = await senderFor('https://h.test', { api }).send(get('https://h.test/api/v1/images'))
  expect(response).toMatchObject({ kind: 'failed', code: 'connection-lost', wasSent: true })
  expect(JSON.stringify(response)).not.toContain('canary')
})

test('a small body that exceeds the limit after decompression is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(MAX_RESPONSE_BYTES + 1, 0x20))
  await using service = await startLoopback((_request, response) => {
    response.setHeader('Content-Encoding', 'gzip')
    response.end(bomb)
  })
  const response = await senderFor(service.origin).send(get(`${service.origin}/api/v1/images`))
  expect(response).toMatchObject({ kind: 'failed', code: 'response-too-large', wasSent: true })
})

test('responses that are too large do not block their host', async () => {
  // Far above the limit, so that part of the body is unread when it is refused.
  const sizes = Array.from({ length: 8 }, () => MAX_RESPONSE_BYTES + 1_000_000)
  await using service = await startLoopback((_request, response) =>
    response.end(Buffer.alloc(sizes.shift() ?? 2, 0x20))
  )
  const sender = senderFor(service.origin)
  const request = () => sender.send(get(`${service.origin}/api/v1/images`))
  for (let count = 0; count < 8; count += 1) expect(await request()).toMatchObject({ code: 'response-too-large' })
  expect(await request()).toMatchObject({ kind: 'response', status: 200 })
})

test('a missing response and a body that never ends time out', async () => {
  await using silent = await startLoopback(() => undefined)
  const quiet = await senderFor(silent.origin).send(get(`${silent.origin}/api/v1/images`, { timeoutMs: 50 }))
  expect(quiet).toMatchObject({ kind: 'failed', code: 'timed-out', wasSent: true })

  await using endless = await startLoopback((_request, response) => response.write('{'))
  const half = await senderFor(endless.origin).send(get(`${endless.origin}/api/v1/images`, { timeoutMs: 50 }))
  expect(half).toMatchObject({ kind: 'failed', code: 'timed-out', wasSent: true })
})

test('a lost connection counts as sent, a refused one does not', async () => {
  await using cut = await startLoopback((request) => request.socket.destroy())
  const lost = await senderFor(cut.origin).send(get(`${cut.origin}/api/v1/images`))
  expect(lost).toMatchObject({ kind: 'failed', code: 'connection-lost', wasSent: true })

  const origin = await closedOrigin()
  const refused = await senderFor(origin).send(get(`${origin}/api/v1/images`))
  expect(refused).toMatchObject({ kind: 'failed', code: 'connection-refused', wasSent: false })
})

test('aborting ends all requests in flight', async () => {
  const arrived = Promise.withResolvers<void>()
  await using silent = await startLoopback(() => arrived.resolve())
  const sender = senderFor(silent.origin)
  const pending = sender.send(get(`${silent.origin}/api/v1/images`))
  await arrived.promise
  sender.abortAll()
  expect(await pending).toMatchObject({ kind: 'failed', code: 'connection-lost', wasSent: true })
})

test('requests marked once run one at a time on each session, each after all connections were closed', async () => {
  const open = { now: 0, most: 0 }
  await using service = await startLoopback((_request, response) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    setImmediate(() => {
      open.now -= 1
      response.end('{}')
    })
  })
  const apiOnce = createNodeNet()
  const sender = senderFor(service.origin, { apiOnce: [apiOnce] })
  const store = get(`${service.origin}/api/v1/images`, { method: 'POST', form: 'name=a', once: true })
  await Promise.all([sender.send(store), sender.send(store), sender.send(store)])
  expect(service.arrived).toHaveLength(3)
  expect(open.most).toBe(1)
  expect(apiOnce.closed.count).toBe(3)
})

test('a redirect is refused, nothing more is sent, and its target is returned without the query', async () => {
  await using service = await startLoopback((_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const sender = senderFor(service.origin, { targets: [`${service.origin}/elsewhere?token=1`] })
  const response = await sender.send(get(`${service.origin}/api/v1/images`))
  const location = `${service.origin}/elsewhere`
  expect(response).toMatchObject({ kind: 'failed', code: 'redirected', wasSent: true, location })
  expect(service.arrived).toHaveLength(1)
})

test.each(['refuse', 'follow'] as const)('a key in a redirect target is masked (%s)', async (redirects) => {
  await using service = await startLoopback((_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const sender = senderFor(service.origin, { targets: [`https://evil.test/${KEY}/x`] })
  const response = await sender.send(get(`${service.origin}/api/v1/images`, { redirects }))
  expect(response).toMatchObject({ code: 'redirected', location: 'https://evil.test/[masked]/x' })
})

test('a once request is not sent while sockets cannot be closed', async () => {
  await using service = await startLoopback((_request, response) => response.end('{}'))
  const apiOnce = { ...createNodeNet(), closeAllConnections: () => Promise.reject(new Error('gone')) }
  const store = get(`${service.origin}/api/v1/images`, { method: 'POST', form: 'name=a', once: true })
  const response = await senderFor(service.origin, { apiOnce: [apiOnce] }).send(store)
  expect(response).toMatchObject({ kind: 'failed', code: 'connection-lost', wasSent: false })
  expect(service.arrived).toHaveLength(0)
})

test('a redirected change is not sent again to find the target', async () => {
  await using service = await startLoopback((_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const sender = senderFor(service.origin, { targets: [`${service.origin}/elsewhere`] })
  const put = get(`${service.origin}/api/v1/images/1`, { method: 'PUT', form: 'favorite=1' })
  expect(await sender.send(put)).toMatchObject({ kind: 'failed', code: 'redirected', location: null })
  expect(service.arrived).toHaveLength(1)
})

test('the connection test follows an allowed redirect and returns the final URL', async () => {
  await using service = await startLoopback((request, response) => {
    if (request.url === '/new/api/v1/images') response.end('{"data":[]}')
    else response.writeHead(301, { location: '/new/api/v1/images' }).end()
  })
  const moved = `${service.origin}/new/api/v1/images`
  const sender = senderFor(service.origin, { targets: [moved] })
  const response = await sender.send(get(`${service.origin}/api/v1/images`, { redirects: 'follow' }))
  expect(response).toMatchObject({ kind: 'response', status: 200, url: moved })
})

test('the key is not sent to another host, and a redirect loop ends', async () => {
  await using service = await startLoopback((_request, response) => {
    response.writeHead(302, { location: '/again' }).end()
  })
  const url = `${service.origin}/api/v1/images`
  const away = senderFor(service.origin, { targets: ['https://evil.test/api/v1/images?x=1'] })
  expect(await away.send(get(url, { redirects: 'follow' }))).toMatchObject({
    code: 'redirected',
    location: 'https://evil.test/api/v1/images'
  })
  expect(service.arrived).toHaveLength(1)

  const circle = senderFor(service.origin, { targets: Array.from({ length: 20 }, () => url) })
  expect(await circle.send(get(url, { redirects: 'follow' }))).toMatchObject({ code: 'redirected' })
  expect(service.arrived).toHaveLength(7)
})

/** Returns an origin whose port is closed. */
async function closedOrigin(): Promise<string> {
  const server = createServer()
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  // A listening TCP server's address is never a string or null.
  const { port } = server.address() as AddressInfo
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  await closed.promise
  return `http://127.0.0.1:${port}`
}
