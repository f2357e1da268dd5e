/** `net.request` as the app asks where a redirect points: a GET that follows nothing. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { request as undiciRequest } from 'undici'
import type { Like } from './event.ts'
import { toNetError } from './net-error.ts'
import type { FetchContext } from './session-fetch.ts'

type Options = Electron.ClientRequestConstructorOptions

/** Option -> the one value that the host can honor; null = any. */
const OPTIONS: Readonly<Record<string, unknown>> = {
  url: null,
  headers: null,
  session: null,
  method: 'GET',
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer'
}
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export class HostClientRequest
  extends EventEmitter
  implements Omit<Like<HostClientRequest, Electron.ClientRequest>, 'end'>
{
  readonly #options: Options
  readonly #context: FetchContext
  readonly #abort = new AbortController()

  constructor(options: Options, context: FetchContext) {
    super()
    const refused = Object.entries(options).filter(
      ([name, value]) => !(name in OPTIONS) || (OPTIONS[name] ?? value) !== value
    )
    if (refused.length > 0)
      throw new TypeError(`net.request: the host does not honor ${refused.map(([name]) => name).join(', ')}`)
    this.#options = options
    this.#context = context
  }

  /** Sends it. */
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
    const {
      statusCode,
      headers: answered,
      body
    } = await undiciRequest(url, {
      dispatcher: this.#context.pool.agent,
      headers: { 'user-agent': this.#context.network.userAgent, ...headers },
      signal: this.#abort.signal
    })
    await body.dump()
    const { location } = answered
    if (!REDIRECTS.has(statusCode) || typeof location !== 'string') return void this.emit('response', { statusCode })
    this.emit('redirect', statusCode, 'GET', new URL(location, url).href, answered)
    // Electron ends it so when nobody has followed or aborted.
    if (!this.#abort.signal.aborted) throw new Error('Redirect was cancelled')
  }
}
