/** Sessions on real sockets: names of failures, limits, and repeated sending like Chromium. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { toNetError } from './net-error.ts'
import type { NetworkState } from './session-fetch.ts'
import { HostSession } from './session.ts'
import { ReuseWatch } from './socket-pool.ts'

const OPTIONS = {
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer'
} as const satisfies RequestInit

const reuse = new ReuseWatch()
const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

function createSession(network: Partial<NetworkState> = {}): HostSession {
  const session = new HostSession({ reuse, resends: 0, isOnline: true, userAgent: 'Test/1', ...network })
  closers.push(() => session.closeAllConnections())
  return session
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function serve(handler: Handler): Promise<{ server: Server; url: string }> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, url: `http://127.0.0.1:${portOf(server)}/` }
}

// The address of a listening TCP server has this type.
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

/** Responds to the first request of each socket and drops it at the second; logs arrivals in order. */
async function serveDroppingReused(): Promise<{ url: string; arrivals: string[] }> {
  const arrivals: string[] = []
  const perSocket = new WeakMap<Socket, number>()
  const { url } = await serve((request, response) => {
    const count = (perSocket.get(request.socket) ?? 0) + 1
    perSocket.set(request.socket, count)
    arrivals.push(`${request.method} ${count}`)
    request.resume().on('end', () => (count > 1 ? request.socket.destroy() : response.end('ok')))
  })
  return { url, arrivals }
}

const textOf = async (answer: Promise<Response>): Promise<string> => (await answer).text()

describe('session.fetch', () => {
  it('sends a request with its user agent', async () => {
    const { url } = await serve((request, response) => response.end(request.headers['user-agent']))
    const answer = await createSession().fetch(url, OPTIONS)
    expect([answer.status, answer.url, await answer.text()]).toEqual([200, url, 'Test/1'])
  })

  it.each([
    [{ ...OPTIONS, mode: 'no-cors' }, 'mode'],
    [{ ...OPTIONS, credentials: 'include' }, 'credentials'],
    [{ ...OPTIONS, redirect: 'manual' }, 'redirect'],
    [{ credentials: 'omit', cache: 'no-store' }, 'referrerPolicy']
  ])('refuses unsupported options: %j', async (options, named) => {
    const answered = createSession().fetch('http://127.0.0.1:1/', options as RequestInit)
    await expect(answered).rejects.toThrow(named)
  })

  it('names a refused connection, an unknown name and no network', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = portOf(server)
    server.close()
    await once(server, 'close')
    const session = createSession()
    await expect(session.fetch(`http://127.0.0.1:${port}/`, OPTIONS)).rejects.toThrow('net::ERR_CONNECTION_REFUSED')
    await expect(session.fetch('http://nowhere.invalid/', OPTIONS)).rejects.toThrow('net::ERR_NAME_NOT_RESOLVED')
    await expect(session.fetch('http://127.0.0.1:1/', OPTIONS)).rejects.toThrow('net::ERR_UNSAFE_PORT')
    const offline = createSession({ isOnline: false }).fetch('http://127.0.0.1/', OPTIONS)
    await expect(offline).rejects.toThrow('net::ERR_INTERNET_DISCONNECTED')
  })

  it('names a socket closed before the headers and one closed in the body', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/early') return request.socket.end()
      response.writeHead(200, { 'content-type': 'text/plain' })
      return response.write('part', () => request.socket.end())
    })
    const session = createSession()
    await expect(session.fetch(`${url}early`, OPTIONS)).rejects.toThrow('net::ERR_EMPTY_RESPONSE')
    await expect(textOf(session.fetch(`${url}late`, OPTIONS))).rejects.toThrow('net::ERR_INCOMPLETE_CHUNKED_ENCODING')
  })

  it('refuses a redirect with the message of Electron', async () => {
    const { url } = await serve((_request, response) => response.writeHead(302, { location: '/other' }).end())
    await expect(createSession().fetch(url, OPTIONS)).rejects.toThrow('redirect policy was')
  })

  it('rejects with the reason of an abort', async () => {
    const { url } = await serve(() => {})
    const signal = AbortSignal.timeout(20)
    await expect(createSession().fetch(url, { ...OPTIONS, signal })).rejects.toMatchObject({ name: 'TimeoutError' })
    const control = new AbortController()
    const answered = createSession().fetch(url, { ...OPTIONS, signal: control.signal })
    control.abort()
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('has six sockets per host, and closes them all', async () => {
    const held: ServerResponse[] = []
    const sixth = Promise.withResolvers<void>()
    const { url, server } = await serve((_request, response) => held.push(response) === 6 && sixth.resolve())
    const session = createSession()
    const answers = Array.from({ length: 9 }, () => session.fetch(url, OPTIONS))
    await sixth.promise
    const connections = await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
    expect([held.length, connections]).toEqual([6, 6])
    server.on('request', (_request, response) => response.end('late'))
    const settled = Promise.allSettled(answers)
    await session.closeAllConnections()
    const failed = (await settled).filter(({ status }) => status === 'rejected')
    expect(failed.length).toBe(6)
  })

  it('keeps the socket of a canceled body until its request is aborted', async () => {
    const { url } = await serve((_request, response) => response.end(Buffer.alloc(4_000_000)))
    const session = createSession()
    const controls = Array.from({ length: 6 }, () => new AbortController())
    for (const { signal } of controls) await (await session.fetch(url, { ...OPTIONS, signal })).body?.cancel()
    const state = { isAnswered: false }
    const seventh = session.fetch(url, OPTIONS).then(() => (state.isAnswered = true))
    await textOf(createSession().fetch(url, OPTIONS))
    expect(state.isAnswered).toBe(false)
    controls[0]?.abort()
    await seventh
  })

  it('opens a new socket after all were closed', async () => {
    const ports: (number | undefined)[] = []
    const { url } = await serve((request, response) => {
      ports.push(request.socket.remotePort)
      response.end('ok')
    })
    const session = createSession()
    await textOf(session.fetch(url, OPTIONS))
    await textOf(session.fetch(url, OPTIONS))
    await session.closeAllConnections()
    await textOf(session.fetch(url, OPTIONS))
    expect(ports[1]).toBe(ports[0])
    expect(ports[2]).not.toBe(ports[0])
  })
})

