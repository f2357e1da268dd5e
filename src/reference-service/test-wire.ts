/** Test helper that returns the raw bytes of a response, without decompression, redirects and decoding. */
import { request as sendPlain } from 'node:http'
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { request as sendSecure } from 'node:https'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from './service-options.ts'
import { contentTypeOf } from '../shared/send.ts'

export interface WireCall {
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Authority to trust, PEM. */
  readonly ca?: string | null
  /** Agent that reuses connections; absent for a new connection. */
  readonly agent?: Agent
}

export interface WireResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  readonly text: string
  /** Code of the error that ended the response early; `null` if it is complete. */
  readonly broken: string | null
}

/** Sends a request; `line` is like "GET /api/v1/images?page=2". Rejects without a response, as Node's client does. */
export async function callWire(url: string, line: string, call: WireCall = {}): Promise<WireResponse> {
  const response = await responseOf(url, line, call)
  const { bytes, broken } = await bodyOf(response)
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8'), broken }
}

/** Returns the response as soon as its headers arrive; the body may be incomplete. */
export function responseOf(url: string, line: string, call: WireCall = {}): Promise<IncomingMessage> {
  const [method = '', target = ''] = line.split(' ')
  const key = target.includes('/projects') ? DEMO_PROJECTS_KEY : DEMO_IMAGES_KEY
  const sent =
    call.form === undefined
      ? {}
      : {
          'content-type': contentTypeOf(call.form),
          // Set for every method, because Node sets it only for some and would send the body of the others as another
          // request.
          'content-length': String(Buffer.byteLength(call.form))
        }
  const { protocol, hostname, port } = new URL(url)
  const options: RequestOptions = {
    hostname,
    port,
    path: target,
    method,
    headers: { accept: 'application/json', authorization: `Bearer ${key}`, ...sent, ...call.headers },
    agent: call.agent ?? false
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const ca = call.ca ?? undefined
  const request =
    protocol === 'https:' ? sendSecure({ ...options, ...(ca === undefined ? {} : { ca }) }) : sendPlain(options)
  request.once('response', resolve)
  request.on('error', reject)
  request.end(call.form)
  return promise
}

async function bodyOf(response: IncomingMessage): Promise<{ bytes: Buffer; broken: string | null }> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of response) pieces.push(Buffer.from(piece as Uint8Array)) // always bytes, because no encoding is set
    return { bytes: Buffer.concat(pieces), broken: null }
  } catch (error) {
    return { bytes: Buffer.concat(pieces), broken: codeOf(error) }
  }
}

/** Returns the code of a network error, or its message if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
}
