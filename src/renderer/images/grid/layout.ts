/** Measures of the grid, from its width and the size the slider says. All in CSS px. */

/** Space between pictures; the few px that do not divide by the columns widen it. */
export const GUTTER = 12
/** Space beside the outer pictures. */
export const SIDE_MARGIN = 20
/** Tint around a picture, inside its cell. */
const MAT = 4
/** Space above the first row and below the last. */
export const BLOCK_PADDING = 8
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
