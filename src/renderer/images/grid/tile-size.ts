/** Thumbnail sizes: the slider's scale, its steps, and the wheel. Edges in CSS px. */
import { TILE_MAX, TILE_MIN, TILE_STEPS } from '../../../shared/preferences.ts'

/** The slider counts in hundredths of its way; equal ways are equal factors of size, so the steps lie evenly. */
export const SLIDER_MAX = 100
const SPAN = Math.log(TILE_MAX / TILE_MIN)
/** A thumb this near to a step takes it. */
const SNAP = 2
/** Wheel px that double or halve the size. */
const WHEEL_OCTAVE = 600

/** Where on the slider a size lies, 0 to SLIDER_MAX. */
export function sliderOf(tile: number): number {
  return (Math.log(tile / TILE_MIN) / SPAN) * SLIDER_MAX
}

/** The size at a place of the slider; a place near a step gives the step. */
export function tileAt(slider: number): number {
  const step = TILE_STEPS.find((tile) => Math.abs(sliderOf(tile) - slider) <= SNAP)
  return step ?? clampTile(TILE_MIN * Math.exp((slider / SLIDER_MAX) * SPAN))
}

/**
 * The next step up or down from a size that changes the number of columns, which `columnsOf` tells of a size: pictures
 * fill the width, so that another size of as many columns looks the same. The limit where no step does.
 */
export function nextTile(tile: number, direction: 'larger' | 'smaller', columnsOf: (tile: number) => number): number {
  const onward = direction === 'larger' ? [...TILE_STEPS, TILE_MAX] : [...TILE_STEPS.toReversed(), TILE_MIN]
  const further = onward.filter((step) => (direction === 'larger' ? step > tile : step < tile))
  return further.find((step) => columnsOf(step) !== columnsOf(tile)) ?? further.at(-1) ?? tile
}

/** The size after a turn of the wheel by `delta` px (down = smaller). */
export function tileAfterWheel(tile: number, delta: number): number {
  const wanted = tile * 2 ** (-delta / WHEEL_OCTAVE)
  // A slow wheel must still move it.
  const whole = clampTile(wanted)
  return whole === tile ? clampTile(tile - Math.sign(delta)) : whole
}

function clampTile(tile: number): number {
  return Math.round(Math.min(TILE_MAX, Math.max(TILE_MIN, tile)))
}
