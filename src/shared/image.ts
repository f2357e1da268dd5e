/**
 * Images as the interface of the service names them, and as the window sees them.
 * Values and labels: section 2.1 of the interface description. A value this version does not know is kept
 * and shown raw, so fields of records are plain text; the closed lists serve forms and filters.
 */

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

export type Style = (typeof STYLES)[number]
export type Medium = (typeof MEDIUMS)[number]
export type Filter = (typeof FILTERS)[number]

/**
 * The looks by which images are filtered and counted, with the values of the interface, in the order of the sidebar.
 * Columns, statements, schemas, forms and parameters of lists are made from this list.
 */
export const LOOK_VALUES = { style: STYLES, medium: MEDIUMS, filter: FILTERS, resolution: RESOLUTIONS } as const
export type Look = keyof typeof LOOK_VALUES
/** A create may leave these out. */
export type OptionalLook = Exclude<Look, 'resolution'>

// The names of the list are its keys.
export const LOOKS = Object.keys(LOOK_VALUES) as readonly Look[]
export const OPTIONAL_LOOKS = LOOKS.filter((look): look is OptionalLook => look !== 'resolution')

/** One of something for each look. */
export const forEachLook = <T>(make: (look: Look) => T): Record<Look, T> =>
  // Every look of the closed list gets its entry.
  Object.fromEntries(LOOKS.map((look) => [look, make(look)])) as Record<Look, T>

/** The values of one image as text; null = none. */
export type ImageLooks = Readonly<Record<Look, string | null>>
const { resolution: _always, ...NONE } = forEachLook(() => null)
/** Of an image for which nothing was chosen but its size. */
export const NO_LOOKS: Readonly<typeof NONE> = NONE

/** The library's own integer of a record, for ever; all the window ever sees of its identity. */
export type RecordNumber = number

/** What a record wears beside its star: nothing, a hollow dot, or a triangle. */
export type SyncMark = 'none' | 'waiting' | 'needs-you'

/**
 * A record that is not simply there: being created (`asks`: needs the person), or about to be deleted.
 * null for every other.
 */
export type RecordStage = 'create-waiting' | 'create-sending' | 'create-checking' | 'create-asks' | 'delete-waiting'

/** Where the picture of a record is to be had. */
export interface PictureSource {
  /** Absolute http(s) address, or a data: image; already checked by the reading rules. */
  readonly url: string
  /** Stamp of this source, the one in ImageRow.picture. */
  readonly stamp: string
}

/** One image as a tile or the inspector shows it. Favorite is the effective value (intent over mirror). */
export interface ImageRow extends ImageLooks {
  readonly record: RecordNumber
  readonly name: string
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
