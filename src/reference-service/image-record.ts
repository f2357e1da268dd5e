/** Types of stored image records and of queries for them, and the bytes in which generated images are stored. */
import { type OptionalFacet, forEachFacet, FACET_VALUES, FACETS, type Facet } from '../shared/image.ts'
import { chanceAt, weightedAt, pickAt } from './chance.ts'
import type { FormValue } from './form.ts'
import { PROMPT_MOODS, SUBJECTS, TAILS, type Motif } from './motif-words.ts'
import { PICTURES, pictureAt, type DrawnPicture } from './picture-names.ts'

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

// Stores the attributes of generated images in one row of bytes each, so that a million records take six megabytes
// and a filter is a scan over bytes. Codes: 0 = null, otherwise 1 + index into the shared list.

/** Offset of each value in a row. `picture` is an index in PICTURES. */
export const AT = {
  ...forEachFacet((facet) => FACETS.indexOf(facet)),
  picture: FACETS.length,
  flags: FACETS.length + 1
}
export const ROW = FACETS.length + 2
/** Flags of a row; `retired` means deleted and kept. */
export const FLAG = { favorite: 1, picture: 2, removed: 4, retired: 8 } as const

const RESOLUTION_WEIGHTS = [14, 58, 28]
const FAVORITE_SHARE = 0.15
const PICTURE_SHARE = 0.98
const PURPOSE = { resolution: 5, flags: 9, picture: 10, subject: 21, hasTail: 22, tail: 23, number: 24, mood: 25 }

type ValueOf<L extends Facet> = (typeof FACET_VALUES)[L][number]
type OptionalValues = { readonly [L in OptionalFacet]: ValueOf<L> | null }

export interface StoredFacets extends OptionalValues {
  readonly resolution: ValueOf<'resolution'>
}

/** Writes the row of the generated image at `index` (0-based) into `row`, with the attributes of its picture. */
export function writeGeneratedRow(row: Uint8Array, seed: number, index: number): void {
  const chance = (purpose: number): number => chanceAt(seed, index, purpose)
  const at = (index + seed) % PICTURES.length
  const picture = pictureAt(at)
  for (const field of ['style', 'medium', 'filter'] as const) row[AT[field]] = codeOfFacet(field, picture[field])
  row[AT.resolution] = 1 + weightedAt(RESOLUTION_WEIGHTS, chance(PURPOSE.resolution))
  row[AT.picture] = at
  const isFavorite = chance(PURPOSE.flags) < FAVORITE_SHARE
  const hasPicture = chance(PURPOSE.picture) < PICTURE_SHARE
  row[AT.flags] = (isFavorite ? FLAG.favorite : 0) | (hasPicture ? FLAG.picture : 0)
}

export const readPicture = (row: Uint8Array): DrawnPicture => pictureAt(row[AT.picture] ?? 0)

export function readFacets(row: Uint8Array): StoredFacets {
  // Each attribute has a value of its own list; only the resolution is never `null`.
  const facets = forEachFacet((facet) => FACET_VALUES[facet][(row[AT[facet]] ?? 0) - 1] ?? null) as OptionalValues & {
    readonly resolution: StoredFacets['resolution'] | null
  }
  return { ...facets, resolution: facets.resolution ?? '512x512' }
}

/** Code that no row has. */
const UNKNOWN = 255

/** Returns the code of a value: 0 for `null`, and a code that matches nothing for an unknown value. */
export function codeOfFacet(field: keyof StoredFacets, value: string | null): number {
  if (value === null) return 0
  const values: readonly string[] = FACET_VALUES[field]
  const index = values.indexOf(value)
  return index < 0 ? UNKNOWN : index + 1
}

const TAIL_SHARE = 0.55
const NUMBER_SHARE = 0.12

/** Returns a name that fits the picture: "Koi pond, late September", "Neon harbour 4". */
export function generatedName(motif: Motif, seed: number, index: number): string {
  const subject = pickAt(SUBJECTS[motif], chanceAt(seed, index, PURPOSE.subject))
  const tailed = chanceAt(seed, index, PURPOSE.hasTail)
  if (tailed < TAIL_SHARE) return `${subject}, ${pickAt(TAILS, chanceAt(seed, index, PURPOSE.tail))}`
  if (tailed > 1 - NUMBER_SHARE) return `${subject} ${2 + Math.floor(chanceAt(seed, index, PURPOSE.number) * 18)}`
  return subject
}

/** Returns the prompt of a generated picture. */
export function generatedDescription(
  facets: StoredFacets,
  motif: Motif,
  at: readonly [seed: number, index: number]
): string {
  const [seed, index] = at
  const subject = pickAt(SUBJECTS[motif], chanceAt(seed, index, PURPOSE.subject))
  const qualities = [facets.style, facets.medium]
    .filter((quality) => quality !== null)
    .map((quality) => quality.replaceAll('_', ' '))
  return [subject, ...qualities, pickAt(PROMPT_MOODS, chanceAt(seed, index, PURPOSE.mood))].join(', ')
}
