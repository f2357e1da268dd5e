/**
 * The port through which everything that talks to the service goes. The engine builds `SendRequest`s and reads
 * `SendAnswer`s; main adds the key of the slot and sends. Plain data: it crosses threads.
 */
import type { FailureCode } from './failure.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Name of a key that main holds: a group of the open connection, or of a draft under test. */
export type KeySlot = 'images' | 'projects' | 'draft-images' | 'draft-projects'

/** Whether a body is JSON: an object, whose first letter a form would write as %7B. */
export const isJsonBody = (body: string): boolean => body.startsWith('{')

/** What a body is sent as. */
export const contentTypeOf = (body: string): string =>
  isJsonBody(body) ? 'application/json' : 'application/x-www-form-urlencoded'

export interface SendRequest {
  readonly slot: KeySlot
  readonly method: HttpMethod
  /** Absolute address, query included. Main refuses it unless it lies under the address the slot's key was given for. */
  readonly url: string
  /** application/x-www-form-urlencoded body, or JSON, see `isJsonBody`; null for none. */
  readonly form: string | null
  readonly timeoutMs: number
  /** Through the session that sends one request at a time on a fresh socket (creates, project deletes): never sent twice by the stack. */
  readonly once: boolean
  /** `follow`: only the connection test; at most 5 hops, key only to the same host or its https upgrade. Otherwise a redirect is a failure. */
  readonly redirects: 'refuse' | 'follow'
}

export interface HttpAnswer {
  readonly kind: 'answer'
  readonly status: number
  /** Lower-case names; only those a client may need (content-type, retry-after, x-ratelimit-*, date, allow). */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded text, at most MAX_ANSWER_BYTES. */
  readonly body: string
  /** Address that answered, after redirects. */
  readonly url: string
}

export interface SendFailure {
  readonly kind: 'failed'
  readonly code: FailureCode
  /** false only for the closed list of failures that prove that nothing reached the service. */
  readonly wasSent: boolean
  readonly host: string
  /** Target of a refused redirect. */
  readonly location: string | null
  /** Short technical text without secrets. */
  readonly detail: string
}

export type SendAnswer = HttpAnswer | SendFailure

/** Never rejects: every outcome is data. */
export type Send = (request: SendRequest) => Promise<SendAnswer>
