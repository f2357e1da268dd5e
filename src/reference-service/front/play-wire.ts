/** What the front does with a request under each fault. */
import { request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What may go wrong between a connection and an answer: played by the front, below the service. */

export type WireFault =
  /** The connection is reset before the service has heard of the request. */
  | { readonly kind: 'reset-before' }
  /** The service has done it, and the connection is reset without an answer. */
  | { readonly kind: 'reset-after' }
  /** The second request of a connection finds it reset: nothing of it has arrived. */
  | { readonly kind: 'reset-reused' }
  /** Done; the connection ends politely in the middle of the answer's body. */
  | { readonly kind: 'truncated' }
  /** Done; the body comes in so many pieces, with so many ms between them. */
  | { readonly kind: 'slow'; readonly pieces: number; readonly ms: number }
  /** Done; half of the body comes, then nothing, and the connection stays open. */
  | { readonly kind: 'stalled' }
  /** Taken, not handed on, never answered. */
  | { readonly kind: 'silent' }
  /** Answered with something that is no HTTP. */
  | { readonly kind: 'not-http' }
  /** Sent elsewhere; what has gone there already is let through. */
  | { readonly kind: 'redirect'; readonly status: RedirectStatus; readonly to: RedirectTarget }

export type RedirectStatus = 301 | 302

/** `moved`: below another path of this host, which works. `login`: its login page. */
export type RedirectTarget = 'moved' | 'login'

export interface WireParts {
  readonly exchange: FrontExchange
  /** Hands the request on and takes the whole answer. */
  readonly take: () => Promise<TakenAnswer>
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

/** Plays one. Rejects when the service behind does not answer. */
export function playWire(fault: WireFault, parts: WireParts): Promise<void> {
  // The kind of a fault picks the play of that very kind, which the compiler cannot follow.
  const play = PLAYS[fault.kind] as (parts: WireParts, fault: WireFault) => Promise<void>
  return play(parts, fault)
}

/** Nothing goes wrong. */
export async function relay({ exchange, take }: WireParts): Promise<void> {
  send(exchange, await take())
}

function send(exchange: FrontExchange, answer: TakenAnswer): void {
  writeHead(exchange, answer)
  exchange.response.end(answer.body)
}

function reset({ socket }: FrontExchange): void {
  socket.resetAndDestroy()
}

/** Resolves when the first half of the body is on its way. */
async function sendHalf({ exchange, take }: WireParts): Promise<void> {
  const answer = await take()
  writeHead(exchange, answer)
  await written(exchange, answer.body.subarray(0, Math.floor(answer.body.byteLength / 2)))
}

async function sendSlowly({ exchange, take, wait }: WireParts, { pieces, ms }: Faults['slow']): Promise<void> {
  const answer = await take()
  writeHead(exchange, answer)
  const size = Math.max(1, Math.ceil(answer.body.byteLength / pieces))
  for (let at = 0; at < answer.body.byteLength && !exchange.response.destroyed; at += size) {
    await written(exchange, answer.body.subarray(at, at + size))
    await wait(ms)
  }
  exchange.response.end()
}

/** Also resolves when nobody listens any more. */
function written({ response }: FrontExchange, bytes: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  response.once('close', end)
  response.write(bytes, end)
  return promise.finally(() => response.off('close', end))
}

export interface RedirectCall {
  readonly scheme: 'http' | 'https'
  /** Host and port as the caller wrote them. */
  readonly host: string
  /** With the query. */
  readonly path: string
}

const MOVED = '/moved'

/** The path as the service knows it. */
export const servicePath = (path: string): string => (path.startsWith(`${MOVED}/`) ? path.slice(MOVED.length) : path)

/** null = the caller has arrived: no redirect any more. */
export function redirectLocation(target: RedirectTarget, { scheme, host, path }: RedirectCall): string | null {
  if (path.startsWith(`${MOVED}/`)) return null
  return `${scheme}://${host}${target === 'login' ? '/login' : MOVED + path}`
}

export interface FrontExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
  /** The TCP socket, also below TLS. */
  readonly socket: Socket
  /** The connection has carried a request before. */
  readonly isReused: boolean
  readonly scheme: 'http' | 'https'
}

export interface TakenAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Headers that belong to one connection. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']

/** Hands the request on and takes the whole answer. Rejects when there is none, as Node's client does. */
export async function handOn(exchange: FrontExchange, target: URL, path: string): Promise<TakenAnswer> {
  const { request, body, scheme } = exchange
  const headers = { ...request.headers, 'x-forwarded-proto': scheme, connection: 'close' }
  const { hostname, port } = target
  const asked = ask({ hostname, port, path, method: request.method, headers, agent: false })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  asked.once('response', resolve)
  asked.once('error', reject)
  asked.end(body)
  const answer = await promise
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.includes(name))
  return { status: answer.statusCode ?? 502, headers: Object.fromEntries(kept), body: await collected(answer) }
}

export async function collected(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(Buffer.from(piece as Uint8Array)) // no encoding is set: always bytes
  return Buffer.concat(pieces)
}

/** The head of an answer, with the length of its whole body. */
export function writeHead({ response }: FrontExchange, { status, headers, body }: TakenAnswer): void {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': body.byteLength }) })
}
