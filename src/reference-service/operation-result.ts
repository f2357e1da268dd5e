/** What comes of an operation, before any dialect has written it down. */
import type { ImageRecord } from './image-record.ts'
import type { ProjectRecord } from './project-store.ts'

/** Messages by field, in the wording of the stock framework. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A page of a list. */
export interface Found<R> {
  readonly rows: readonly R[]
  /** How many match in all. */
  readonly total: number
  /** Place of the first row in the whole list, 0-based. */
  readonly offset: number
  readonly perPage: number
}

export type OperationResult =
  | { readonly kind: 'images'; readonly found: Found<ImageRecord> }
  | { readonly kind: 'projects'; readonly found: Found<ProjectRecord> }
  /** `accepted`: it exists, and its picture is still being made. */
  | { readonly kind: 'image'; readonly record: ImageRecord; readonly was: 'shown' | 'updated' | 'stored' | 'accepted' }
  | { readonly kind: 'image-deleted'; readonly record: ImageRecord }
  | { readonly kind: 'project-deleted'; readonly record: ProjectRecord }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | { readonly kind: 'not-found' }

/** Which part of a list is asked for, in the service's own terms: a place, or behind a record. */

export interface PageWindow {
  readonly perPage: number
  /** Place of the first row, 0-based; where `after` is given, only used when that record is gone. */
  readonly offset: number
  /** The record the page begins behind: an id or a project's name; null = begin at `offset`. */
  readonly after: string | null
}

/** Place of the page's first row. `placeOf` tells the place of a record, -1 when it is not in the list. */
export function startOf(window: PageWindow, placeOf: (after: string) => number): number {
  const place = window.after === null ? -1 : placeOf(window.after)
  return place < 0 ? window.offset : place + 1
}
