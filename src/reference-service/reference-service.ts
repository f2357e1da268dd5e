/**
 * The reference service without a port: a function from request to reply, and the state behind it. Tests reach it
 * through server.ts; an application may call it in its own process. Nothing in here needs Node.
 */
import type { Group } from '../shared/sync-status.ts'
import { htmlPage, json, notFoundAnswer, redirectAnswer, unauthenticatedAnswer, wrongMethodAnswer } from './answers.ts'
import type { OperationInput, ServiceAnswer, ServiceReply, ServiceRequest } from './exchange.ts'
import { isHandledUnder, replacedAnswer } from './faults.ts'
import type { Fault } from './faults.ts'
import { parseForm, textOf } from './form.ts'
import type { FormMap } from './form.ts'
import { deleteImage, listImages, showImage, storeImage, updateImage } from './image-operations.ts'
import type { ImageRecord } from './image-record.ts'
import { ImageStore } from './image-store.ts'
import { deleteProject, listProjects } from './project-operations.ts'
import { ProjectStore } from './project-store.ts'
import type { ProjectRecord } from './project-store.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRequestLog } from './request-log.ts'
import type { RequestLog } from './request-log.ts'
import { findRoute } from './routes.ts'
import type { Operation, Route } from './routes.ts'
import { DEFAULT_IMAGES, DEFAULT_PROJECTS, DEFAULT_SETTINGS, systemClock } from './service-options.ts'
import type { ServiceClock, ServiceOptions, ServiceSettings } from './service-options.ts'

export interface ServiceStore {
  readonly images: ImageStore
  readonly projects: ProjectStore
}

/** What the service holds at this moment: every record by its id. */
export interface ServiceTruth {
  readonly images: ReadonlyMap<number, ImageRecord>
  readonly projects: ReadonlyMap<string, ProjectRecord>
}

const OPERATIONS = {
  'list-images': listImages,
  'show-image': showImage,
  'store-image': storeImage,
  'update-image': updateImage,
  'delete-image': deleteImage,
  'list-projects': listProjects,
  'delete-project': deleteProject
} as const satisfies Record<Operation, unknown>

/** Methods a form may stand in for with `_method`, where a host lets only GET and POST through. */
const SPOOFED = ['PUT', 'PATCH', 'DELETE']

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

  /** Turns switches while the service runs; requests already begun keep the old ones. */
  change(settings: Partial<ServiceSettings>): void {
    this.#settings = { ...this.#settings, ...settings }
  }

  /** A fresh map for each call: compare after a journey, not inside one. */
  get truth(): ServiceTruth {
    return { images: this.store.images.all(), projects: this.store.projects.all() }
  }

  /** Handles one API request. Never rejects for anything a caller can send. */
  async handle(request: ServiceRequest): Promise<ServiceReply> {
    const form = readForm(request)
    const method = effectiveMethod(request.method, form)
    const route = findRoute(method, request.path)
    const query = parseForm(request.query)
    const group = 'group' in route ? route.group : null
    const subject = { method, path: request.path, group, query, form }
    const fault = this.#settings.faults?.({ ...subject, number: ++this.#arrived }) ?? null
    const end = this.log.arrive({ ...subject, at: this.clock.now(), fault: fault?.kind ?? null })
    const answer = await this.#answerUnder(fault, () => this.#answer(request, route, { query, form }))
    end(answer?.status ?? null)
    return answer === null ? { kind: 'dropped' } : { kind: 'answer', answer: forMethod(method, answer) }
  }

  /** null = the connection is dropped. */
  async #answerUnder(fault: Fault | null, handle: () => Promise<ServiceAnswer>): Promise<ServiceAnswer | null> {
    const handled = isHandledUnder(fault) ? await handle() : null
    const extraMs = fault?.kind === 'delay' ? fault.ms : 0
    const delayMs = this.#settings.answerDelayMs + extraMs
    if (delayMs > 0) await this.clock.wait(delayMs)
    if (fault?.kind === 'drop-before' || fault?.kind === 'drop-after') return null
    return (fault === null ? null : replacedAnswer(fault)) ?? handled
  }

  async #answer(
    request: ServiceRequest,
    route: Route,
    parts: { query: FormMap; form: FormMap }
  ): Promise<ServiceAnswer> {
    const origin = `${request.scheme}://${request.headers['host'] ?? 'localhost'}`
    if (route.kind === 'trailing-slash') return redirectAnswer(301, withoutSlash(origin, request))
    if (route.kind === 'unknown') return outsideApi(request)
    if (route.kind === 'wrong-method') return wrongMethodAnswer(request.method, request.path.slice(1), route.allowed)
    const settings = this.#settings
    const verdict = this.#limiter.hit(request.address, settings.perMinute, this.clock.now())
    if (!verdict.isAllowed) return json(429, { message: 'Too Many Attempts.' }, verdict.headers)
    const answer = isAuthorized(settings, route.group, request)
      ? await this.#operate(route.operation, { ...parts, origin, key: route.key, path: request.path })
      : unauthorizedAnswer(request, origin)
    return { ...answer, headers: { ...answer.headers, ...verdict.headers } }
  }

  async #operate(operation: Operation, input: OperationInput): Promise<ServiceAnswer> {
    const context = { ...this.store, settings: this.#settings, clock: this.clock, spendQuota: () => this.#spendQuota() }
    return OPERATIONS[operation](context, input)
  }

  #spendQuota(): boolean {
    const left = this.#settings.imageQuota
    if (left === null) return true
    if (left <= 0) return false
    this.change({ imageQuota: left - 1 })
    return true
  }
}

/** Only url-encoded bodies are read; any other kind, multipart among them, arrives empty. */
function readForm(request: ServiceRequest): FormMap {
  const type = request.headers['content-type'] ?? ''
  return parseForm(/^application\/x-www-form-urlencoded\b/i.test(type) ? request.body : '')
}

function effectiveMethod(method: string, form: FormMap): string {
  const spoofed = textOf(form, '_method')?.toUpperCase() ?? ''
  return method === 'POST' && SPOOFED.includes(spoofed) ? spoofed : method
}

function isAuthorized(settings: ServiceSettings, group: Group, request: ServiceRequest): boolean {
  const key = group === 'images' ? settings.imagesKey : settings.projectsKey
  const sent = /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1]
  return sent !== undefined && sent.trim() === key
}

const wantsJson = (request: ServiceRequest): boolean =>
  /[/+]json/i.test((request.headers['accept'] ?? '').split(',')[0] ?? '')

/** 401 for a caller that asks for JSON; anybody else is taken for a person and sent to the login page. */
function unauthorizedAnswer(request: ServiceRequest, origin: string): ServiceAnswer {
  return wantsJson(request) ? unauthenticatedAnswer() : redirectAnswer(302, `${origin}/login`)
}

/** Pages beside the API, as a site of this kind has them. */
function outsideApi(request: ServiceRequest): ServiceAnswer {
  if (request.path === '/login') return htmlPage(200, 'Log in')
  if (request.path === '/') return htmlPage(200, 'Reference service')
  return request.path.startsWith('/api/') || wantsJson(request) ? notFoundAnswer() : htmlPage(404, 'Not Found')
}

function withoutSlash(origin: string, request: ServiceRequest): string {
  const query = request.query === '' ? '' : `?${request.query}`
  return origin + request.path.replace(/\/+$/, '') + query
}

/** HEAD is GET without the body. */
const forMethod = (method: string, answer: ServiceAnswer): ServiceAnswer =>
  method === 'HEAD' ? { ...answer, body: '' } : answer
