/**
 * The look of generated images in one row of bytes each: a million records are eight megabytes, and a filter is a
 * scan over bytes. Codes: 0 = null, otherwise 1 + index into the shared list.
 */
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../shared/image.ts'
import type { Filter, Medium, Resolution, Style } from '../shared/image.ts'
import { chanceAt, pickAt, weightedAt } from './chance.ts'
import { MOTIFS } from './motifs.ts'
import type { MotifName } from './motifs.ts'
import { VARIANTS } from './picture-name.ts'

/** Bytes of a row, and the place of each value in it. */
export const ROW = 8
export const LOOK_FIELDS = ['style', 'medium', 'filter', 'resolution'] as const
export const AT = { style: 0, medium: 1, filter: 2, resolution: 3, drawn: 4, motif: 5, variant: 6, flags: 7 } as const
/** `retired`: deleted, and kept. */
export const FLAG = { favorite: 1, picture: 2, removed: 4, retired: 8 } as const

/** Style shares roughly as in a studio's library; the first is "no style". Order: null, then STYLES. */
const STYLE_WEIGHTS = [4, 8, 7, 15, 3, 6, 11, 12, 3, 4, 16, 3, 4, 5, 3]
const FILTER_WEIGHTS = [84, 8, 5, 3]
const RESOLUTION_WEIGHTS = [14, 58, 28]
const FAVORITE_SHARE = 0.15
const PICTURE_SHARE = 0.98
/** Styles a medium hardly makes sense for, and how often each kind has one. */
const PLAIN_STYLES: ReadonlySet<Style | null> = new Set(['photography', '3d_render', 'pixel_art'])
const MEDIUM_SHARE = { plain: 0.06, other: 0.36 }
const DRAWN_WITHOUT_STYLE: readonly Style[] = ['photography', 'digital_art', 'abstract']

const PURPOSE = {
  style: 1,
  medium: 2,
  hasMedium: 3,
  filter: 4,
  resolution: 5,
  drawn: 6,
  motif: 7,
  variant: 8,
  flags: 9,
  picture: 10
}

export interface ImageLook {
  readonly style: Style | null
  readonly medium: Medium | null
  readonly filter: Filter | null
  readonly resolution: Resolution
}

/** What the artist draws for a look: style decides, a record without style gets one all the same. */
export interface DrawnScene {
  readonly style: Style
  readonly motif: MotifName
  readonly variant: number
}

/** Writes the row of the generated image at `index` (0-based) into `row`. */
export function writeGeneratedRow(row: Uint8Array, seed: number, index: number): void {
  const chance = (purpose: number): number => chanceAt(seed, index, purpose)
  const style = weightedAt(STYLE_WEIGHTS, chance(PURPOSE.style))
  const isPlain = PLAIN_STYLES.has(STYLES[style - 1] ?? null)
  const hasMedium = chance(PURPOSE.hasMedium) < (isPlain ? MEDIUM_SHARE.plain : MEDIUM_SHARE.other)
  row[AT.style] = style
  row[AT.medium] = hasMedium ? 1 + Math.floor(chance(PURPOSE.medium) * MEDIUMS.length) : 0
  row[AT.filter] = weightedAt(FILTER_WEIGHTS, chance(PURPOSE.filter))
  row[AT.resolution] = 1 + weightedAt(RESOLUTION_WEIGHTS, chance(PURPOSE.resolution))
  const isFavorite = chance(PURPOSE.flags) < FAVORITE_SHARE
  const hasPicture = chance(PURPOSE.picture) < PICTURE_SHARE
  row[AT.flags] = (isFavorite ? FLAG.favorite : 0) | (hasPicture ? FLAG.picture : 0)
  writeScene(row, STYLES[style - 1] ?? pickAt(DRAWN_WITHOUT_STYLE, chance(PURPOSE.drawn)), chance)
}

/** Writes what is drawn. With a medium or filter only two variants exist: those cost the artist most. */
export function writeScene(row: Uint8Array, style: Style, chance: (purpose: number) => number): void {
  const isPlainPicture = row[AT.medium] === 0 && row[AT.filter] === 0
  row[AT.drawn] = 1 + STYLES.indexOf(style)
  row[AT.motif] = Math.floor(chance(PURPOSE.motif) * MOTIFS[style].length)
  row[AT.variant] = Math.floor(chance(PURPOSE.variant) * (isPlainPicture ? VARIANTS : 2))
}

export function readLook(row: Uint8Array): ImageLook {
  return {
    style: valueOf(STYLES, row[AT.style]),
    medium: valueOf(MEDIUMS, row[AT.medium]),
    filter: valueOf(FILTERS, row[AT.filter]),
    resolution: valueOf(RESOLUTIONS, row[AT.resolution]) ?? '512x512'
  }
}

export function readScene(row: Uint8Array): DrawnScene {
  const style = valueOf(STYLES, row[AT.drawn]) ?? 'abstract'
  const motifs: readonly MotifName[] = MOTIFS[style]
  return { style, motif: motifs[row[AT.motif] ?? 0] ?? 'silk', variant: row[AT.variant] ?? 0 }
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
