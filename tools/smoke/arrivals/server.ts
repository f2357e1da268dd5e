/**
 * A proxy of a service that records arrivals. It drops reused sockets after a request arrived, because Chromium then
 * sends the request again.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Arrival } from './orders.ts'

export interface CountingServer {
  readonly address: string
  readonly arrivals: readonly Arrival[]
  readonly close: () => Promise<void>
}

export interface CountingParts {
  /** Address of the service. */
  readonly service: string
  /** Whether to drop the response to a request on any socket. */
  readonly isLost: (arrival: Arrival) => boolean
}

/** Chromium keeps sockets for minutes, and the server must not close them first. */
const KEEP_ALIVE_MS = 300_000

export async function startCountingServer(parts: CountingParts): Promise<CountingServer> {
  const arrivals: Arrival[] = []
  const served = new WeakSet<Socket>()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void take(request, response)
  })
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', socket } = request
    const body = await text(request)
    const arrival = { method, path: url, form: new URLSearchParams(body) }
    arrivals.push(arrival)
    if (served.has(socket) || parts.isLost(arrival)) return void socket.destroy()
    served.add(socket)
    await passOn(`${parts.service}${url}`, request, { body, response })
  }
  return { address: await listen(server), arrivals, close: () => close(server) }
}

async function passOn(
  url: string,
  { method = '', headers }: IncomingMessage,
  { body, response }: { body: string; response: ServerResponse }
): Promise<void> {
  const { authorization = '', 'content-type': type = 'application/json' } = headers
  const answer = await fetch(url, {
    method,
    headers: { authorization, 'content-type': type, accept: 'application/json' },
    ...(body === '' ? {} : { body })
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes)
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a listening TCP server is never a string or `null`.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
