/**
 * Runs a proxy before the service that plays faults of connections: resets, truncation, slow bodies, redirects, invalid
 * certificates. It passes complete requests on and plays its faults below HTTP.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { MOUNT } from '../dialects/read-method.ts'
import type { WireHook } from '../hazards/play-hazard.ts'
import { findRoute, type Operation } from '../routes.ts'
import { showCertificate, type CertificateKind, type ShownCertificate } from './certificates.ts'
import { playWire, relay, type WireParts, servicePath, collected, handOn, type FrontExchange } from './play-wire.ts'

export interface FrontOptions {
  /** Address of the service. */
  readonly target: string
  /** Defaults to 0, which selects a free port. */
  readonly port?: number
  /** Certificate to use https with; absent for http. */
  readonly certificate?: CertificateKind
  /** Selects the fault of a request; absent for none. */
  readonly faults?: WireHook
  /** Resolves after this many ms; defaults to a timer. */
  readonly wait?: (ms: number) => Promise<void>
}

export interface Front {
  /** Local address, without a trailing slash. */
  readonly url: string
  /** PEM of the authority to trust; `null` over http. */
  readonly trusted: string | null
  /** Replaces the faults. */
  change(faults: WireHook): void
  /** Stops listening and ends open connections. */
  close(): Promise<void>
}

interface State {
  faults: WireHook
  /** TCP sockets by the port of the caller, because a TLS request only has its TLS socket. */
  readonly sockets: Map<number, Socket>
  readonly used: WeakSet<Socket>
}

const NO_FAULTS: WireHook = () => null
const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a front. Rejects if the port is unavailable (`code` EADDRINUSE, EACCES). */
export async function startFront(options: FrontOptions): Promise<Front> {
  const state: State = { faults: options.faults ?? NO_FAULTS, sockets: new Map(), used: new WeakSet() }
  const shown = options.certificate === undefined ? null : showCertificate(options.certificate)
  const server = serverFor(shown, (request, response) => void answer(options, state, { request, response }))
  // Idle connections stay open, so that only faults end them.
  server.keepAliveTimeout = 0
  server.on('connection', (socket: Socket) => remember(state, socket))
  const port = await listening(server, options.port ?? 0)
  return {
    url: `${shown === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    trusted: shown?.trusted ?? null,
    change: (faults) => {
      state.faults = faults
    },
    close: () => closed(server)
  }
}

function serverFor(
  shown: ShownCertificate | null,
  listener: (request: IncomingMessage, response: ServerResponse) => void
): Server {
  const certificate = shown?.certificate ?? null
  if (certificate === null) return createServer(listener)
  return createSecureServer({ cert: certificate.certificate, key: certificate.key }, listener)
}

function remember({ sockets }: State, socket: Socket): void {
  const port = socket.remotePort ?? 0
  sockets.set(port, socket)
  socket.on('close', () => sockets.delete(port))
}

interface Arrived {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function answer(options: FrontOptions, state: State, arrived: Arrived): Promise<void> {
  try {
    const exchange = await exchangeOf(options, state, arrived)
    const path = servicePath(arrived.request.url ?? '/')
    const parts: WireParts = {
      exchange,
      take: () => handOn(exchange, new URL(options.target), path),
      wait: options.wait ?? timer
    }
    const fault = state.faults(operationOf(arrived.request.method ?? 'GET', path))
    await (fault === null ? relay(parts) : playWire(fault, parts))
  } catch (error) {
    // The caller disconnected, or the service did not respond; both end the connection.
    if (!(error instanceof Error && 'code' in error)) throw error
    arrived.request.socket.destroy()
  }
}

async function exchangeOf(options: FrontOptions, state: State, { request, response }: Arrived): Promise<FrontExchange> {
  const socket = state.sockets.get(request.socket.remotePort ?? 0) ?? request.socket
  const isReused = state.used.has(socket)
  state.used.add(socket)
  const isSecure = options.certificate !== undefined && options.certificate !== 'none'
  return { request, response, body: await collected(request), socket, isReused, scheme: isSecure ? 'https' : 'http' }
}

function operationOf(method: string, path: string): Operation | null {
  const [pathname = ''] = path.split('?')
  const route = findRoute(method, pathname.startsWith(`${MOUNT}/`) ? pathname.slice(MOUNT.length) : pathname)
  return route.kind === 'operation' ? route.operation : null
}

async function listening(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  // The address of a listening TCP server is never a string or `null`.
  return (server.address() as AddressInfo).port
}

async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
