/** One request at the front: what came, how to hand it on, how to end it. */
import { request as ask } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
