/**
 * Images as the interface of the service names them, and as the window sees them.
 * Values and labels: section 2.1 of the interface description. A value this version does not know is kept
 * and shown raw, so fields of records are plain text; the closed lists serve forms and filters.
 */
import type { ChangeRow } from './change.ts'

export const RESOLUTIONS = ['256x256', '512x512', '1024x1024'] as const
export const STYLES = [
  '3d_render',
  'abstract',
  'anime',
  'art_deco',
  'cartoon',
  'digital_art',
  'illustration',
  'origami',
  'pixel_art',
  'photography',
  'pop_art',
  'retro',
  'sketch',
  'vaporwave'
] as const
export const MEDIUMS = [
  'acrylic',
  'canvas',
  'chalk',
  'charcoal',
  'crayon',
  'glass',
  'ink',
  'pastel',
  'pencil',
  'spray_paint',
  'watercolor'
] as const
export const FILTERS = ['grayscale', 'sepia', 'invert'] as const

export type Resolution = (typeof RESOLUTIONS)[number]
export type Style = (typeof STYLES)[number]
export type Medium = (typeof MEDIUMS)[number]
export type Filter = (typeof FILTERS)[number]

/** The four facets, in the order of the sidebar. */
export const LOOKS = ['style', 'medium', 'filter', 'resolution'] as const
export type Look = (typeof LOOKS)[number]

/** The library's own integer of a record, for ever; all the window ever sees of its identity. */
export type RecordNumber = number

/** What a record wears beside its star: nothing, a hollow dot, or a triangle. */
export type SyncMark = 'none' | 'waiting' | 'needs-you'

/**
 * A record that is not simply there: being created (`asks`: needs the person), or about to be deleted.
 * null for every other.
 */
export type RecordStage = 'create-waiting' | 'create-sending' | 'create-checking' | 'create-asks' | 'delete-waiting'

/** One image as a tile or the inspector shows it. Favorite is the effective value (intent over mirror). */
export interface ImageRow {
  readonly record: RecordNumber
  readonly name: string
  readonly style: string | null
  readonly medium: string | null
  readonly filter: string | null
  readonly resolution: string | null
  readonly favorite: boolean
  readonly mark: SyncMark
  /** Short stamp of the picture's source; null when no picture is known. Part of the picture's address, so a new result is a new picture. */
  readonly picture: string | null
  /** The prompt, cut to 300 characters; null when not known here. */
  readonly prompt: string | null
  /** ms since epoch, null when the service tells none. */
  readonly createdAt: number | null
  readonly stage: RecordStage | null
}

/** Everything known of one image, for the inspector. */
export interface ImageDetail {
  readonly row: ImageRow
  /** The service's id, to be shown only; null while it is not created yet. */
  readonly id: string | null
  /** The whole prompt; null when not known here. */
  readonly description: string | null
  /** Each result as one line of text; null = the service never returned the field. */
  readonly results: readonly string[] | null
  readonly resultFile: string | null
  readonly url: string | null
  readonly updatedAt: number | null
  /** When the service last told of it, ms since epoch; null = never. */
  readonly readAt: number | null
  /** Fields that this version does not know, as JSON text of an object. */
  readonly other: string
  /** Gone from the service and kept here by the person. */
  readonly isKeptCopy: boolean
  /** What is unsent of it, or needs the person; in the order of sending. */
  readonly changes: readonly ChangeRow[]
}
