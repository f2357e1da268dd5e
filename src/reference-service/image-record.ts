/** Types of stored image records and of queries for them. */
import type { OptionalFacet } from '../shared/image.ts'
import type { FormValue } from './form.ts'
import type { StoredFacets } from './image-facets.ts'

export interface ImageRecord extends StoredFacets {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Stored file name; `null` without a picture. */
  readonly result: string | null
  /** As last sent in an update; `null` if never, which reads as a list with only the picture. */
  readonly results: readonly FormValue[] | null
  readonly favorite: boolean
  /** ms since epoch, whole seconds. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Time when its picture is ready, ms since epoch; absent if it was generated within the create. */
  readonly readyAt?: number
  /** Time of deletion, ms since epoch; only on services that keep deleted records. */
  readonly deletedAt?: number
}

export interface ImageDraft extends StoredFacets {
  readonly name: string
  readonly description: string
}

export interface ImageChanges extends Partial<Pick<StoredFacets, OptionalFacet>> {
  /** '' is returned as null. */
  readonly name?: string
  readonly description?: string
  readonly favorite?: boolean
  readonly results?: readonly FormValue[]
}

export interface ImageSelection {
  /** Values as sent; an unknown value selects nothing. */
  readonly facets: Partial<Readonly<Record<keyof StoredFacets, string>>>
  readonly favorite: boolean | null
  /** LIKE pattern; `null` selects all. */
  readonly search: string | null
  /** Whether to list deleted records that are kept. */
  readonly withDeleted?: boolean
  readonly sortBy: 'id' | 'name'
  readonly sort: 'asc' | 'desc'
}
