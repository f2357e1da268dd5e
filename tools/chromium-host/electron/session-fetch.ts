/** `session.fetch` over Node's fetch: the options Electron's reads, and no others; Chromium's names for failures. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { toNetError, withNamedBodyErrors } from './net-error.ts'
import type { ReuseWatch } from './socket-pool.ts'
import type { SocketPool } from './socket-pool.ts'

/** What all sessions of a host share. */
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

/** Option -> the values this host can honor; null = any. */
const OPTIONS: Readonly<Record<string, readonly unknown[] | null>> = {
  method: null,
  headers: null,
  body: null,
  signal: null,
  credentials: ['omit'],
  cache: ['no-store'],
  redirect: ['error'],
  referrerPolicy: ['no-referrer']
}

/** Without these Chromium would add cookies, its cache or a referrer, which the host does not have. */
const REQUIRED = ['credentials', 'cache', 'referrerPolicy']

/**
 * Rejects with `Error('net::ERR_…')`, with the signal's reason after an abort, and with a TypeError for an option
 * that the host cannot honor.
 */
export async function sessionFetch(
  input: string | Request,
  init: RequestInit,
  context: FetchContext
): Promise<Response> {
  refuseUnknown(init)
  const request = new Request(input, init)
  if (!request.headers.has('user-agent')) request.headers.set('user-agent', context.network.userAgent)
  if (!context.network.isOnline) throw new Error('net::ERR_INTERNET_DISCONNECTED')
  return withNamedBodyErrors(await send(request, context), init.signal)
}

function refuseUnknown(init: RequestInit): void {
  for (const [name, value] of Object.entries(init)) {
    const known = OPTIONS[name]
    if (known === undefined) throw new TypeError(`session.fetch: the host does not know the option ${name}`)
    if (known !== null && !known.includes(value))
      throw new TypeError(`session.fetch: ${name} must be ${known.join('/')}`)
  }
  const missing = REQUIRED.filter((name) => !(name in init))
  if (missing.length > 0) throw new TypeError(`session.fetch: ${missing.join(', ')} must be given`)
}

async function send(request: Request, { pool, network }: FetchContext): Promise<Response> {
  const { reuse, resends } = network
  // undici frees a socket a moment after the answer's end; in the same moment it would open another.
  await nextTurn()
  for (let sent = 0; ; sent++) {
    try {
      return await dispatch(sent < resends ? request.clone() : request, pool)
    } catch (error) {
      const isSwallowed = error instanceof Error && reuse.isReuseFailure(error.cause)
      if (!isSwallowed || sent >= resends) throw toNetError(error, 'request')
    }
  }
}

function dispatch(request: Request, pool: SocketPool): Promise<Response> {
  const options: unknown = { dispatcher: pool.agent }
  // Node declares the dispatcher by the types of the undici inside it; the package here has the same interface.
  return fetch(request, options as RequestInit)
}
