/**
 * Converts a response of the port to an outcome: parses the body, lets the operation assess it, and applies the table.
 */
import { hostOf } from '../../../shared/address.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { HttpResponse, SendResponse, SendFailure } from '../../../shared/send.ts'
import type { Operation, Outcome } from '../domain/outcome.ts'
import { outcomeOf, outcomeOfNoReply, type Reply } from '../domain/outcome-table.ts'
import { excerpt, readComplaint } from './complaint.ts'
import { type JsonReading, readJson } from './json-text.ts'
import { retryDelayMs, type RateFacts } from './rate-headers.ts'
import { isObject, member, readCount, readFlag } from './read-fields.ts'

/** An operation's reading of the JSON of a success. */
export interface Assessment<T> {
  readonly shape: Reply<T>['shape']
  readonly value: T | null
  /** Only for an unreadable one. */
  readonly missing?: NonNullable<Failure['missing']>
}

export interface Received {
  readonly response: SendResponse
  readonly facts: { readonly rate: RateFacts }
}

export const UNREADABLE: Assessment<never> = { shape: 'unreadable', value: null }
export const WITHOUT_LIST: Assessment<never> = { ...UNREADABLE, missing: 'list' }
export const WITHOUT_RECORD: Assessment<never> = { ...UNREADABLE, missing: 'record' }

/** Never throws. `assess` is called only for JSON of a 2xx that the body itself does not mark as a failure. */
export function judge<T>(
  operation: Operation,
  received: Received,
  assess: (root: unknown) => Assessment<T>
): Outcome<T> {
  const { response } = received
  if (response.kind === 'failed') return outcomeOfNoReply(operation, noReplyOf(response))
  return outcomeOf(operation, replyOf(received, response, assess))
}

function replyOf<T>(received: Received, response: HttpResponse, assess: (root: unknown) => Assessment<T>): Reply<T> {
  const reading = readJson(response.body)
  const root = reading.kind === 'json' ? reading.value : null
  const status = effectiveStatus(response.status, root)
  const isSuccess = status >= 200 && status < 300
  const { rate } = received.facts
  const { missing, ...assessment } = isSuccess ? assessed(reading, assess) : UNREADABLE
  return {
    status,
    ...assessment,
    body: reading.kind === 'json' || reading.kind === 'cut' ? reading.kind : 'other',
    retryDelayMs: retryDelayMs(rate),
    about: {
      status,
      host: hostOf(response.url),
      // JSON of a success may have a `detail` or `errors` of its own, which are not error messages, and its lists are
      // long.
      ...(isSuccess && reading.kind === 'json' ? {} : complaintOf(reading, response)),
      ...(missing === undefined ? {} : { missing }),
      ...(rate.retryAfterMs === null ? {} : { retryAfterMs: rate.retryAfterMs })
    }
  }
}

function assessed<T>(reading: JsonReading, assess: (root: unknown) => Assessment<T>): Assessment<T> {
  if (reading.kind === 'empty') return { shape: 'empty', value: null }
  return reading.kind === 'json' ? assess(reading.value) : UNREADABLE
}

function complaintOf(reading: JsonReading, response: HttpResponse): Pick<Failure, 'fields' | 'detail'> {
  // JSON without a readable message is not shown as JSON.
  if (reading.kind === 'json') return readComplaint(reading.value)
  const detail = excerpt(response.body)
  return detail === undefined ? {} : { detail }
}

function noReplyOf(response: SendFailure) {
  const detail = excerpt(response.detail)
  const about = {
    host: response.host,
    ...(response.location === null ? {} : { location: response.location }),
    ...(detail === undefined ? {} : { detail })
  }
  const target = URL.parse(response.location ?? '')
  const isSignIn = response.code === 'redirected' && target !== null && isSignInPage(target, response.host)
  return { code: isSignIn ? ('unauthorized' as const) : response.code, wasSent: response.wasSent, about }
}

/**
 * Returns whether a redirect leads to a sign-in page, as some services respond to a bad key. On another host it is a
 * network portal.
 */
export function isSignInPage(target: URL, host: string): boolean {
  return target.host === host && /\/(log-?in|sign-?in|auth)(\/|$)/i.test(target.pathname)
}

const STATUS_FIELDS = ['status', 'status_code', 'code'] as const

/** Returns the effective status: the body may turn a success into a failure, but not the reverse. */
export function effectiveStatus(httpStatus: number, root: unknown): number {
  if (httpStatus < 200 || httpStatus >= 300 || !isObject(root)) return httpStatus
  const isFailure = readFlag(member(root, 'success')) === false
  // `code` alone is often a private numbering, so it counts only beside a plain `success: false`.
  const names = isFailure ? STATUS_FIELDS : STATUS_FIELDS.slice(0, 1)
  const reported = names
    .map((name) => readCount(member(root, name)) ?? 0)
    .find((status) => status >= 400 && status <= 599)
  if (reported !== undefined) return reported
  if (!isFailure) return httpStatus
  return readComplaint(root).fields === undefined ? 400 : 422
}
