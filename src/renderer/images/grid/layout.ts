/** Measures of the grid, from its width and the size the slider says. All in CSS px. */

/** Least space between pictures; what is left over widens it, pictures never stretch. */
export const GUTTER = 12
/** Space beside the outer pictures. */
export const SIDE_MARGIN = 20
/** Tint around a picture, inside its cell. */
export const MAT = 4
/** Space above the first row and below the last. */
export const BLOCK_PADDING = 8
/** Space between two rows of cells. */
export const ROW_GAP = 12
/** What floats over the bottom of the grid while something is selected, and the space below it. */
export const COVERED_BELOW = 54
/** Name, meta and the space around them; below this size a tile is its picture only. */
export const LABELS_FROM = 136
const LABEL_HEIGHT = 5 + 16 + 14 + 5

export interface GridLayout {
  readonly columns: number
  readonly rows: number
  readonly cellWidth: number
  readonly cellHeight: number
  /** From the top of one row to the top of the next. */
  readonly rowPitch: number
  readonly hasLabels: boolean
}

/**
 * Lays out `count` tiles of edge `tile` in a scroller `width` wide (scrollbar included: it stands in the margin).
 */
export function layoutGrid(size: { width: number; tile: number; count: number }): GridLayout {
  const { width, tile, count } = size
  const columns = Math.max(1, Math.floor((width - 2 * SIDE_MARGIN + GUTTER) / (tile + GUTTER)))
  const hasLabels = tile >= LABELS_FROM
  const cellHeight = tile + MAT + (hasLabels ? LABEL_HEIGHT : MAT)
  return {
    columns,
    rows: Math.ceil(count / columns),
    cellWidth: tile + 2 * MAT,
    cellHeight,
    rowPitch: cellHeight + ROW_GAP,
    hasLabels
  }
}

/** Top of a row's cells within the scrolled content. */
export function rowTop(layout: GridLayout, row: number): number {
  return BLOCK_PADDING + row * layout.rowPitch
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
