/**
 * Implements the reference service without a port, as a function from request to reply with its state. Tests use it
 * through server.ts; an application can call it in its own process. Does not need Node.
 */
import type { Group } from '../shared/sync-status.ts'
import { RATE_WRITERS } from './dialects/rate-headers.ts'
import { readForm } from './dialects/read-form.ts'
import { pathBelowMount, readRoute, type AskedRoute } from './dialects/read-method.ts'
import type { ServiceDialect } from './dialects/switches.ts'
import { notFound, tooMany, unauthenticated, writeFailure, wrongMethod } from './dialects/write-failure.ts'
import type { ServiceResponse, ServiceReply, ServiceRequest } from './exchange.ts'
import { respondUnder, isHandledUnder, type Alteration, type Fault } from './faults.ts'
import { parseForm, textOf, type FormMap } from './form.ts'
import type { ImageRecord } from './image-record.ts'
import { ImageStore } from './image-store.ts'
import { operate } from './operate.ts'
import { ProjectStore, type ProjectRecord } from './project-store.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import {
  DEFAULT_IMAGES,
  DEFAULT_PROJECTS,
  DEFAULT_SETTINGS,
  activeDialect,
  systemClock,
  type ServiceClock,
  type ServiceOptions,
  type ServiceSettings
} from './service-options.ts'

export interface ServiceStore {
  readonly images: ImageStore
  readonly projects: ProjectStore
}

/** Current records of the service by id. */
export interface ServiceTruth {
  readonly images: ReadonlyMap<number, ImageRecord>
  readonly projects: ReadonlyMap<string, ProjectRecord>
}

/** Parsed request with its alteration. */
interface ParsedRequest extends AskedRoute {
  readonly request: ServiceRequest
  readonly query: FormMap
  readonly form: FormMap
  readonly origin: string
  readonly alter: Alteration
}

export class ReferenceService {
  readonly store: ServiceStore
  readonly log: RequestLog = createRequestLog()
  readonly clock: ServiceClock
  readonly #limiter = createRateLimiter()
  #settings: ServiceSettings
  #arrived = 0

  constructor(options: ServiceOptions = {}) {
    const { images, projects, seed = 1, clock = systemClock, random = Math.random, ...settings } = options
    this.clock = clock
    this.#settings = { ...DEFAULT_SETTINGS, ...settings }
    const now = (): number => clock.now()
    this.store = {
      images: new ImageStore({ count: images ?? DEFAULT_IMAGES, seed, now, random }),
      projects: new ProjectStore({ count: projects ?? DEFAULT_PROJECTS, seed, now })
    }
  }

  get settings(): ServiceSettings {
    return this.#settings
  }

  /** Changes settings while the service runs; requests in progress keep the old ones. */
  change(settings: Partial<ServiceSettings>): void {
    this.#settings = { ...this.#settings, ...settings }
  }

  /** Builds new maps for each call, so it is intended for comparisons after a test. */
  get truth(): ServiceTruth {
    return { images: this.store.images.all(), projects: this.store.projects.all() }
  }

  /** Handles one API request. Never rejects, whatever a caller sends. */
  async handle(request: ServiceRequest): Promise<ServiceReply> {
    const dialect = activeDialect(this.#settings)
    const form = readForm(dialect, request)
    const parsed = readRoute(dialect, request, textOf(form, '_method'))
    const query = parseForm(request.query)
    const { method, route } = parsed
    const group = 'group' in route ? route.group : null
    const operation = route.kind === 'operation' ? route.operation : null
    const subject = { method, path: request.path, group, query, form, at: this.clock.now() }
    const fault = this.#settings.faults?.({ ...subject, operation, number: ++this.#arrived }) ?? null
    const end = this.log.arrive({ ...subject, fault: fault?.kind ?? null })
    const alter = fault?.kind === 'altered' ? fault.alter : {}
    const origin = `${request.scheme}://${request.headers['host'] ?? 'localhost'}`
    const response = await this.#respondUnder(fault, () =>
      this.#response({ ...parsed, request, query, form, origin, alter })
    )
    end(fault?.kind === 'cut' ? null : (response?.status ?? null))
    if (response === null) return { kind: 'dropped' }
    return { kind: fault?.kind === 'cut' ? 'cut' : 'response', response: forMethod(method, response) }
  }

