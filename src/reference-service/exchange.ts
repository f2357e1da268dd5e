/** What goes into a handler and what comes out: plain data, so that the service runs without a port and without Node. */
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
  /** Address of the caller: the limiter counts per address. */
  readonly address: string
}

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What goes over the wire where it is not `body` in UTF-8. Callers in process do not look at it. */
  readonly bytes?: Uint8Array
}

/** `dropped`: the connection ends without a byte of an answer. `cut`: it ends in the middle of this one. */
export type ServiceReply =
  | { readonly kind: 'answer'; readonly answer: ServiceAnswer }
  | { readonly kind: 'cut'; readonly answer: ServiceAnswer }
  | { readonly kind: 'dropped' }

/** A request whose route is known and whose parts are parsed: what operations work on. */
export interface OperationInput {
  /** PUT, PATCH and so on; `_method` is already taken for it. */
  readonly method: string
  /** The decoded last segment: an image id, a project name, or '' for the collection. */
  readonly key: string
  readonly query: FormMap
  readonly form: FormMap
  /** Scheme and host as the caller wrote them, for absolute addresses. */
  readonly origin: string
  /** As sent. */
  readonly path: string
}
