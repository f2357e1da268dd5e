/** For tests: what goes over the wire, byte by byte, with nothing unpacked, followed or decoded. */
import { request as ask } from 'node:http'
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { request as askSecurely } from 'node:https'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from './service-options.ts'
import { contentTypeOf } from '../shared/send.ts'

export interface WireCall {
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Authority to trust, PEM. */
  readonly ca?: string | null
  /** Keeps connections open; absent = a connection of its own. */
  readonly agent?: Agent
}

export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  readonly text: string
  /** Code of what ended the answer early; null when it came whole. */
  readonly broken: string | null
}

/** `line` is "GET /api/v1/images?page=2". Rejects when there is no answer at all, as Node's client does. */
export async function callWire(url: string, line: string, call: WireCall = {}): Promise<WireAnswer> {
  const answer = await answerOf(url, line, call)
  const { bytes, broken } = await bodyOf(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString('utf8'), broken }
}

/** The answer as soon as its head is there; the body can still be on its way. */
export function answerOf(url: string, line: string, call: WireCall = {}): Promise<IncomingMessage> {
  const [method = '', target = ''] = line.split(' ')
  const key = target.includes('/projects') ? DEMO_PROJECTS_KEY : DEMO_IMAGES_KEY
  const sent =
    call.form === undefined
      ? {}
      : {
          'content-type': contentTypeOf(call.form),
          // Told for every method: Node tells it for some only, and the body of the others would be another request.
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
  const asked = protocol === 'https:' ? askSecurely({ ...options, ...(ca === undefined ? {} : { ca }) }) : ask(options)
  asked.once('response', resolve)
  asked.on('error', reject)
  asked.end(call.form)
  return promise
}

async function bodyOf(answer: IncomingMessage): Promise<{ bytes: Buffer; broken: string | null }> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of answer) pieces.push(Buffer.from(piece as Uint8Array)) // no encoding is set: always bytes
    return { bytes: Buffer.concat(pieces), broken: null }
  } catch (error) {
    return { bytes: Buffer.concat(pieces), broken: codeOf(error) }
  }
}

/** The code of a network error; its text where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
}
