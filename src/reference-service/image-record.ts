/** Image records as the service keeps them, and what may be asked of them. */
import type { OptionalLook } from '../shared/image.ts'
import type { FormValue } from './form.ts'
import type { ImageLook } from './image-looks.ts'

export interface ImageRecord extends ImageLook {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Stored file name; null = no picture. */
  readonly result: string | null
  /** As last sent in an update; null = never, which reads as a list of the picture alone. */
  readonly results: readonly FormValue[] | null
  readonly favorite: boolean
  /** ms since epoch, whole seconds. */
  readonly createdAt: number
  readonly updatedAt: number
  /** When its picture is made, ms since epoch; absent where it was made inside the create. */
  readonly readyAt?: number
  /** When it was deleted, ms since epoch; only on services that keep what is deleted. */
  readonly deletedAt?: number
}

export interface ImageDraft extends ImageLook {
  readonly name: string
  readonly description: string
}

export interface ImageChanges extends Partial<Pick<ImageLook, OptionalLook>> {
  /** '' is written as null. */
  readonly name?: string
  readonly description?: string
  readonly favorite?: boolean
  readonly results?: readonly FormValue[]
}

export interface ImageSelection {
  /** Values as sent; one that no record has selects nothing. */
  readonly look: Partial<Readonly<Record<keyof ImageLook, string>>>
  readonly favorite: boolean | null
  /** LIKE text; null = all. */
  readonly search: string | null
  /** Deleted records that are kept are listed as well. */
  readonly withDeleted?: boolean
  readonly sortBy: 'id' | 'name'
  readonly sort: 'asc' | 'desc'
}
