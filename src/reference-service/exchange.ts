/** Requests and responses of the service as plain data, so that it runs without a port and without Node. */
import type { FormMap } from './form.ts'
import type { ImageRecord } from './image-record.ts'
import type { ProjectRecord } from './project-store.ts'

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

// Results of operations, before a dialect writes them.

/** Messages by field, in the wording of the stock framework. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A page of a list. */
export interface Found<R> {
  readonly rows: readonly R[]
  /** Total number of matches. */
  readonly total: number
  /** Index of the first row in the whole list, 0-based. */
  readonly offset: number
  readonly perPage: number
}

export type OperationResult =
  | { readonly kind: 'images'; readonly found: Found<ImageRecord> }
  | { readonly kind: 'projects'; readonly found: Found<ProjectRecord> }
  /** `accepted` means that the record exists and its picture is being generated. */
  | { readonly kind: 'image'; readonly record: ImageRecord; readonly was: 'shown' | 'updated' | 'stored' | 'accepted' }
  | { readonly kind: 'image-deleted'; readonly record: ImageRecord }
  | { readonly kind: 'project-deleted'; readonly record: ProjectRecord }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | { readonly kind: 'not-found' }

/** Requested part of a list: an offset, or the rows after a record. */
export interface PageWindow {
  readonly perPage: number
  /** Index of the first row, 0-based; with `after` only used if that record no longer exists. */
  readonly offset: number
  /** Id or project name of the record before the page; `null` to begin at `offset`. */
  readonly after: string | null
}

/** Returns the index of the page's first row. `placeOf` returns the index of a record, -1 if it is not in the list. */
export function startOf(window: PageWindow, placeOf: (after: string) => number): number {
  const index = window.after === null ? -1 : placeOf(window.after)
  return index < 0 ? window.offset : index + 1
}
