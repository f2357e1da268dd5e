/** Plays the faults of a front. */
import { request as sendRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Faults between a connection and a response, played by the front. */

export type WireFault =
  /** The connection is reset before the service gets the request. */
  | { readonly kind: 'reset-before' }
  /** The service does the request, and the connection is reset without a response. */
  | { readonly kind: 'reset-after' }
  /** The connection is reset at its second request, which does not reach the service. */
  | { readonly kind: 'reset-reused' }
  /** Done; the connection closes in the middle of the body. */
  | { readonly kind: 'truncated' }
  /** Done; the body is sent in pieces, with a delay between them. */
  | { readonly kind: 'slow'; readonly pieces: number; readonly ms: number }
  /** Done; half of the body is sent, and the connection stays open. */
  | { readonly kind: 'stalled' }
  /** The request is received but neither passed on nor answered. */
  | { readonly kind: 'silent' }
  /** The response is not HTTP. */
  | { readonly kind: 'not-http' }
  /** The request is redirected; redirected requests are passed on. */
  | { readonly kind: 'redirect'; readonly status: RedirectStatus; readonly to: RedirectTarget }

export type RedirectStatus = 301 | 302

/** `moved` is another path of this host, which works. `login` is its login page. */
export type RedirectTarget = 'moved' | 'login'

export interface WireParts {
  readonly exchange: FrontExchange
  /** Passes the request on and returns the whole response. */
  readonly take: () => Promise<TakenResponse>
  readonly wait: (ms: number) => Promise<void>
}

type Faults = { readonly [K in WireFault['kind']]: Extract<WireFault, { readonly kind: K }> }

const NOT_HTTP = 'SSH-2.0-OpenSSH_9.9\r\n'

const PLAYS: { readonly [K in keyof Faults]: (parts: WireParts, fault: Faults[K]) => Promise<void> } = {
  'reset-before': async ({ exchange }) => reset(exchange),
  'reset-after': async ({ exchange, take }) => {
    await take()
    reset(exchange)
  },
  'reset-reused': async (parts) => (parts.exchange.isReused ? reset(parts.exchange) : relay(parts)),
  truncated: async (parts) => {
    await sendHalf(parts)
    parts.exchange.request.socket.end()
  },
  slow: sendSlowly,
  stalled: async (parts) => {
    await sendHalf(parts)
  },
  silent: async () => undefined,
  'not-http': async ({ exchange }) => void exchange.request.socket.end(NOT_HTTP),
  redirect: async (parts, { status, to }) => {
    const { exchange } = parts
    const { host = '' } = exchange.request.headers
    const call = { scheme: exchange.scheme, host, path: exchange.request.url ?? '/' }
    const location = redirectLocation(to, call)
    if (location === null) return relay(parts)
    exchange.response.writeHead(status, { location, 'content-type': 'text/html' })
    exchange.response.end('<!DOCTYPE html><title>Redirecting</title>')
  }
}

/** Plays a fault. Rejects if the service does not respond. */
export function playWire(fault: WireFault, parts: WireParts): Promise<void> {
  // The function matches the kind of the fault, which the compiler cannot verify.
  const play = PLAYS[fault.kind] as (parts: WireParts, fault: WireFault) => Promise<void>
  return play(parts, fault)
}

/** Passes a request on without a fault. */
export async function relay({ exchange, take }: WireParts): Promise<void> {
  send(exchange, await take())
}

function send(exchange: FrontExchange, response: TakenResponse): void {
  writeHead(exchange, response)
  exchange.response.end(response.body)
}

function reset({ socket }: FrontExchange): void {
  socket.resetAndDestroy()
}

/** Resolves when the first half of the body is written. */
async function sendHalf({ exchange, take }: WireParts): Promise<void> {
  const response = await take()
  writeHead(exchange, response)
  await written(exchange, response.body.subarray(0, Math.floor(response.body.byteLength / 2)))
}

async function sendSlowly({ exchange, take, wait }: WireParts, { pieces, ms }: Faults['slow']): Promise<void> {
  const response = await take()
  writeHead(exchange, response)
  const size = Math.max(1, Math.ceil(response.body.byteLength / pieces))
  for (let at = 0; at < response.body.byteLength && !exchange.response.destroyed; at += size) {
    await written(exchange, response.body.subarray(at, at + size))
    await wait(ms)
  }
  exchange.response.end()
}

/** Resolves when the bytes are written or the connection is closed. */
function written({ response }: FrontExchange, bytes: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  response.once('close', end)
  response.write(bytes, end)
  return promise.finally(() => response.off('close', end))
}

interface RedirectCall {
  readonly scheme: 'http' | 'https'
  /** Host and port as sent by the caller. */
  readonly host: string
  /** With the query. */
  readonly path: string
}

const MOVED = '/moved'

/** Returns the path at the service. */
export const servicePath = (path: string): string => (path.startsWith(`${MOVED}/`) ? path.slice(MOVED.length) : path)

/** Returns the target of the redirect; `null` if the request was already redirected. */
function redirectLocation(target: RedirectTarget, { scheme, host, path }: RedirectCall): string | null {
  if (path.startsWith(`${MOVED}/`)) return null
  return `${scheme}://${host}${target === 'login' ? '/login' : MOVED + path}`
}

export interface FrontExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
  /** The TCP socket, also below TLS. */
  readonly socket: Socket
  /** Whether the connection had an earlier request. */
  readonly isReused: boolean
  readonly scheme: 'http' | 'https'
}

export interface TakenResponse {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Headers that apply to one connection only. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']

/** Passes the request on and returns the whole response. Rejects without a response, as Node's client does. */
export async function handOn(exchange: FrontExchange, target: URL, path: string): Promise<TakenResponse> {
  const { request, body, scheme } = exchange
  const headers = { ...request.headers, 'x-forwarded-proto': scheme, connection: 'close' }
  const { hostname, port } = target
  const outgoing = sendRequest({ hostname, port, path, method: request.method, headers, agent: false })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  outgoing.once('response', resolve)
  outgoing.once('error', reject)
  outgoing.end(body)
  const response = await promise
  const kept = Object.entries(response.headers).filter(([name]) => !OF_CONNECTION.includes(name))
  return { status: response.statusCode ?? 502, headers: Object.fromEntries(kept), body: await collected(response) }
}

export async function collected(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(Buffer.from(piece as Uint8Array)) // always bytes, because no encoding is set
  return Buffer.concat(pieces)
}

/** Writes the headers of a response, with the length of its whole body. */
function writeHead({ response }: FrontExchange, { status, headers, body }: TakenResponse): void {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': body.byteLength }) })
}
