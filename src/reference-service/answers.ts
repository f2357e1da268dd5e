/** The answers of service.md section 1, one builder for each shape. */
import type { ServiceAnswer } from './exchange.ts'
import { serviceJson } from './service-json.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
const HTML_HEADERS = { 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache, private' }

/** A JSON answer; `headers` are added to the usual ones. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ServiceAnswer {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: serviceJson(body) }
}

/** A page for people; `title` is trusted text of this module's callers. */
export function htmlPage(status: number, title: string): ServiceAnswer {
  const body = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return { status, headers: HTML_HEADERS, body }
}

/** Show, store and update: the record under `data`. A store says 201 on the line and 200 in the body. */
export const recordAnswer = (status: 200 | 201, data: unknown): ServiceAnswer => json(status, { data, status: 200 })

export const deletedAnswer = (id: number | string, object: 'image' | 'report'): ServiceAnswer =>
  json(200, { id, object, deleted: true, status: 200 })

/** 422: the field map stands inside `message`. */
export const invalidAnswer = (errors: FieldErrors): ServiceAnswer => json(422, { message: errors, status: 422 })

export const notFoundAnswer = (): ServiceAnswer => json(404, { message: 'Resource not found.', status: 404 })

export const unauthenticatedAnswer = (): ServiceAnswer => json(401, { message: 'Unauthenticated.' })

/** What a caller that did not ask for JSON gets instead of 401, and for any address with a trailing slash. */
export function redirectAnswer(status: 301 | 302, location: string): ServiceAnswer {
  return { ...htmlPage(status, 'Redirecting'), headers: { ...HTML_HEADERS, location } }
}

/** 405 with the methods the route knows. */
export function wrongMethodAnswer(method: string, route: string, allowed: readonly string[]): ServiceAnswer {
  const allow = allowed.join(', ')
  const message = `The ${method} method is not supported for route ${route}. Supported methods: ${allow}.`
  return json(405, { message }, { allow })
}
