/** Implements `session.fetch` and `net.request` over undici, with Chromium's names for failures. */
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as Electron from 'electron'
import { request as undiciRequest } from 'undici'
import type { Like } from './event.ts'
import { toNetError, withNamedBodyErrors } from './net-error.ts'
import type { ReuseWatch, SocketPool } from './socket-pool.ts'

/** State that all sessions share. */
export interface NetworkState {
  readonly reuse: ReuseWatch
  readonly resends: number
  isOnline: boolean
  readonly userAgent: string
}

export interface FetchContext {
  readonly pool: SocketPool
  readonly network: NetworkState
}

type OptionRules = Readonly<Record<string, unknown>>

/** Each supported option with its only supported value; `null` allows any. */
const FETCH_OPTIONS: OptionRules = {
  method: null,
  headers: null,
  body: null,
  signal: null,
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer'
}
const REQUEST_OPTIONS: OptionRules = {
  url: null,
  headers: null,
  session: null,
  method: 'GET',
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer'
}
/** Without these, Chromium would add cookies, its cache, or a referrer, which the host does not have. */
const REQUIRED = ['credentials', 'cache', 'referrerPolicy']
const REDIRECTS = new Set([301, 302, 303, 307, 308])

function refuseUnsupported(name: string, options: object, rules: OptionRules): void {
  const refused = Object.entries(options).filter(([key, value]) => !(key in rules) || (rules[key] ?? value) !== value)
  if (refused.length > 0)
    throw new TypeError(`${name}: the host does not support ${refused.map(([key]) => key).join(', ')}`)
}

/**
 * Rejects with `Error('net::ERR_…')`, with the signal's reason after an abort, and with a TypeError for an option that
 * the host does not support.
 */
export async function sessionFetch(
  input: string | Request,
  init: RequestInit,
  context: FetchContext
): Promise<Response> {
  refuseUnsupported('session.fetch', init, FETCH_OPTIONS)
  const missing = REQUIRED.filter((name) => !(name in init))
  if (missing.length > 0) throw new TypeError(`session.fetch: ${missing.join(', ')} must be set`)
  const request = new Request(input, init)
  if (!request.headers.has('user-agent')) request.headers.set('user-agent', context.network.userAgent)
  if (!context.network.isOnline) throw new Error('net::ERR_INTERNET_DISCONNECTED')
  return withNamedBodyErrors(await send(request, context), init.signal)
}

async function send(request: Request, { pool, network }: FetchContext): Promise<Response> {
  const { reuse, resends } = network
  // undici frees a socket one turn after the end of a response; a request in the same turn would open another socket.
  await nextTurn()
  for (let attempt = 0; ; attempt++) {
    try {
      return await dispatch(attempt < resends ? request.clone() : request, pool)
    } catch (error) {
      const isReuseFailure = error instanceof Error && reuse.isReuseFailure(error.cause)
      if (!isReuseFailure || attempt >= resends) throw toNetError(error, 'request')
    }
  }
}

function dispatch(request: Request, pool: SocketPool): Promise<Response> {
  const options: unknown = { dispatcher: pool.agent }
  // Node types the dispatcher by its own undici, whose interface is that of the package.
  return fetch(request, options as RequestInit)
}

/** `net.request` for GETs that report a redirect and follow none. */
export class HostClientRequest
  extends EventEmitter
  implements Omit<Like<HostClientRequest, Electron.ClientRequest>, 'end'>
{
  readonly #options: Electron.ClientRequestConstructorOptions
  readonly #context: FetchContext
  readonly #abort = new AbortController()

  constructor(options: Electron.ClientRequestConstructorOptions, context: FetchContext) {
    super()
    refuseUnsupported('net.request', options, REQUEST_OPTIONS)
    this.#options = options
    this.#context = context
  }

  /** Sends the request. */
  end(): this {
    void this.#run().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.emit('error', toNetError(error, 'request'))
    })
    return this
  }

  abort(): void {
    this.#abort.abort()
  }

  async #run(): Promise<void> {
    const { url = '', headers = {} } = this.#options
    if (!this.#context.network.isOnline) throw new Error('net::ERR_INTERNET_DISCONNECTED')
    const response = await undiciRequest(url, {
      dispatcher: this.#context.pool.agent,
      headers: { 'user-agent': this.#context.network.userAgent, ...headers },
      signal: this.#abort.signal
    })
    await response.body.dump()
    const { statusCode } = response
    const { location } = response.headers
    if (!REDIRECTS.has(statusCode) || typeof location !== 'string') return void this.emit('response', { statusCode })
    this.emit('redirect', statusCode, 'GET', new URL(location, url).href, response.headers)
    // Electron ends the request this way unless a listener follows the redirect or aborts.
    if (!this.#abort.signal.aborted) throw new Error('Redirect was cancelled')
  }
}
