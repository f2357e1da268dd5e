/** What an answer proves about the work, judged by status and shape as docs/sync.md has it. */
import { readJson } from '../../../src/main/engine/service/json-text.ts'
import type { ServiceReply } from '../../../src/reference-service/exchange.ts'
import type { Operation } from '../../../src/reference-service/routes.ts'

/** The status that counts: of the body, where that says that a 200 is a failure. */
function statusOf({ status, body }: { readonly status: number; readonly body: string }): number {
  const read = status === 200 ? readJson(body) : null
  const value = read?.kind === 'json' ? read.value : null
  const inside = typeof value === 'object' && value !== null && 'status' in value ? Number(value.status) : status
  return Number.isInteger(inside) ? inside : status
}

const isJson = (body: string): boolean => readJson(body).kind === 'json'

/** Not signed in, asked to slow down, or a page of the web server in the place of the interface. */
export function provesNothingDone(reply: ServiceReply): boolean {
  if (reply.kind !== 'answer') return false
  const status = statusOf(reply.answer)
  if (status === 401 || status === 429) return true
  return [403, 404, 405].includes(status) && !isJson(reply.answer.body)
}

/** The service says that a record is gone, or that it has deleted it. */
export function isProofOfAbsence(operation: Operation, reply: ServiceReply): boolean {
  if (reply.kind !== 'answer') return false
  const status = statusOf(reply.answer)
  const isOfOne = operation !== 'list-images' && operation !== 'list-projects' && operation !== 'store-image'
  if (isOfOne && (status === 404 || status === 410)) return isJson(reply.answer.body)
  const isDeletion = operation === 'delete-image' || operation === 'delete-project'
  return isDeletion && status >= 200 && status < 300
}
