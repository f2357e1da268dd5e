/**
 * A small server before the service, where connections go wrong: resets, truncation, slow bodies, redirects, bad
 * certificates. It hands requests on whole and plays its faults below HTTP.
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
  /** Address of the service behind it. */
  readonly target: string
  /** 0, which is the default, takes any free one. */
  readonly port?: number
  /** Speaks https and shows this certificate; absent = http. */
  readonly certificate?: CertificateKind
  /** Which fault a request meets; absent = none. */
  readonly faults?: WireHook
  /** Resolves after that many ms; the timer of the machine unless told. */
  readonly wait?: (ms: number) => Promise<void>
}

export interface Front {
  /** Address of this computer, without a trailing slash. */
  readonly url: string
  /** PEM of the authority to trust; null over http. */
  readonly trusted: string | null
  /** Other faults from now on. */
  change(faults: WireHook): void
  /** Stops listening and ends open connections. */
  close(): Promise<void>
}

interface State {
  faults: WireHook
  /** TCP sockets by the port of the caller: under TLS a request knows only its own socket. */
  readonly sockets: Map<number, Socket>
  readonly used: WeakSet<Socket>
}

const NO_FAULTS: WireHook = () => null
const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Rejects when the port cannot be had (`code` EADDRINUSE, EACCES). */
export async function startFront(options: FrontOptions): Promise<Front> {
  const state: State = { faults: options.faults ?? NO_FAULTS, sockets: new Map(), used: new WeakSet() }
  const shown = options.certificate === undefined ? null : showCertificate(options.certificate)
  const server = serverFor(shown, (request, response) => void answer(options, state, { request, response }))
  // Idle connections stay open: only faults end them.
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
    // The caller went away, or the service behind has no answer: either way the connection is over.
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
  const [place = ''] = path.split('?')
  const route = findRoute(method, place.startsWith(`${MOUNT}/`) ? place.slice(MOUNT.length) : place)
  return route.kind === 'operation' ? route.operation : null
}

async function listening(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  // A listening TCP server's address is never a string or null.
  return (server.address() as AddressInfo).port
}

async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
