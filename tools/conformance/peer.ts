/** Connects the app's client to the reference service of a dialect, over a port or without one. */
import type { ClientRequest } from 'electron'
import { createDialect, type Dialect } from '../../src/main/engine/service/dialect.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { createKeySlots, type KeySlots } from '../../src/main/http/key-slots.ts'
import { createLearnRedirect, type LearnRedirect } from '../../src/main/http/learn-redirect.ts'
import { createSender, type NetSession } from '../../src/main/http/send.ts'
import { Secret } from '../../src/main/secrets/secret.ts'
import { MOUNT } from '../../src/reference-service/dialects/read-method.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import type { ServiceResponse } from '../../src/reference-service/exchange.ts'
import { startFront, type Front } from '../../src/reference-service/front/front.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import { startReferenceService } from '../../src/reference-service/server.ts'
import type { ServiceOptions } from '../../src/reference-service/service-options.ts'
import type { Send } from '../../src/shared/send.ts'
import { GROUPS, type Group } from '../../src/shared/sync-status.ts'
import { HostSession } from '../chromium-host/electron/session.ts'
import { ReuseWatch } from '../chromium-host/electron/socket-pool.ts'

/** The app's sender over Node's network. */
export interface Network {
  readonly send: Send
  close(): Promise<void>
}

/** A sender for one address. */
export interface Line extends Network {
  readonly address: string
}

export interface Peer {
  readonly dialect: ServiceDialect
  readonly service: Pick<ReferenceService, 'store' | 'settings' | 'change' | 'truth'>
  readonly line: Line
  close(): Promise<void>
}

/** A peer on a port, behind a front that plays faults of connections. */
export interface FrontedPeer extends Peer {
  readonly front: Front
  /** Opens a line with unused sockets through the front. */
  openLine(): Line
}

const IMAGES = 130
const PROJECTS = 23
const optionsOf = (dialect: ServiceDialect): ServiceOptions => ({
  images: IMAGES,
  projects: PROJECTS,
  seed: 3,
  perMinute: 0,
  dialect
})
const pathOf = ({ mount }: ServiceDialect): string => (mount === 'below' ? MOUNT : '')

/** Creates a peer without a port, in a tenth of the time; it lacks encodings and connections. */
export function createPeer(dialect: ServiceDialect): Peer {
  const service = new ReferenceService(optionsOf(dialect))
  const address = `http://127.0.0.1${pathOf(dialect)}`
  const session = createProcessSession(service)
  const learnRedirect = async (): Promise<null> => null
  const { send } = createSender({ api: session, apiOnce: [session], learnRedirect, keys: keysOf(service, address) })
  const close = async (): Promise<void> => undefined
  return { dialect, service, line: { send, address, close }, close }
}

/** Rejects if no port is available. */
export async function startPeer(dialect: ServiceDialect): Promise<FrontedPeer> {
  const service = await startReferenceService(optionsOf(dialect))
  const front = await startFront({ target: service.url, wait: async () => undefined })
  const line = openLine(service, service.url + pathOf(dialect), null)
  return {
    dialect,
    service,
    front,
    line,
    openLine: () => openLine(service, front.url + pathOf(dialect), null),
    close: async () => {
      await line.close()
      await front.close()
      await service.close()
    }
  }
}

/** Opens a line with the service's keys. `trusted`: PEM of an authority, or `null`. */
export function openLine(service: Pick<Peer['service'], 'settings'>, address: string, trusted: string | null): Line {
  return { ...openNetwork(keysOf(service, address), trusted), address }
}

const NETWORK = { reuse: new ReuseWatch(), resends: 0, isOnline: true, userAgent: 'Proofsheet/conformance' }

/** Opens a session of the Chromium host, which needs no Chromium. `trusted`: PEM of an authority, or `null`. */
export const openSession = (trusted: string | null): HostSession => new HostSession(NETWORK, trusted)

/** Returns the app's function to find the target of a redirect. */
export const learnRedirectOf = (session: HostSession): LearnRedirect =>
  createLearnRedirect({
    // The host implements these classes of Electron as far as the app uses them.
    request: (options) => session.request(options) as unknown as ClientRequest,
    session: () => session as never
  })

export function openNetwork(keys: KeySlots, trusted: string | null = null): Network {
  const [api, once] = [openSession(trusted), openSession(trusted)]
  const { send } = createSender({ api, apiOnce: [once], learnRedirect: learnRedirectOf(api), keys })
  return { send, close: async () => void (await Promise.all([api.closeAllConnections(), once.closeAllConnections()])) }
}

/** Creates key slots for both groups. */
export function keySlots(addresses: Readonly<Record<Group, string>>, keys: Readonly<Record<Group, Secret>>): KeySlots {
  const slots = createKeySlots()
  for (const group of GROUPS) slots.put(group, { key: keys[group], address: addresses[group] })
  return slots
}

const keysOf = ({ settings }: Pick<Peer['service'], 'settings'>, address: string): KeySlots =>
  keySlots(
    { images: address, projects: address },
    { images: new Secret(settings.imagesKey), projects: new Secret(settings.projectsKey) }
  )

/** Creates a client; without `dialect` it has not learned anything. */
export function clientOf({ send, address }: Line, slot: Group, dialect: Dialect = createDialect()): ServiceClient {
  return { send, slot, address, dialect, now: () => Date.now() }
}

const REDIRECTED = "Attempted to redirect, but redirect policy was 'error'"
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])
const PROXY_STATUS = 407

/** Creates a session that calls the service's handler instead of a port, and fails with Chromium's names. */
function createProcessSession(service: ReferenceService): NetSession {
  return {
    fetch: async (address, init) => {
      const url = new URL(address)
      const reply = await service.handle({
        scheme: 'http',
        method: init.method ?? 'GET',
        path: url.pathname,
        query: url.search.slice(1),
        headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host },
        body: typeof init.body === 'string' ? init.body : '',
        address: '127.0.0.1'
      })
      if (reply.kind === 'dropped') throw new Error('net::ERR_EMPTY_RESPONSE')
      if (reply.kind === 'cut') throw new Error('net::ERR_CONTENT_LENGTH_MISMATCH')
      return responseOf(reply.response)
    },
    closeAllConnections: async () => undefined
  }
}

function responseOf({ status, headers, body, bytes }: ServiceResponse): Response {
  if (status >= 300 && status < 400) throw new Error(REDIRECTED)
  // Chromium and Node treat the status of a proxy as a broken connection if they use none.
  if (status === PROXY_STATUS) throw new Error('net::ERR_UNEXPECTED_PROXY_AUTH')
  const content = BODILESS.has(status) ? null : new Uint8Array(bytes ?? Buffer.from(body))
  return new Response(content, { status, headers })
}
