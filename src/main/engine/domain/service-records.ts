/**
 * Records as the service returned them, read by the rules of docs/service.md. A field that the answer did not
 * have is absent here (never null), so that a poorer answer never wipes what a richer one told.
 */
import type { ImageLooks } from '../../../shared/image.ts'

/** The value of `results`, kept as the JSON the service sent. */
export type ResultsValue = readonly unknown[]

export interface ServiceImageFields extends Partial<ImageLooks> {
  readonly name?: string | null
  readonly description?: string | null
  readonly favorite?: boolean
  /** The array of the interface, where the service returns it at all. */
  readonly results?: ResultsValue
  /** Stored file name, where returned instead of `results`. */
  readonly result?: string | null
  /** First usable picture address, absolute (relative ones resolved against the base); null = the record has none. */
  readonly picture?: string | null
  /** The service's own `url` text, unresolved: sent back as results where nothing better is known. */
  readonly url?: string | null
  /** ms since epoch. */
  readonly createdAt?: number | null
  readonly updatedAt?: number | null
}

export interface ServiceImage {
  /** Opaque text; numbers only for comparing when all are numeric. */
  readonly id: string
  readonly fields: ServiceImageFields
  /** Fields this version does not know, as sent. */
  readonly other: Readonly<Record<string, unknown>>
}

export interface ServiceProject {
  /** Name and identifier at once; often a host name. */
  readonly project: string
  /** An id beside the name, where the service tells one: some delete by it alone. */
  readonly id?: string | undefined
  readonly reports: number | null
  readonly result: string | null
  readonly createdAt: number | null
  readonly other: Readonly<Record<string, unknown>>
}

/** One list answer. Numbers are null where the service does not tell them. */
export interface ServicePage<R> {
  readonly records: readonly R[]
  readonly currentPage: number | null
  readonly lastPage: number | null
  readonly perPage: number | null
  readonly total: number | null
  /** There is a next page: true/false as told by links or numbers, null when nothing tells. */
  readonly hasNext: boolean | null
  /** Cursor of the next page where the service pages by cursor. */
  readonly nextCursor: string | null
  /** Rows of the answer, whatever became of them here: read, left out as deleted or by a filter, or unreadable. */
  readonly listed: number
  /** Records of the list that could not be read (no id). They make a pass incomplete. */
  readonly unreadable: number
  /** Ids of records that the list shows as deleted. They are gone, and the total may count them. */
  readonly deleted: readonly string[]
  /** The service refused the page while its first one still answered: nothing is there, and nothing proves why. */
  readonly isRefused?: true
}
