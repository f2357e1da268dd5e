/** Implements `session`: scheme handlers, filters, permissions and network of one partition, all in memory. */
import { lookup } from 'node:dns/promises'
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { CdpSession, Protocol } from '../cdp.ts'
import type { Like } from './event.ts'
import { toNetError } from './net-error.ts'
import { HostClientRequest, sessionFetch, type FetchContext, type NetworkState } from './session-fetch.ts'
import { SocketPool } from './socket-pool.ts'

type SchemeHandler = Parameters<Electron.Protocol['handle']>[1]
type RequestListener = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void
) => void
type PermissionRequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type PermissionCheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

/** Chromium's descriptors by Electron's permission names. */
const PERMISSIONS: Readonly<Record<string, readonly Protocol.Browser.PermissionDescriptor[]>> = {
  'clipboard-read': [{ name: 'clipboard-read' }],
  'clipboard-sanitized-write': [{ name: 'clipboard-write' }],
  geolocation: [{ name: 'geolocation' }],
  'idle-detection': [{ name: 'idle-detection' }],
  media: [{ name: 'camera' }, { name: 'microphone' }],
  midi: [{ name: 'midi' }],
  notifications: [{ name: 'notifications' }],
  'storage-access': [{ name: 'storage-access' }]
}

export class HostProtocol implements Like<HostProtocol, Electron.Protocol> {
  readonly #handlers = new Map<string, SchemeHandler>()

  /** Does nothing: inside the browser the scheme is https, which has the privileges; see request-interceptor.ts. */
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

  /** Whether the app's filter cancels a request. The app reads only the address. */
  async cancels(url: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<Electron.CallbackResponse>()
    this.#listener?.({ url } as Electron.OnBeforeRequestListenerDetails, resolve)
    return this.#listener !== null && (await promise).cancel === true
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

  /** `trusted`: PEM of the only trusted authority; `null` for those of this computer. */
  constructor(network: NetworkState, trusted: string | null = null) {
    super()
    this.#context = { pool: new SocketPool(trusted), network }
  }

  fetch(input: string | Request, init: RequestInit = {}): Promise<Response> {
    return sessionFetch(input, init, this.#context)
  }

  /** Creates a request for `net.request`. */
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

  /** The host supports no proxies. */
  async resolveProxy(): Promise<string> {
    return 'DIRECT'
  }

  setPermissionRequestHandler(handler: PermissionRequestHandler): void {
    this.#requestHandler = handler
  }

  setPermissionCheckHandler(handler: PermissionCheckHandler): void {
    this.#checkHandler = handler
  }

  /**
   * Passes the permissions that the handlers grant to a page to Chromium, once per load. `inside` is the page's address
   * in Chromium, `origin` the one that handlers get.
   */
  async grantPermissions(cdp: CdpSession, contents: unknown, origin: string, inside: string): Promise<void> {
    if (!/^https?:/.test(inside)) return
    const decided = Object.entries(PERMISSIONS).flatMap(([name, descriptors]) => {
      const setting = this.#isGranted(contents, name, origin) ? 'granted' : 'denied'
      return descriptors.map((permission) => ({ permission, setting, origin: new URL(inside).origin }) as const)
    })
    await Promise.all(decided.map((one) => cdp.send('Browser.setPermission', one)))
  }

  /** Both handlers must agree, because a page meets both; without handlers Electron grants. */
  #isGranted(webContents: unknown, permission: string, origin: string): boolean {
    // These types declare more than the host provides.
    const contents = webContents as Electron.WebContents
    type Details = Parameters<NonNullable<PermissionCheckHandler>>[3]
    const details = { isMainFrame: true, requestingUrl: origin, securityOrigin: origin } as Details
    const checked = this.#checkHandler?.(contents, permission as 'media', origin, details) ?? true
    let isAllowed = this.#requestHandler === null
    this.#requestHandler?.(contents, permission as 'media', (granted) => (isAllowed = granted), details as never)
    return checked && isAllowed
  }

  // The host has no devices and no spell checker.
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}
}
