/**
 * The look of generated images in one row of bytes each: a million records are six megabytes, and a filter is a
 * scan over bytes. Codes: 0 = null, otherwise 1 + index into the shared list.
 */
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../shared/image.ts'
import type { Filter, Medium, Resolution, Style } from '../shared/image.ts'
import { chanceAt, weightedAt } from './chance.ts'
import { PICTURES, pictureAt, type DrawnPicture } from './picture-names.ts'

/** Bytes of a row, and the place of each value in it. */
export const ROW = 6
export const LOOK_FIELDS = ['style', 'medium', 'filter', 'resolution'] as const
/** `picture`: index in PICTURES. */
export const AT = { style: 0, medium: 1, filter: 2, resolution: 3, picture: 4, flags: 5 } as const
/** `retired`: deleted, and kept. */
export const FLAG = { favorite: 1, picture: 2, removed: 4, retired: 8 } as const

const RESOLUTION_WEIGHTS = [14, 58, 28]
const FAVORITE_SHARE = 0.15
const PICTURE_SHARE = 0.98
const PURPOSE = { resolution: 5, flags: 9, picture: 10 }

export interface ImageLook {
  readonly style: Style | null
  readonly medium: Medium | null
  readonly filter: Filter | null
  readonly resolution: Resolution
}

/** Writes the row of the generated image at `index` (0-based) into `row`: its look is that of its picture. */
export function writeGeneratedRow(row: Uint8Array, seed: number, index: number): void {
  const chance = (purpose: number): number => chanceAt(seed, index, purpose)
  const at = (index + seed) % PICTURES.length
  const picture = pictureAt(at)
  for (const field of ['style', 'medium', 'filter'] as const) row[AT[field]] = codeOfLook(field, picture[field])
  row[AT.resolution] = 1 + weightedAt(RESOLUTION_WEIGHTS, chance(PURPOSE.resolution))
  row[AT.picture] = at
  const isFavorite = chance(PURPOSE.flags) < FAVORITE_SHARE
  const hasPicture = chance(PURPOSE.picture) < PICTURE_SHARE
  row[AT.flags] = (isFavorite ? FLAG.favorite : 0) | (hasPicture ? FLAG.picture : 0)
}

export const readPicture = (row: Uint8Array): DrawnPicture => pictureAt(row[AT.picture] ?? 0)

export function readLook(row: Uint8Array): ImageLook {
  return {
    style: valueOf(STYLES, row[AT.style]),
    medium: valueOf(MEDIUMS, row[AT.medium]),
    filter: valueOf(FILTERS, row[AT.filter]),
    resolution: valueOf(RESOLUTIONS, row[AT.resolution]) ?? '512x512'
  }
}

function valueOf<T>(list: readonly T[], code: number | undefined): T | null {
  return list[(code ?? 0) - 1] ?? null
}

const VALUES = { style: STYLES, medium: MEDIUMS, filter: FILTERS, resolution: RESOLUTIONS } as const
/** A code that no row has. */
const UNKNOWN = 255

/** The code of a value in a row: 0 for null, and a code that matches nothing for a value outside the shared list. */
export function codeOfLook(field: keyof ImageLook, value: string | null): number {
  if (value === null) return 0
  const values: readonly string[] = VALUES[field]
  const index = values.indexOf(value)
  return index < 0 ? UNKNOWN : index + 1
}
