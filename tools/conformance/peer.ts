/** The reference service of one dialect, and the program's own client on the other side. */
import { createDialect, type Dialect } from '../../src/main/engine/service/dialect.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { createKeySlots, type KeySlots } from '../../src/main/http/key-slots.ts'
import { createSender } from '../../src/main/http/send.ts'
import { Secret } from '../../src/main/secrets/secret.ts'
import { MOUNT } from '../../src/reference-service/dialects/read-method.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { startFront, type Front } from '../../src/reference-service/front/front.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import { startReferenceService } from '../../src/reference-service/server.ts'
import type { ServiceOptions } from '../../src/reference-service/service-options.ts'
import type { Send } from '../../src/shared/send.ts'
import { GROUPS, type Group } from '../../src/shared/sync-status.ts'
import { createNodeSession } from './node-session.ts'
import { createProcessSession } from './process-session.ts'

/** What talks to one address: the product's sender over a network of Node's, or over none. */
export interface Line {
  readonly send: Send
  readonly address: string
  close(): Promise<void>
}

export interface Peer {
  readonly dialect: ServiceDialect
  readonly service: Pick<ReferenceService, 'store' | 'settings' | 'change' | 'truth'>
  readonly line: Line
  close(): Promise<void>
}

/** A peer on a port, behind a front where connections go wrong. */
export interface FrontedPeer extends Peer {
  readonly front: Front
  /** A new line through the front, whose sockets nobody has used. */
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

/** Without a port: everything but bytes and connections is as over one, in a tenth of the time. */
export function createPeer(dialect: ServiceDialect): Peer {
  const service = new ReferenceService(optionsOf(dialect))
  const address = `http://127.0.0.1${pathOf(dialect)}`
  const session = createProcessSession(service)
  const learnRedirect = async (): Promise<null> => null
  const keys = keysOf(service, address)
  const { send } = createSender({ api: session, apiOnce: [session], learnRedirect, keys })
  const close = async (): Promise<void> => undefined
  return { dialect, service, line: { send, address, close }, close }
}

/** Rejects when no port can be had. */
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

/** The product's sender with the service's keys, bound to an address. `trusted`: PEM of an authority, or null. */
export function openLine(service: Pick<Peer['service'], 'settings'>, address: string, trusted: string | null): Line {
  const api = createNodeSession(trusted)
  const once = createNodeSession(trusted)
  const keys = keysOf(service, address)
  const { send } = createSender({ api, apiOnce: [once], learnRedirect: api.learnRedirect, keys })
  return {
    send,
    address,
    close: async () => void (await Promise.all([api.closeAllConnections(), once.closeAllConnections()]))
  }
}

function keysOf({ settings }: Pick<Peer['service'], 'settings'>, address: string): KeySlots {
  const keys = createKeySlots()
  const values: Readonly<Record<Group, string>> = { images: settings.imagesKey, projects: settings.projectsKey }
  for (const group of GROUPS) keys.put(group, { key: new Secret(values[group]), address })
  return keys
}

/** A client that knows nothing yet, unless told what was learned. */
export function clientOf({ send, address }: Line, slot: Group, dialect: Dialect = createDialect()): ServiceClient {
  return { send, slot, address, dialect, now: () => Date.now() }
}
