/** Measures of the grid, from its width and the tile size of the slider. All in CSS px. */
import type { RecordNumber } from '../../../shared/image.ts'
import { TILE_MAX, TILE_MIN, TILE_STEPS } from '../../../shared/preferences.ts'
import type { RecordOrder } from '../selection/records.ts'
import { placeAfterChange } from './arrivals.ts'

/** Space between pictures; the remainder of dividing the width by the columns widens it. */
export const GUTTER = 12
/** Space at the left and right of the grid. */
export const SIDE_MARGIN = 20
/** Tint around a picture, inside its cell. */
const MAT = 4
/** Space above the first row and below the last. */
const BLOCK_PADDING = 8
/** Space between two rows of cells. */
const ROW_GAP = 12
/** Height of the action bar that covers the bottom of the grid during a selection, with the space below it. */
export const COVERED_BELOW = 54
/** Below this size a tile shows its picture only, without name and meta. */
const LABELS_FROM = 136
const LABEL_HEIGHT = 5 + 16 + 14 + 5

export interface GridLayout {
  readonly columns: number
  readonly rows: number
  /** Edge of a picture as shown: close to the requested size, with columns that fill the width. */
  readonly edge: number
  readonly cellHeight: number
  /** Distance between the tops of two rows. */
  readonly rowPitch: number
  readonly hasLabels: boolean
}

/**
 * Lays out `count` tiles with an edge of about `tile` in a scroller of `width`. The scrollbar is part of the width,
 * because it overlaps the margin.
 */
export function layoutGrid(size: { width: number; tile: number; count: number }): GridLayout {
  const { width, tile, count } = size
  const available = width - 2 * SIDE_MARGIN + GUTTER
  const columns = columnsIn(available / (tile + GUTTER))
  const edge = Math.max(1, Math.floor(available / columns) - GUTTER)
  const hasLabels = tile >= LABELS_FROM
  const cellHeight = edge + MAT + (hasLabels ? LABEL_HEIGHT : MAT)
  return {
    columns,
    rows: Math.ceil(count / columns),
    edge,
    cellHeight,
    rowPitch: cellHeight + ROW_GAP,
    hasLabels
  }
}

/** Returns the neighboring whole number of columns that changes the picture size less. */
function columnsIn(exactColumns: number): number {
  const fewer = Math.max(1, Math.floor(exactColumns))
  return exactColumns ** 2 > fewer * (fewer + 1) ? fewer + 1 : fewer
}

/** Returns the top of a row’s cells within the scrolled content. */
export function rowTop(layout: GridLayout, row: number): number {
  return BLOCK_PADDING + row * layout.rowPitch
}

/** Returns the first and last position of a range of rows (at least one row). */
export function placesIn({ columns }: GridLayout, rows: { first: number; last: number }): [number, number] {
  return [rows.first * columns, (rows.last + 1) * columns - 1]
}

/** Returns the height of the scrolled content, with room below for what covers the end. */
export function contentHeight(layout: GridLayout, roomBelow: number): number {
  if (layout.rows === 0) return 0
  return 2 * BLOCK_PADDING + layout.rows * layout.rowPitch - ROW_GAP + roomBelow
}

/** Returns how many whole rows fit the viewport: one screen of PageUp and PageDown. */
export function rowsPerScreen(layout: GridLayout, height: number): number {
  return Math.max(1, Math.floor(height / layout.rowPitch))
}

/**
 * Returns the offset that shows a whole row, clear of what covers the bottom; the same offset if it is already in view.
 */
export function offsetShowing(
  layout: GridLayout,
  row: number,
  port: { offset: number; height: number; coveredBelow: number }
): number {
  const top = rowTop(layout, row) - BLOCK_PADDING
  const bottom = rowTop(layout, row) + layout.cellHeight + MAT + port.coveredBelow
  if (top < port.offset) return top
  if (bottom > port.offset + port.height) return Math.max(0, Math.min(top, bottom - port.height))
  return port.offset
}

// Ranges of rows: those in the viewport, and those around them. Pure.

/** Inclusive; empty if `last` is below `first`. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** Returns the rows that are wholly or partly in a viewport `height` px high at an offset of the content. */
export function rowsSeen({ rows, rowPitch }: GridLayout, offset: number, height: number): RowRange {
  const at = (y: number) => Math.min(Math.floor((y - BLOCK_PADDING) / rowPitch), rows - 1)
  return { first: Math.max(0, at(offset)), last: at(offset + height) }
}

