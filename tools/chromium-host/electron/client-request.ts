/** `net.request`: a request whose redirects are told before they are followed. */
import { Readable, Writable } from 'node:stream'
import type * as Electron from 'electron'
import { request as undiciRequest, type Dispatcher } from 'undici'
import { REDIRECT_REFUSED, toNetError } from './net-error.ts'
import type { FetchContext } from './session-fetch.ts'
import type { Supported } from './supported.ts'

type Options = Electron.ClientRequestConstructorOptions
type Headers = Record<string, string | string[]>

const KNOWN_OPTIONS = new Set([
  'method',
  'url',
  'headers',
  'session',
  'partition',
  'credentials',
  'useSessionCookies',
  'redirect',
  'cache',
  'referrerPolicy',
  'bypassCustomProtocolHandlers'
])
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 20

/** `write` and `end` are the stream's own, which take what Electron's declare and more. */
export class HostClientRequest extends Writable implements Omit<Supported<'ClientRequest'>, 'write' | 'end'> {
  readonly #context: FetchContext
  readonly #policy: 'follow' | 'error' | 'manual'
  readonly #headers = new Map<string, string>()
  readonly #abort = new AbortController()
  readonly #body: Buffer[] = []
  #method: string
  #url: string
  #isFollowed = false

  constructor(options: Options, context: FetchContext) {
    super({ autoDestroy: true })
    const unknown = Object.keys(options).filter((name) => !KNOWN_OPTIONS.has(name))
    if (unknown.length > 0) throw new TypeError(`net.request: the host does not know ${unknown.join(', ')}`)
    if (!/^https?:\/\//i.test(options.url ?? ''))
      throw new Error('ClientRequest only supports http: and https: protocols')
    this.#context = context
    this.#method = (options.method ?? 'GET').toUpperCase()
    this.#url = options.url ?? ''
    this.#policy = redirectPolicy(options.redirect)
    this.#headers.set('user-agent', context.userAgent())
    for (const [name, value] of Object.entries(options.headers ?? {})) this.setHeader(name, String(value))
  }

  setHeader(name: string, value: string): void {
    // Throws for a name or value that cannot be a header; without the value, which may be a secret.
    if (!/^[\x20-\x7e\x80-\xff\t]*$/.test(value)) throw new Error(`Invalid value for header '${name}'`)
    this.#headers.set(name.toLowerCase(), value)
  }

  getHeader(name: string): string {
    return this.#headers.get(name.toLowerCase()) ?? ''
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase())
  }

  followRedirect(): void {
    this.#isFollowed = true
  }

  abort(): void {
    if (this.#abort.signal.aborted) return
    this.#abort.abort()
    this.emit('abort')
    this.destroy()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#body.push(chunk)
    done()
  }

  override _final(done: () => void): void {
    void this.#run().catch((error: unknown) => this.#fail(error))
    done()
  }

  async #run(): Promise<void> {
    if (!this.#context.isOnline()) throw new Error('net::ERR_INTERNET_DISCONNECTED')
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const answer = await this.#send()
      const location = answer.headers['location']
      if (!REDIRECTS.has(answer.statusCode) || typeof location !== 'string') return this.#deliver(answer)
      await answer.body.dump()
      if (!this.#goOn(answer, new URL(location, this.#url).href)) return
    }
    throw new Error('net::ERR_TOO_MANY_REDIRECTS')
  }

  #send(): Promise<Dispatcher.ResponseData> {
    const body = this.#body.length === 0 ? null : Buffer.concat(this.#body)
    return undiciRequest(this.#url, {
      dispatcher: this.#context.pool.agent,
      method: this.#method,
      headers: Object.fromEntries(this.#headers),
      signal: this.#abort.signal,
      body
    })
  }

  /** False: the request is over. */
  #goOn({ statusCode, headers }: Dispatcher.ResponseData, target: string): boolean {
    if (this.#policy === 'error') throw new Error(REDIRECT_REFUSED)
    const isRewritten = statusCode === 303 || (statusCode < 303 && this.#method === 'POST')
    const method = isRewritten && this.#method !== 'HEAD' ? 'GET' : this.#method
    this.#isFollowed = this.#policy === 'follow'
    this.emit('redirect', statusCode, method, target, asLists(headers))
    if (this.#abort.signal.aborted) return false
    if (!this.#isFollowed) throw new Error('Redirect was cancelled')
    this.#method = method
    this.#url = target
    return true
  }

  #deliver({ statusCode, headers, body }: Dispatcher.ResponseData): void {
    const known: Headers = {}
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) known[name] = value
    this.emit('response', new HostIncomingMessage(statusCode, known, body))
  }

  #fail(error: unknown): void {
    if (this.#abort.signal.aborted) return
    this.emit('error', toNetError(error, 'request'))
  }
}

/** The answer, read as a stream. */
class HostIncomingMessage extends Readable implements Supported<'IncomingMessage'> {
  readonly statusMessage = ''
  readonly statusCode: number
  readonly headers: Headers

  constructor(statusCode: number, headers: Headers, body: Readable) {
    super()
    this.statusCode = statusCode
    this.headers = headers
    body.on('data', (chunk) => this.push(chunk))
    body.on('end', () => this.push(null))
    body.on('error', (error) => this.destroy(toNetError(error, 'body') as Error))
  }

  get rawHeaders(): string[] {
    return Object.entries(this.headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]))
  }

  override _read(): void {}
}

function redirectPolicy(policy: Options['redirect']): 'follow' | 'error' | 'manual' {
  if (policy === undefined || policy === 'follow' || policy === 'error' || policy === 'manual')
    return policy ?? 'follow'
  throw new Error('redirect mode should be one of follow, error or manual')
}

function asLists(headers: Record<string, string | string[] | undefined>): Record<string, string[]> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, [value ?? []].flat()]))
}
