/** What a response proves about the change, judged by status and shape according to docs/sync.md. */
import { readJson } from '../../../src/main/engine/service/json-text.ts'
import type { ServiceReply } from '../../../src/reference-service/exchange.ts'
import type { Operation } from '../../../src/reference-service/routes.ts'

/** The effective status: that of the body if it reports a failure inside a 200. */
function statusOf({ status, body }: { readonly status: number; readonly body: string }): number {
  const read = status === 200 ? readJson(body) : null
  const value = read?.kind === 'json' ? read.value : null
  const inside = typeof value === 'object' && value !== null && 'status' in value ? Number(value.status) : status
  return Number.isInteger(inside) ? inside : status
}

const isJson = (body: string): boolean => readJson(body).kind === 'json'

/** Not signed in, rate limited, or a page of the web server instead of an API response. */
export function provesNothingDone(reply: ServiceReply): boolean {
  if (reply.kind !== 'response') return false
  const status = statusOf(reply.response)
  if (status === 401 || status === 429) return true
  return [403, 404, 405].includes(status) && !isJson(reply.response.body)
}

/** The service reports a record as deleted, or confirms its deletion. */
export function isProofOfAbsence(operation: Operation, reply: ServiceReply): boolean {
  if (reply.kind !== 'response') return false
  const status = statusOf(reply.response)
  const isOfOne = operation !== 'list-images' && operation !== 'list-projects' && operation !== 'store-image'
  if (isOfOne && (status === 404 || status === 410)) return isJson(reply.response.body)
  const isDeletion = operation === 'delete-image' || operation === 'delete-project'
  return isDeletion && status >= 200 && status < 300
}
