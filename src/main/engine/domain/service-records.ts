/**
 * Records as the service returned them, read by the rules of docs/service.md. A field missing from the response is
 * absent here (never `null`), so that an incomplete response never erases what a complete one contained.
 */
import type { ImageFacets } from '../../../shared/image.ts'

/** The value of `results`, kept as the JSON the service sent. */
export type ResultsValue = readonly unknown[]

export interface ServiceImageFields extends Partial<ImageFacets> {
  readonly name?: string | null
  readonly description?: string | null
  readonly favorite?: boolean
  /** The array of the interface, if the service returns it. */
  readonly results?: ResultsValue
  /** Stored file name, if returned instead of `results`. */
  readonly result?: string | null
  /**
   * First usable picture address, absolute (relative ones resolved against the base); `null` if the record has none.
   */
  readonly picture?: string | null
  /** The service's own `url` text, unresolved; sent back as results if nothing better is known. */
  readonly url?: string | null
  /** ms since epoch. */
  readonly createdAt?: number | null
  readonly updatedAt?: number | null
}

export interface ServiceImage {
  /** Opaque text; compared as numbers only if all are numeric. */
  readonly id: string
  readonly fields: ServiceImageFields
  /** Fields unknown to this version, as sent. */
  readonly other: Readonly<Record<string, unknown>>
}

export interface ServiceProject {
  /** Name and identifier, often a host name. */
  readonly project: string
  /** An id beside the name, if the service returns one: some delete by it alone. */
  readonly id?: string | undefined
  readonly reports: number | null
  readonly result: string | null
  readonly createdAt: number | null
  readonly other: Readonly<Record<string, unknown>>
}

/** One list response. Numbers are `null` if the service does not report them. */
export interface ServicePage<R> {
  readonly records: readonly R[]
  readonly currentPage: number | null
  readonly lastPage: number | null
  readonly perPage: number | null
  readonly total: number | null
  /** Whether there is a next page, as reported by links or numbers; `null` if nothing reports it. */
  readonly hasNext: boolean | null
  /** Cursor of the next page if the service pages by cursor. */
  readonly nextCursor: string | null
  /** All rows of the response: read, left out as deleted or by a filter, or unreadable. */
  readonly listed: number
  /** Unreadable records of the list (without an id). They make a pass incomplete. */
  readonly unreadable: number
  /** Ids of records that the list shows as deleted. They are gone, but the total may include them. */
  readonly deleted: readonly string[]
  /** The service refused the page but still served the first one: the page is empty, for an unknown reason. */
  readonly isRefused?: true
}
