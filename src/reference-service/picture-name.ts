/**
 * A picture file's name says everything the artist needs, so that the file can be painted again at any time:
 * `anime.torii.3.watercolor.sepia.512.jpg`.
 */
import { FILTERS, MEDIUMS, STYLES } from '../shared/image.ts'
import type { Filter, Medium, Style } from '../shared/image.ts'
import { MOTIFS } from './motifs.ts'
import type { MotifName } from './motifs.ts'

export interface PictureSpec {
  readonly style: Style
  readonly motif: MotifName
  /** Seed of the drawing, 0 to VARIANTS - 1: bounds the number of distinct pictures. */
  readonly variant: number
  readonly medium: Medium | null
  readonly filter: Filter | null
  /** Edge in pixels. */
  readonly size: number
}

/** Drawings of one motif that differ by chance only. */
export const VARIANTS = 6
export const PICTURE_PATH = '/uploads/users/images/'

const SIZES: readonly number[] = [256, 512, 1024]
const NONE = 'none'

/** Flat art is kept without loss, smooth art as WebP, the rest as JPEG: an application meets all three. */
export function pictureFormat(style: Style): 'png' | 'webp' | 'jpg' {
  if (style === 'pixel_art') return 'png'
  return style === 'vaporwave' || style === 'pop_art' ? 'webp' : 'jpg'
}

export function pictureName(spec: PictureSpec): string {
  const { style, motif, variant, size } = spec
  return [style, motif, variant, spec.medium ?? NONE, spec.filter ?? NONE, size, pictureFormat(style)].join('.')
}

/** Reads a file name back; null for any name this service does not give, so nothing else is ever painted or read. */
export function readPictureName(name: string): PictureSpec | null {
  const [styleText, motifText, variantText = '', mediumText, filterText, sizeText] = name.split('.')
  const style = STYLES.find((known) => known === styleText)
  if (style === undefined) return null
  const motifs: readonly MotifName[] = MOTIFS[style]
  const motif = motifs.find((known) => known === motifText)
  if (motif === undefined) return null
  const medium = MEDIUMS.find((known) => known === mediumText) ?? null
  const filter = FILTERS.find((known) => known === filterText) ?? null
  const spec = { style, motif, variant: Number(variantText), medium, filter, size: Number(sizeText) }
  const isKnown =
    SIZES.includes(spec.size) && Number.isInteger(spec.variant) && spec.variant >= 0 && spec.variant < VARIANTS
  // Written again and compared: refuses every spelling but the one this module gives.
  return isKnown && pictureName(spec) === name ? spec : null
}
