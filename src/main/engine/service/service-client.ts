/** Defines what every operation of the service needs, and what each one returns beside its outcome. */
import type { Failure } from '../../../shared/failure.ts'
import { RESPONSE_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { HttpMethod, KeySlot, Send, SendResponse } from '../../../shared/send.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Dialect } from './dialect.ts'
import { rateHeadersOf, readRateFacts, UNKNOWN_RATE, type RateFacts } from './rate-headers.ts'

export interface ServiceClient {
  readonly send: Send
  /** The slot whose key main adds. */
  readonly slot: KeySlot
  /** Normalized base address of the group, without /api/v1 and without a trailing slash. */
  readonly address: string
  /** The learned dialect of this group; operations read and extend it. */
  readonly dialect: Dialect
  /** ms since epoch. */
  readonly now: () => number
}

/** What the governor learns from an operation. Of several requests, the last one counts. */
export interface ResponseFacts {
  /** HTTP status; `null` if no response came. */
  readonly status: number | null
  readonly rate: RateFacts
  /**
   * Requests of this operation: more than one after a 405 or if the other encoding was tried. 0: refused on this
   * computer.
   */
  readonly requests: number
}

export interface ServiceResult<T> {
  readonly outcome: Outcome<T>
  readonly facts: ResponseFacts
}

export interface Call {
  readonly method: HttpMethod
  readonly url: string
  readonly form: string | null
  readonly timeoutMs: number
  /** True for requests that must reach the service at most once: creates and project deletes. */
  readonly once: boolean
}

/** Sends one request with the client's key and reads rate limits from the headers. Never rejects. */
export async function call(
  client: ServiceClient,
  request: Call
): Promise<{ response: SendResponse; facts: ResponseFacts }> {
  const response = await client.send({ ...request, slot: client.slot, redirects: 'refuse' })
  const style = response.kind === 'response' ? rateHeadersOf(response.headers) : null
  if (style !== null) client.dialect.learn('rate.headers', style)
  return { response, facts: factsOf(response, client.now()) }
}

/** Returns the facts of one request, whose response came at that time (ms since epoch). */
export function factsOf(response: SendResponse, receivedAt: number): ResponseFacts {
  if (response.kind === 'failed') return { ...NO_REQUEST, requests: 1 }
  return { status: response.status, rate: readRateFacts(response.headers, receivedAt), requests: 1 }
}

/** Returns the facts of two requests of one operation; the last one counts. */
export function summed(first: ResponseFacts, last: ResponseFacts): ResponseFacts {
  return { ...last, requests: first.requests + last.requests }
}

/** Returns a read request. */
export const get = (url: string): Call => ({
  method: 'GET',
  url,
  form: null,
  timeoutMs: RESPONSE_TIMEOUT_MS,
  once: false
})

/** Facts of a call that was refused before anything was sent. */
export const NO_REQUEST: ResponseFacts = { status: null, rate: UNKNOWN_RATE, requests: 0 }

/** Returns a rejected result for an invalid request, without sending anything. */
export const unsent = (failure: Failure) => ({ outcome: { kind: 'rejected', failure }, facts: NO_REQUEST }) as const