  /** Returns `null` if the connection is dropped. */
  async #respondUnder(fault: Fault | null, handle: () => Promise<ServiceResponse>): Promise<ServiceResponse | null> {
    const handled = isHandledUnder(fault) ? await handle() : null
    const extraMs = fault?.kind === 'delay' ? fault.ms : 0
    const delayMs = this.#settings.responseDelayMs + extraMs
    if (delayMs > 0) await this.clock.wait(delayMs)
    return respondUnder(fault, handled)
  }

  async #response(parsed: ParsedRequest): Promise<ServiceResponse> {
    const { request, route, origin, method } = parsed
    const settings = this.#settings
    const dialect = activeDialect(settings)
    if (route.kind === 'trailing-slash') return redirectResponse(301, withoutSlash(origin, request))
    if (route.kind === 'unknown') return outsideApi(dialect, request)
    if (route.kind === 'wrong-method') {
      return writeFailure(dialect, wrongMethod(request.method, request.path.slice(1), route.allowed))
    }
    const writeRate = RATE_WRITERS[dialect.rate]
    const verdict = this.#limiter.hit(request.address, settings.perMinute, this.clock.now(), writeRate)
    if (!verdict.isAllowed) return writeFailure(dialect, tooMany(verdict.headers))
    const response = isAuthorized(settings, route.group, request)
      ? await operate(route.operation, {
          context: { ...this.store, settings, clock: this.clock, spendQuota: () => this.#spendQuota() },
          dialect,
          input: { method, key: route.key, query: parsed.query, form: parsed.form, origin, path: request.path },
          alter: parsed.alter
        })
      : unauthorizedResponse(dialect, request, origin)
    return { ...response, headers: { ...response.headers, ...verdict.headers } }
  }

  #spendQuota(): boolean {
    const left = this.#settings.imageQuota
    if (left === null) return true
    if (left <= 0) return false
    this.change({ imageQuota: left - 1 })
    return true
  }
}

function isAuthorized(settings: ServiceSettings, group: Group, request: ServiceRequest): boolean {
  const key = group === 'images' ? settings.imagesKey : settings.projectsKey
  const sent = /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1]
  return sent !== undefined && sent.trim() === key
}

const wantsJson = (request: ServiceRequest): boolean =>
  /[/+]json/i.test((request.headers['accept'] ?? '').split(',')[0] ?? '')

/** Returns 401 to a caller that accepts JSON and redirects any other caller to the login page. */
function unauthorizedResponse(dialect: ServiceDialect, request: ServiceRequest, origin: string): ServiceResponse {
  return wantsJson(request) ? writeFailure(dialect, unauthenticated) : redirectResponse(302, `${origin}/login`)
}

/** Returns pages outside the API, as such a site has them. */
function outsideApi(dialect: ServiceDialect, request: ServiceRequest): ServiceResponse {
  const path = pathBelowMount(dialect, request.path) ?? request.path
  if (path === '/login') return htmlPage(200, 'Log in')
  if (path === '/') return htmlPage(200, 'Reference service')
  const isApi = path.startsWith('/api/') || wantsJson(request)
  return isApi ? writeFailure(dialect, notFound('framework')) : htmlPage(404, 'Not Found')
}

function withoutSlash(origin: string, request: ServiceRequest): string {
  const query = request.query === '' ? '' : `?${request.query}`
  return origin + request.path.replace(/\/+$/, '') + query
}

/** Removes the body for HEAD. */
const forMethod = (method: string, response: ServiceResponse): ServiceResponse =>
  method === 'HEAD' ? { ...response, body: '' } : response

const HTML_HEADERS = { 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache, private' }

/** Returns a web page; `title` must be trusted text. */
function htmlPage(status: number, title: string): ServiceResponse {
  const body = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return { status, headers: HTML_HEADERS, body }
}

/** Redirects a caller that does not accept JSON instead of 401, and any address with a trailing slash. */
function redirectResponse(status: 301 | 302, location: string): ServiceResponse {
  return { ...htmlPage(status, 'Redirecting'), headers: { ...HTML_HEADERS, location } }
}