/** Returns the range with up to `by` more rows at both ends. */
export function widened({ first, last }: RowRange, by: number, rows: number): RowRange {
  return { first: Math.max(0, first - by), last: Math.min(rows - 1, last + by) }
}

/** Returns whether two ranges have a row in common. */
export function overlaps(a: RowRange, b: RowRange): boolean {
  return a.first <= b.last && b.first <= a.last
}

/** Lists every row of a range, and in order one more row outside it (-1 = none). */
export function listRows({ first, last }: RowRange, extra: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (extra < 0 || (extra >= first && extra <= last)) return rows
  return extra < first ? [extra, ...rows] : [...rows, extra]
}

// Thumbnail sizes: the scale of the slider, its steps, and the wheel. Edges in CSS px.

/**
 * The slider has 100 logarithmic positions: equal distances are equal factors of size, so the steps are evenly spaced.
 */
export const SLIDER_MAX = 100
const SPAN = Math.log(TILE_MAX / TILE_MIN)
/** A thumb this close to a step snaps to it. */
const SNAP = 2
/** Wheel px that double or halve the size. */
const WHEEL_OCTAVE = 600

/** Returns the slider position of a size, 0 to SLIDER_MAX. */
export function sliderOf(tile: number): number {
  return (Math.log(tile / TILE_MIN) / SPAN) * SLIDER_MAX
}

/** Returns the size at a slider position, which snaps to a step nearby. */
export function tileAt(slider: number): number {
  const step = TILE_STEPS.find((tile) => Math.abs(sliderOf(tile) - slider) <= SNAP)
  return step ?? clampTile(TILE_MIN * Math.exp((slider / SLIDER_MAX) * SPAN))
}

/**
 * Returns the next step up or down that changes the number of columns, which `columnsOf` returns for a size. Pictures
 * fill the width, so another size with the same number of columns looks the same. Returns the limit if no step does.
 */
export function nextTile(tile: number, direction: 'larger' | 'smaller', columnsOf: (tile: number) => number): number {
  const steps = direction === 'larger' ? [...TILE_STEPS, TILE_MAX] : [...TILE_STEPS.toReversed(), TILE_MIN]
  const candidates = steps.filter((step) => (direction === 'larger' ? step > tile : step < tile))
  return candidates.find((step) => columnsOf(step) !== columnsOf(tile)) ?? candidates.at(-1) ?? tile
}

/** Returns the size after a turn of the wheel by `delta` px (down = smaller). */
export function tileAfterWheel(tile: number, delta: number): number {
  const scaled = tile * 2 ** (-delta / WHEEL_OCTAVE)
  // Even a slow wheel changes the size.
  const whole = clampTile(scaled)
  return whole === tile ? clampTile(tile - Math.sign(delta)) : whole
}

function clampTile(tile: number): number {
  return Math.round(Math.min(TILE_MAX, Math.max(TILE_MIN, tile)))
}

// The scroll position to keep when the grid is laid out again: the first record in view, and the offset within its row.
// Pure.

export interface ScrollAnchor {
  /** `null` is the top of the grid, whichever record is there. */
  readonly record: RecordNumber | null
  /** px from the top of its row to the top of the viewport. */
  readonly within: number
}

export const TOP: ScrollAnchor = { record: null, within: 0 }

/** Returns the anchor at an offset. At offset 0 it is the top itself, so that records arriving there are visible. */
export function anchorAt(offset: number, layout: GridLayout, order: RecordOrder): ScrollAnchor {
  if (offset <= 0 || layout.rows === 0) return TOP
  const row = Math.min(Math.max(0, Math.floor((offset - rowTop(layout, 0)) / layout.rowPitch)), layout.rows - 1)
  return { record: order.numbers[row * layout.columns] ?? null, within: offset - rowTop(layout, row) }
}

/** Returns the offset of an anchor of an earlier layout or order in this one. */
export function offsetOf(
  anchor: ScrollAnchor,
  layout: GridLayout,
  orders: { before: RecordOrder; now: RecordOrder }
): number {
  if (anchor.record === null) return 0
  const position = placeAfterChange(anchor.record, orders.before, orders.now)
  if (position < 0) return 0
  return Math.max(0, rowTop(layout, Math.floor(position / layout.columns)) + anchor.within)
}
