/** Runs the reference service on a local port, for tests and the command line. */
import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MOUNT } from './dialects/read-method.ts'
import type { ServiceResponse, ServiceRequest } from './exchange.ts'
import { servePicture } from './serve-picture.ts'
import { PICTURE_PATH } from './picture-names.ts'
import { ReferenceService } from './reference-service.ts'
import type { ServiceStore, ServiceTruth } from './reference-service.ts'
import type { RequestCounters, LoggedRequest } from './request-log.ts'
import type { ServiceOptions, ServiceSettings } from './service-options.ts'

export interface ServerOptions extends ServiceOptions {
  /** Defaults to 127.0.0.1. */
  readonly host?: string
  /** Defaults to 0, which selects a free port. */
  readonly port?: number
}

export interface RunningService {
  /** Address without a trailing slash, the same for both groups, which share host and rate limiter. */
  readonly url: string
  readonly imagesUrl: string
  readonly projectsUrl: string
  readonly log: readonly LoggedRequest[]
  readonly counters: RequestCounters
  readonly store: ServiceStore
  /** Current records of the service. */
  readonly truth: ServiceTruth
  readonly settings: ServiceSettings
  /** Changes settings while it runs. */
  change(settings: Partial<ServiceSettings>): void
  clearLog(): void
  /** Stops listening and destroys open connections; records, log and limiter are kept. */
  close(): Promise<void>
  /** Listens again on the same port with the same state; rejects if the port is now in use. */
  restart(): Promise<void>
}

const MAX_BODY_BYTES = 1024 * 1024
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Starts a service. Rejects if the port is unavailable (`code` EADDRINUSE, EACCES). */
export async function startReferenceService(options: ServerOptions = {}): Promise<RunningService> {
  const { host = '127.0.0.1', port, ...serviceOptions } = options
  const service = new ReferenceService(serviceOptions)
  const first = await listen(service, { host, port: port ?? 0 })
  return running(service, { first, again: () => listen(service, { host, port: first.port }) })
}

interface Listener {
  readonly server: FastifyInstance
  readonly url: string
  readonly port: number
}

interface Parts {
  readonly first: Listener
  readonly again: () => Promise<Listener>
}

function running(service: ReferenceService, parts: Parts): RunningService {
  let listener: Listener | null = parts.first
  return {
    url: parts.first.url,
    imagesUrl: parts.first.url,
    projectsUrl: parts.first.url,
    log: service.log.entries,
    counters: service.log.counters,
    store: service.store,
    get truth() {
      return service.truth
    },
    get settings() {
      return service.settings
    },
    change: (settings) => service.change(settings),
    clearLog: () => service.log.clear(),
    async close() {
      const open = listener
      listener = null
      await open?.server.close()
    },
    async restart() {
      listener ??= await parts.again()
    }
  }
}

async function listen(service: ReferenceService, at: { host: string; port: number }): Promise<Listener> {
  const server = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 4096 }
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  for (const place of [PICTURE_PATH, MOUNT + PICTURE_PATH]) {
    server.get(`${place}:name`, (request, reply) => servePicture(service, { request, reply }))
  }
  server.route({ method: METHODS, url: '*', handler: (request, reply) => respond(service, request, reply) })
  await server.listen(at)
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening service must have a port')
  const name = at.host.includes(':') ? `[${at.host}]` : at.host
  return { server, port: address.port, url: `http://${name}:${address.port}` }
}

async function respond(service: ReferenceService, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const result = await service.handle(serviceRequest(request))
  if (result.kind === 'dropped') {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  if (result.kind === 'cut') return cutResponse(request, reply, result.response)
  const { status, headers } = result.response
  // The framework would add a content type if there is none.
  if (headers['content-type'] === undefined) return rawResponse(reply, result.response)
  // Sent as bytes, because the framework would add a charset to text.
  return reply.code(status).headers(headers).send(bytesOf(result.response))
}

const bytesOf = ({ body, bytes }: ServiceResponse): Buffer => Buffer.from(bytes ?? body)

function rawResponse(reply: FastifyReply, response: ServiceResponse): FastifyReply {
  const bytes = bytesOf(response)
  const length = response.status === 204 ? {} : { 'content-length': bytes.byteLength }
  reply.hijack()
  reply.raw.writeHead(response.status, { ...response.headers, ...length }).end(bytes)
  return reply
}

/** Declares the whole body and sends half of it. */
function cutResponse(request: FastifyRequest, reply: FastifyReply, response: ServiceResponse): FastifyReply {
  const bytes = bytesOf(response)
  reply.hijack()
  reply.raw.writeHead(response.status, { ...response.headers, 'content-length': bytes.byteLength })
  reply.raw.write(bytes.subarray(0, bytes.byteLength / 2), () => request.raw.socket.destroy())
  return reply
}

function serviceRequest(request: FastifyRequest): ServiceRequest {
  const split = request.url.indexOf('?')
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value ?? '')])
  return {
    // Set by the front if it terminates TLS.
    scheme: request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http',
    method: request.method,
    path: split < 0 ? request.url : request.url.slice(0, split),
    query: split < 0 ? '' : request.url.slice(split + 1),
    headers: Object.fromEntries(headers),
    body: typeof request.body === 'string' ? request.body : '',
    address: request.ip
  }
}
