/**
 * Values of images in the service's interface, and types of images in the window.
 * Values and labels are from section 2.1 of the interface description. Fields of records are plain text, because
 * unknown values are kept and shown raw; the closed lists are for forms and filters.
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
 * Attributes by which images are filtered and counted, with the values of the interface, in sidebar order. Columns,
 * statements, schemas, forms and list parameters are derived from this list.
 */
export const FACET_VALUES = { style: STYLES, medium: MEDIUMS, filter: FILTERS, resolution: RESOLUTIONS } as const
export type Facet = keyof typeof FACET_VALUES
/** Attributes that are optional in a create. */
export type OptionalFacet = Exclude<Facet, 'resolution'>

// `Object.keys` loses the key type.
export const FACETS = Object.keys(FACET_VALUES) as readonly Facet[]
export const OPTIONAL_FACETS = FACETS.filter((facet): facet is OptionalFacet => facet !== 'resolution')

/** Creates a record with a value for each attribute. */
export const forEachFacet = <T>(make: (facet: Facet) => T): Record<Facet, T> =>
  // `Object.fromEntries` loses the key type; the record is complete.
  Object.fromEntries(FACETS.map((facet) => [facet, make(facet)])) as Record<Facet, T>

/** Attribute values of an image as text; `null` for none. */
export type ImageFacets = Readonly<Record<Facet, string | null>>
const { resolution: _always, ...NONE } = forEachFacet(() => null)
/** Attributes of an image with only a resolution. */
export const NO_FACETS: Readonly<typeof NONE> = NONE

/** Permanent number of a record in the library, its only identity in the window. */
export type RecordNumber = number

/** Badge beside the star: none, a hollow dot, or a triangle. */
export type SyncBadge = 'none' | 'waiting' | 'needs-attention'

/** Stage of a record that is being created (`create-refused` needs attention) or about to be deleted; `null` for every other. */
export type RecordStage = 'create-waiting' | 'create-sending' | 'create-checking' | 'create-refused' | 'delete-waiting'

/** Source of the picture of a record. */
export interface PictureSource {
  /** Absolute http(s) or data: URL, already validated by the decoder. */
  readonly url: string
  /** Stamp of this source, as in `ImageRow.picture`. */
  readonly stamp: string
}

/** Image as a tile or the inspector shows it. `favorite` is the effective value (intent over mirror). */
export interface ImageRow extends ImageFacets {
  readonly record: RecordNumber
  readonly name: string
  readonly favorite: boolean
  readonly mark: SyncBadge
  /**
   * Short stamp of the picture's source; `null` if there is none. Part of the picture's address, so a new result has a
   * new address.
   */
  readonly picture: string | null
  /** Prompt, truncated to 300 characters; `null` if unknown. */
  readonly prompt: string | null
  /** ms since epoch; `null` if the service does not provide it. */
  readonly createdAt: number | null
  readonly stage: RecordStage | null
}
