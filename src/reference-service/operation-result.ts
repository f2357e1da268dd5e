/** Results of operations, before a dialect writes them. */
import type { ImageRecord } from './image-record.ts'
import type { ProjectRecord } from './project-store.ts'

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
