/** Calls a service with valid key and headers: in this process, or over the network for the raw bytes of a response. */
import { request as sendPlain, type Agent, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as sendSecure } from 'node:https'
import type { ServiceResponse, ServiceReply } from '../../src/reference-service/exchange.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import {
  type ServiceClock,
  type ServiceOptions,
  DEMO_IMAGES_KEY,
  DEMO_PROJECTS_KEY
} from '../../src/reference-service/service-options.ts'
import { contentTypeOf } from '../../src/shared/send.ts'

interface TestCall {
  /** Form text; absent for no body. */
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

export interface TestCaller {
  readonly service: ReferenceService
  /** `line` is like "GET /api/v1/images?page=2". */
  readonly reply: (line: string, call?: TestCall) => Promise<ServiceReply>
  /** Like `reply`, but returns the response; throws if the connection was dropped. */
  readonly response: (line: string, call?: TestCall) => Promise<ServiceResponse>
}

/** Clock that only the test moves; waits resolve when their time is reached. */
export interface TestClock extends ServiceClock {
  advance(ms: number): void
  /** Resolves when a wait is pending on this clock. */
  someoneWaits(): Promise<void>
}

export const TEST_START = Date.UTC(2026, 0, 15, 10, 0, 0)

export function createTestClock(): TestClock {
  let at = TEST_START
  let waiting: { readonly due: number; readonly resolve: () => void }[] = []
  const watchers: (() => void)[] = []
  return {
    now: () => at,
    wait(ms) {
      for (const watcher of watchers.splice(0)) watcher()
      return new Promise((resolve) => waiting.push({ due: at + ms, resolve }))
    },
    someoneWaits: () => (waiting.length > 0 ? Promise.resolve() : new Promise((resolve) => watchers.push(resolve))),
    advance(ms) {
      at += ms
      const due = waiting.filter((sleeper) => sleeper.due <= at)
      waiting = waiting.filter((sleeper) => sleeper.due > at)
      for (const sleeper of due) sleeper.resolve()
    }
  }
}

/** Creates a service with 120 images and 38 projects and without a rate limit, unless `options` differs. */
export function createTestCaller(options: ServiceOptions = {}): TestCaller {
  const service = new ReferenceService({
    images: 120,
    perMinute: 0,
    clock: createTestClock(),
    random: () => 0,
    ...options
  })

  function reply(line: string, call: TestCall = {}): Promise<ServiceReply> {
    const [method = '', target = ''] = line.split(' ')
    const split = target.indexOf('?')
    const key = target.includes('/projects') ? service.settings.projectsKey : service.settings.imagesKey
    const type = { 'content-type': contentTypeOf(call.form ?? '') }
    return service.handle({
      scheme: 'http',
      method,
      path: split < 0 ? target : target.slice(0, split),
      query: split < 0 ? '' : target.slice(split + 1),
      headers: {
        accept: 'application/json',
        host: 'service.test',
        authorization: `Bearer ${key}`,
        ...type,
        ...call.headers
      },
      body: call.form ?? '',
      address: call.address ?? '10.0.0.1'
    })
  }

  async function response(line: string, call?: TestCall): Promise<ServiceResponse> {
    const result = await reply(line, call)
    if (result.kind !== 'response') throw new Error(`${line}: the connection was lost`)
    return result.response
  }

  return { service, reply, response }
}

/** Record in a response, with the fields that tests use and any others. */
interface WireRow {
  readonly id: number
  readonly name: string
  readonly project: string
  readonly url: string
  readonly result: string
  readonly created_at: string
  readonly [field: string]: unknown
}

export interface RecordBody {
  readonly status: number
  readonly data: WireRow
  /** Field errors of a 422. */
  readonly message: Readonly<Record<string, readonly string[]>>
}

export interface ListBody {
  readonly status: number
  readonly data: readonly WireRow[]
  readonly links: Readonly<Record<string, string | null>>
  readonly meta: { readonly total: number; readonly [field: string]: unknown }
}

/** Parses a response body without validation, because each test checks what it expects. */
export const bodyOf = (response: { readonly body: string }): RecordBody => JSON.parse(response.body)
export const listOf = (response: { readonly body: string }): ListBody => JSON.parse(response.body)

// Raw bytes of a response, without decompression, redirects and decoding.

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
  const { bytes, broken } = await bytesOf(response)
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

async function bytesOf(response: IncomingMessage): Promise<{ bytes: Buffer; broken: string | null }> {
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
