/**
 * Sends PUT, PATCH and DELETE to hosts that accept only GET and POST: the same request as POST, with the method in
 * `_method`. Tried only after a 405 in which the service itself names POST as allowed.
 */
import type { SendResponse } from '../../../shared/send.ts'
import { withField } from './form.ts'
import { type ResponseFacts, call, type Call, summed, type ServiceClient } from './service-client.ts'
import { findRecord } from './decode.ts'
import { isObject, member } from './read-fields.ts'

export interface ReceivedResult {
  readonly response: SendResponse
  /** Of both requests, if there were two. */
  readonly facts: ResponseFacts
  /** Sent as POST: a response with nothing but the record may come from a service that does not know `_method`. */
  readonly isSpoofed: boolean
}

/** Sends a write with the method that the host accepts, and remembers it. A 405 proves that nothing was applied. */
export async function callVerb(client: ServiceClient, request: Call): Promise<ReceivedResult> {
  const style = client.dialect.get('verbs')
  const isSpoofed = style === 'spoofed'
  const first = await call(client, isSpoofed ? spoofed(request) : request)
  if (!needsOtherMethod(first.response, style)) return { ...first, isSpoofed }
  const second = await call(client, isSpoofed ? request : spoofed(request))
  if (isSuccess(second.response)) client.dialect.learn('verbs', isSpoofed ? 'own' : 'spoofed')
  return { response: second.response, facts: summed(first.facts, second.facts), isSpoofed: !isSpoofed }
}

function spoofed(request: Call): Call {
  return { ...request, method: 'POST', form: withField(request.form ?? '', '_method', request.method) }
}

/** Returns whether to try the other method: `Allow` must name POST, and none of the verbs of a record. */
function needsOtherMethod(response: SendResponse, style: 'own' | 'spoofed'): boolean {
  if (response.kind !== 'response' || response.status !== 405) return false
  if (style === 'spoofed') return true
  const allowed = (response.headers['allow'] ?? '').toUpperCase().split(/[\s,]+/)
  return allowed.includes('POST') && !['PUT', 'PATCH', 'DELETE'].some((verb) => allowed.includes(verb))
}

const isSuccess = (response: SendResponse): boolean =>
  response.kind === 'response' && response.status >= 200 && response.status < 300

/** Members that only confirm success (a failure was ruled out before). */
const ACKNOWLEDGEMENT_MEMBERS: ReadonlySet<string> = new Set([
  'status',
  'status_code',
  'code',
  'success',
  'message',
  'data'
])

/**
 * Recognizes `{}`, `[]`, `{"status":200}`, `{"success":true,"message":"..."}`. Beside a plain `success`, unknown
 * members are accepted, but no record.
 */
export function isBareAcknowledgement(root: unknown): boolean {
  if (Array.isArray(root)) return root.length === 0
  if (!isObject(root)) return false
  const data = member(root, 'data')
  if (data !== undefined && !isNothing(data)) return false
  const names = Object.keys(root)
  if (names.every((name) => ACKNOWLEDGEMENT_MEMBERS.has(name))) return true
  return member(root, 'success') === true && findRecord(root) === null && !names.includes('deleted')
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
