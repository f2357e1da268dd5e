/** `session`: scheme handlers, filters, permissions and the network of one partition. Everything is in memory. */
import { lookup } from 'node:dns/promises'
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { HostClientRequest } from './client-request.ts'
import { toNetError } from './net-error.ts'
import { sessionFetch, type FetchContext } from './session-fetch.ts'
import { SocketPool, type ReuseWatch } from './socket-pool.ts'
import type { Supported } from './supported.ts'

type SchemeHandler = Parameters<Electron.Protocol['handle']>[1]
type RequestListener = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void
) => void
type PermissionRequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type PermissionCheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

export class HostProtocol implements Supported<'Protocol'> {
  readonly #handlers = new Map<string, SchemeHandler>()

  /** Privileges are Chromium's own of https inside the browser; see app-address.ts. */
  registerSchemesAsPrivileged(): void {}

  handle(scheme: string, handler: SchemeHandler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.#handlers.set(scheme, handler)
  }

  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme)
  }

  handlerFor(url: string): SchemeHandler | undefined {
    return this.#handlers.get(url.slice(0, url.indexOf(':')))
  }
}

export class HostWebRequest implements Supported<'WebRequest'> {
  #listener: { readonly matches: (url: string) => boolean; readonly listener: RequestListener } | null = null

  onBeforeRequest(filter: Electron.WebRequestFilter | RequestListener | null, listener?: RequestListener | null): void {
    const chosen = typeof filter === 'function' ? filter : (listener ?? null)
    const patterns = typeof filter === 'object' && filter !== null ? filter.urls : ['<all_urls>']
    this.#listener = chosen && { listener: chosen, matches: (url) => patterns.some((one) => matchesPattern(one, url)) }
  }

  /** What the app says of a request; no listener lets everything pass. */
  decide(details: Electron.OnBeforeRequestListenerDetails): Promise<Electron.CallbackResponse> {
    const chosen = this.#listener
    if (chosen === null || !chosen.matches(details.url)) return Promise.resolve({})
    return new Promise((resolve) => chosen.listener(details, resolve))
  }
}

/** `<all_urls>`, `*://*\/*`, `https://host/*`. */
function matchesPattern(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`).test(url)
}

/** What all sessions of a host share. */
export interface NetworkState {
  readonly reuse: ReuseWatch
  readonly resends: number
  isOnline: boolean
  userAgent: string
}

export class HostSession extends EventEmitter implements Omit<Supported<'Session'>, 'protocol' | 'webRequest'> {
  readonly protocol = new HostProtocol()
  readonly webRequest = new HostWebRequest()
  readonly storagePath = null
  readonly #context: FetchContext
  #userAgent: string
  #isEmulatedOffline = false
  #requestHandler: PermissionRequestHandler = null
  #checkHandler: PermissionCheckHandler = null

  constructor(network: NetworkState) {
    super()
    this.#userAgent = network.userAgent
    this.#context = {
      pool: new SocketPool(),
      reuse: network.reuse,
      resends: network.resends,
      isOnline: () => network.isOnline && !this.#isEmulatedOffline,
      userAgent: () => this.#userAgent
    }
  }

  async fetch(
    input: string | Request,
    init: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {}
  ): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url
    const handler = init.bypassCustomProtocolHandlers ? undefined : this.protocol.handlerFor(url)
    return handler ? handler(new Request(input, init)) : sessionFetch(input, init, this.#context)
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

  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent
  }

  getUserAgent(): string {
    return this.#userAgent
  }

  enableNetworkEmulation(options: Electron.EnableNetworkEmulationOptions): void {
    this.#isEmulatedOffline = options.offline ?? false
  }

  disableNetworkEmulation(): void {
    this.#isEmulatedOffline = false
  }

  isPersistent(): boolean {
    return false
  }

  // The host has no devices, captures, spell checker or caches: what these set or clear is not there.
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
  async clearCache(): Promise<void> {}
  async clearStorageData(): Promise<void> {}
  async clearHostResolverCache(): Promise<void> {}
  flushStorageData(): void {}
}

/** The sessions by partition; '' is the default one. */
export class Sessions {
  readonly #byPartition = new Map<string, HostSession>()
  readonly #network: NetworkState

  constructor(network: NetworkState) {
    this.#network = network
  }

  get(partition: string): HostSession {
    const known = this.#byPartition.get(partition)
    if (known) return known
    const made = new HostSession(this.#network)
    this.#byPartition.set(partition, made)
    return made
  }
}
