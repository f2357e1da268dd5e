/** Measures of the grid, from its width and the size the slider says. All in CSS px. */
import type { RecordNumber } from '../../../shared/image.ts'
import { TILE_MAX, TILE_MIN, TILE_STEPS } from '../../../shared/preferences.ts'
import type { RecordOrder } from '../selection/records.ts'
import { placeAfterChange } from './arrivals.ts'

/** Space between pictures; the few px that do not divide by the columns widen it. */
export const GUTTER = 12
/** Space beside the outer pictures. */
export const SIDE_MARGIN = 20
/** Tint around a picture, inside its cell. */
const MAT = 4
/** Space above the first row and below the last. */
const BLOCK_PADDING = 8
/** Space between two rows of cells. */
const ROW_GAP = 12
/** What floats over the bottom of the grid while something is selected, and the space below it. */
export const COVERED_BELOW = 54
/** Name, meta and the space around them; below this size a tile is its picture only. */
const LABELS_FROM = 136
const LABEL_HEIGHT = 5 + 16 + 14 + 5

export interface GridLayout {
  readonly columns: number
  readonly rows: number
  /** Edge of a picture as it is shown: near the size asked for, so that the columns fill the width. */
  readonly edge: number
  readonly cellHeight: number
  /** From the top of one row to the top of the next. */
  readonly rowPitch: number
  readonly hasLabels: boolean
}

/**
 * Lays out `count` tiles of about the edge `tile` in a scroller `width` wide (scrollbar included: it stands in the
 * margin).
 */
export function layoutGrid(size: { width: number; tile: number; count: number }): GridLayout {
  const { width, tile, count } = size
  const room = width - 2 * SIDE_MARGIN + GUTTER
  const columns = columnsIn(room / (tile + GUTTER))
  const edge = Math.max(1, Math.floor(room / columns) - GUTTER)
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

/** Of the two whole numbers beside `wanted` the one that changes the size of a picture less. */
function columnsIn(wanted: number): number {
  const fewer = Math.max(1, Math.floor(wanted))
  return wanted ** 2 > fewer * (fewer + 1) ? fewer + 1 : fewer
}

/** Top of a row's cells within the scrolled content. */
export function rowTop(layout: GridLayout, row: number): number {
  return BLOCK_PADDING + row * layout.rowPitch
}

/** First and last place of a span of rows, one row at least. */
export function placesIn({ columns }: GridLayout, rows: { first: number; last: number }): [number, number] {
  return [rows.first * columns, (rows.last + 1) * columns - 1]
}

/** Height of everything that scrolls, with room below for what floats over the end. */
export function contentHeight(layout: GridLayout, roomBelow: number): number {
  if (layout.rows === 0) return 0
  return 2 * BLOCK_PADDING + layout.rows * layout.rowPitch - ROW_GAP + roomBelow
}

/** Rows that fit wholly into the viewport: one screen of PageUp and PageDown. */
export function rowsPerScreen(layout: GridLayout, height: number): number {
  return Math.max(1, Math.floor(height / layout.rowPitch))
}

/**
 * Where to scroll so that a row is wholly seen, clear of what covers the bottom. The same offset when it is already.
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

// Spans of rows: those that a viewport sees, and those around them. Pure.

/** Inclusive; `last` below `first` = none. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** Rows that a viewport `height` px high sees, wholly or in part, at an offset of the content. */
export function rowsSeen({ rows, rowPitch }: GridLayout, offset: number, height: number): RowRange {
  const at = (y: number) => Math.min(Math.floor((y - BLOCK_PADDING) / rowPitch), rows - 1)
  return { first: Math.max(0, at(offset)), last: at(offset + height) }
}

/** The span with up to `by` more rows at both of its ends. */
export function widened({ first, last }: RowRange, by: number, rows: number): RowRange {
  return { first: Math.max(0, first - by), last: Math.min(rows - 1, last + by) }
}

/** Whether two spans have a row in common. */
export function overlaps(a: RowRange, b: RowRange): boolean {
  return a.first <= b.last && b.first <= a.last
}

/** Every row of a span, and one outside of it (-1 = none) in its order. */
export function listRows({ first, last }: RowRange, one: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (one < 0 || (one >= first && one <= last)) return rows
  return one < first ? [one, ...rows] : [...rows, one]
}

// Thumbnail sizes: the slider's scale, its steps, and the wheel. Edges in CSS px.

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

// What keeps its position when the grid is laid out again: the first record in view, and how far it was scrolled. Pure.

export interface ScrollAnchor {
  /** null = the top of the grid, whatever is there. */
  readonly record: RecordNumber | null
  /** px from the top of its row to the top of the viewport. */
  readonly within: number
}

export const TOP: ScrollAnchor = { record: null, within: 0 }

/** The anchor at an offset. At the very top it is the top itself: what arrives there is then seen. */
export function anchorAt(offset: number, layout: GridLayout, order: RecordOrder): ScrollAnchor {
  if (offset <= 0 || layout.rows === 0) return TOP
  const row = Math.min(Math.max(0, Math.floor((offset - rowTop(layout, 0)) / layout.rowPitch)), layout.rows - 1)
  return { record: order.numbers[row * layout.columns] ?? null, within: offset - rowTop(layout, row) }
}

/** The offset at which an anchor of an earlier layout or order stands in this one. */
export function offsetOf(
  anchor: ScrollAnchor,
  layout: GridLayout,
  orders: { before: RecordOrder; now: RecordOrder }
): number {
  if (anchor.record === null) return 0
  const place = placeAfterChange(anchor.record, orders.before, orders.now)
  if (place < 0) return 0
  return Math.max(0, rowTop(layout, Math.floor(place / layout.columns)) + anchor.within)
}
