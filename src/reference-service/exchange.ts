/** Requests and responses of the service as plain data, so that it runs without a port and without Node. */
import type { FormMap } from './form.ts'

export interface ServiceRequest {
  readonly scheme: 'http' | 'https'
  readonly method: string
  /** As sent, percent-encoded, without the query. */
  readonly path: string
  /** As sent, without the question mark. */
  readonly query: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Address of the caller, by which the rate limiter counts. */
  readonly address: string
}

export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Bytes to send if they differ from `body` in UTF-8. Callers in the same process ignore them. */
  readonly bytes?: Uint8Array
}

/**
 * Result of a request. `dropped`: the connection ends without a response. `cut`: it ends in the middle of the response.
 */
export type ServiceReply =
  | { readonly kind: 'response'; readonly response: ServiceResponse }
  | { readonly kind: 'cut'; readonly response: ServiceResponse }
  | { readonly kind: 'dropped' }

/** Parsed request with a known route, the input of operations. */
export interface OperationInput {
  /** HTTP method, with `_method` applied. */
  readonly method: string
  /** Decoded last path segment: an image id, a project name, or '' for the collection. */
  readonly key: string
  readonly query: FormMap
  readonly form: FormMap
  /** Scheme and host as sent by the caller, for absolute URLs. */
  readonly origin: string
  /** As sent. */
  readonly path: string
}