describe('repeated sending', () => {
  const post = { ...OPTIONS, method: 'POST', body: 'wanted=1' }

  it('sends a POST again that failed on a reused socket', async () => {
    const { url, arrivals } = await serveDroppingReused()
    const session = createSession({ resends: 1 })
    await textOf(session.fetch(url, post))
    expect(await textOf(session.fetch(url, post))).toBe('ok')
    expect(arrivals).toEqual(['POST 1', 'POST 2', 'POST 1'])
  })

  it('does not repeat without the option, nor on a new socket', async () => {
    const { url, arrivals } = await serveDroppingReused()
    const plain = createSession()
    await textOf(plain.fetch(url, post))
    await expect(plain.fetch(url, post)).rejects.toThrow('net::ERR_')
    const again = createSession({ resends: 1 })
    await textOf(again.fetch(url, post))
    await again.closeAllConnections()
    await textOf(again.fetch(url, post))
    expect(arrivals).toEqual(['POST 1', 'POST 2', 'POST 1', 'POST 1'])
    const { url: cutting } = await serve((request) => request.socket.destroy())
    await expect(again.fetch(cutting, post)).rejects.toThrow('net::ERR_')
  })
})

describe('net.request', () => {
  const ask = (url: string) =>
    createSession().request({
      url,
      method: 'GET',
      redirect: 'manual',
      cache: 'no-store',
      headers: { authorization: 'x' }
    })

  it('reports the target of a redirect and stops when aborted', async () => {
    const paths: (string | undefined)[] = []
    const { url } = await serve((request, response) => {
      paths.push(request.url)
      response.writeHead(307, { location: '/other' }).end('moved')
    })
    const request = ask(url)
    const told = once(request, 'redirect')
    request.on('redirect', () => request.abort())
    request.end()
    const [status, method, target] = await told
    expect([status, method, target, paths]).toEqual([307, 'GET', `${url}other`, ['/']])
  })

  it('fails if a redirect is not followed, and reports other responses', async () => {
    const { url } = await serve((request, response) =>
      request.url === '/' ? response.writeHead(302, { location: '/end' }).end() : response.end('there')
    )
    const canceled = ask(url)
    const failed = once(canceled, 'error').catch((error: unknown) => [error])
    canceled.end()
    expect(String((await failed)[0])).toContain('Redirect was cancelled')
    const request = ask(`${url}end`)
    const answered = once(request, 'response')
    request.end()
    expect((await answered)[0]).toMatchObject({ statusCode: 200 })
  })

  it('refuses unsupported options', () => {
    expect(() => createSession().request({ url: 'http://127.0.0.1/', redirect: 'follow' })).toThrow('redirect')
    expect(() => createSession().request({ url: 'http://127.0.0.1/', partition: 'x' })).toThrow('partition')
  })
})

describe('toNetError', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_CERT_AUTHORITY_INVALID'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_CERT_AUTHORITY_INVALID'],
    ['CERT_HAS_EXPIRED', 'ERR_CERT_DATE_INVALID'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_CERT_COMMON_NAME_INVALID'],
    ['ENETUNREACH', 'ERR_INTERNET_DISCONNECTED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PROTOCOL_ERROR'],
    ['HPE_INVALID_CONSTANT', 'ERR_INVALID_HTTP_RESPONSE'],
    ['SOMETHING_NEW', 'ERR_FAILED']
  ])('names %s %s', (code, name) => {
    const failed = new TypeError('fetch failed', { cause: Object.assign(new Error('why'), { code }) })
    expect(toNetError(failed, 'request')).toMatchObject({ message: `net::${name}` })
  })
})
