/** `session`: scheme handlers, filters, permissions and the network of one partition. Everything is in memory. */
import { lookup } from 'node:dns/promises'
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { HostClientRequest } from './client-request.ts'
import type { Like } from './event.ts'
import { toNetError } from './net-error.ts'
import { sessionFetch, type FetchContext, type NetworkState } from './session-fetch.ts'
import { SocketPool } from './socket-pool.ts'

type SchemeHandler = Parameters<Electron.Protocol['handle']>[1]
type RequestListener = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void
) => void
type PermissionRequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type PermissionCheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

export class HostProtocol implements Like<HostProtocol, Electron.Protocol> {
  readonly #handlers = new Map<string, SchemeHandler>()

  /** Privileges are Chromium's own of https inside the browser; see app-address.ts. */
  registerSchemesAsPrivileged(): void {}

  handle(scheme: string, handler: SchemeHandler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.#handlers.set(scheme, handler)
  }

  handlerFor(url: string): SchemeHandler | undefined {
    return this.#handlers.get(url.slice(0, url.indexOf(':')))
  }
}

class HostWebRequest {
  #listener: RequestListener | null = null

  onBeforeRequest(listener: RequestListener): void {
    this.#listener = listener
  }

  /** What the app says of a request; no listener lets everything pass. */
  decide(details: Electron.OnBeforeRequestListenerDetails): Promise<Electron.CallbackResponse> {
    const listener = this.#listener
    return listener === null ? Promise.resolve({}) : new Promise((resolve) => listener(details, resolve))
  }
}

export class HostSession
  extends EventEmitter
  implements Omit<Like<HostSession, Electron.Session>, 'protocol' | 'webRequest'>
{
  readonly protocol = new HostProtocol()
  readonly webRequest = new HostWebRequest()
  readonly #context: FetchContext
  #requestHandler: PermissionRequestHandler = null
  #checkHandler: PermissionCheckHandler = null

  constructor(network: NetworkState) {
    super()
    this.#context = { pool: new SocketPool(), network }
  }

  fetch(input: string | Request, init: RequestInit = {}): Promise<Response> {
    return sessionFetch(input, init, this.#context)
  }

  /** For `net.request`. */
  request(options: Electron.ClientRequestConstructorOptions): HostClientRequest {
    return new HostClientRequest(options, this.#context)
  }

  closeAllConnections(): Promise<void> {
    return this.#context.pool.closeAll()
  }

  async resolveHost(host: string): Promise<Electron.ResolvedHost> {
    try {
      const found = await lookup(host, { all: true })
      return { endpoints: found.map(({ address, family }) => ({ address, family: family === 6 ? 'ipv6' : 'ipv4' })) }
    } catch (error) {
      throw toNetError(error, 'request')
    }
  }

  /** The host knows no proxies. */
  async resolveProxy(): Promise<string> {
    return 'DIRECT'
  }

  /** For tests: open sockets. */
  connectionCount(): number {
    return this.#context.pool.count()
  }

  setPermissionRequestHandler(handler: PermissionRequestHandler): void {
    this.#requestHandler = handler
  }

  setPermissionCheckHandler(handler: PermissionCheckHandler): void {
    this.#checkHandler = handler
  }

  /** Both handlers must agree, as a page meets both; without any Electron grants. */
  isGranted(webContents: unknown, permission: string, origin: string): boolean {
    // The host's window contents and names are the supported part of what these handlers declare.
    const contents = webContents as Electron.WebContents
    type Details = Parameters<NonNullable<PermissionCheckHandler>>[3]
    const details = { isMainFrame: true, requestingUrl: origin, securityOrigin: origin } as Details
    const checked = this.#checkHandler?.(contents, permission as 'media', origin, details) ?? true
    let isAllowed = this.#requestHandler === null
    this.#requestHandler?.(contents, permission as 'media', (granted) => (isAllowed = granted), details as never)
    return checked && isAllowed
  }

  // The host has no devices and no spell checker: what these set is not there.
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}
}

/** The sessions by partition. */
export class Sessions {
  readonly #byPartition = new Map<string, HostSession>()
  readonly #network: NetworkState

  constructor(network: NetworkState) {
    this.#network = network
  }

  get(partition: string): HostSession {
    const made = this.#byPartition.get(partition) ?? new HostSession(this.#network)
    this.#byPartition.set(partition, made)
    return made
  }
}
