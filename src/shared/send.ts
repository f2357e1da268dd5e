/**
 * Port for all requests to the service. The engine builds `SendRequest`s and reads `SendResponse`s; main adds the key of
 * the slot and sends. Plain data, because it crosses threads.
 */
import type { FailureCode } from './failure.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Name of a key in main: of a group of the open connection, or of a draft under test. */
export type KeySlot = 'images' | 'projects' | 'draft-images' | 'draft-projects'

/** Whether a body is a JSON object, whose first character a form would encode as %7B. */
export const isJsonBody = (body: string): boolean => body.startsWith('{')

/** Returns the content type of a body. */
export const contentTypeOf = (body: string): string =>
  isJsonBody(body) ? 'application/json' : 'application/x-www-form-urlencoded'

export interface SendRequest {
  readonly slot: KeySlot
  readonly method: HttpMethod
  /** Absolute URL with query. Main refuses it unless it is under the address of the slot's key. */
  readonly url: string
  /** application/x-www-form-urlencoded body, or JSON, see `isJsonBody`; `null` for none. */
  readonly form: string | null
  readonly timeoutMs: number
  /**
   * Whether to use a session with one request at a time on a fresh socket (creates, project deletions), so that the
   * network stack never sends it twice.
   */
  readonly once: boolean
  /**
   * `follow` is only for the connection test: at most 5 hops, key only to the same host or its https upgrade. Otherwise
   * a redirect is a failure.
   */
  readonly redirects: 'refuse' | 'follow'
}

export interface HttpResponse {
  readonly kind: 'response'
  readonly status: number
  /** Headers that a client needs (content-type, retry-after, x-ratelimit-*, date, allow), with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded text, at most MAX_RESPONSE_BYTES. */
  readonly body: string
  /** URL of the response after redirects. */
  readonly url: string
}

export interface SendFailure {
  readonly kind: 'failed'
  readonly code: FailureCode
  /** `false` only for failures that prove that nothing reached the service. */
  readonly wasSent: boolean
  readonly host: string
  /** Target of a refused redirect. */
  readonly location: string | null
  /** Short technical text without secrets. */
  readonly detail: string
}

export type SendResponse = HttpResponse | SendFailure

/** Sends a request. Never rejects; every outcome is data. */
export type Send = (request: SendRequest) => Promise<SendResponse>
