/**
 * Where mounted rows stand inside a scrolled element that may be shorter than its content. Browsers clip positions
 * beyond 33.5 million px, so rows stand relative to a base near what is seen. Pure.
 */
import type { ScrollScale } from './scroll-scale.ts'

/** The base moves in steps this large, so that mounted rows seldom change their style. */
const BASE_STEP = 1_000_000
/** Rows that are mounted but not seen (that of the focus) stand no further away than this. */
const FARTHEST = 2 * BASE_STEP

/** The base of rows around a content offset; 0 while the content is not scaled. */
export function rowBase(scale: ScrollScale, offset: number): number {
  return scale.ratio === 1 ? 0 : Math.floor(offset / BASE_STEP) * BASE_STEP
}

/** Top of a row relative to the base. */
export function topFromBase(scale: ScrollScale, top: number, base: number): number {
  if (scale.ratio === 1) return top
  return Math.min(Math.max(top - base, -FARTHEST), FARTHEST)
}

/** Top of the layer that holds the rows, inside the scrolled element. */
export function layerTop(scale: ScrollScale, offset: number, base: number): number {
  return scale.ratio === 1 ? 0 : base + offset / scale.ratio - offset
}
