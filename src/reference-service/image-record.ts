/** Image records as the service keeps them, and what may be asked of them. */
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
}

export interface ImageDraft extends ImageLook {
  readonly name: string
  readonly description: string
}

export interface ImageChanges {
  readonly name?: string
  readonly favorite?: boolean
  readonly results?: readonly FormValue[]
}

export interface ImageSelection {
  /** Values as sent; one that no record has selects nothing. */
  readonly look: Partial<Readonly<Record<keyof ImageLook, string>>>
  readonly favorite: boolean | null
  /** LIKE text; null = all. */
  readonly search: string | null
  readonly sortBy: 'id' | 'name'
  readonly sort: 'asc' | 'desc'
}
