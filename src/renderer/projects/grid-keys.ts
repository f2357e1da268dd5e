/** Where the keys of a data grid lead. Row 0 is the header; rows of data follow. Pure. */

export interface Cell {
  readonly row: number
  readonly column: number
}

interface GridSize {
  /** Rows with the header. */
  readonly rows: number
  readonly columns: number
  /** Rows that fit on one screen. */
  readonly page: number
}

/** The cell a key leads to, within the grid; null = not a key of the grid. `isCtrl` reaches the corners. */
export function cellAfter(key: string, from: Cell, size: GridSize & { readonly isCtrl: boolean }): Cell | null {
  const moved = move(key, from, size)
  if (moved === null) return null
  return cellWithin(moved, size)
}

function move(key: string, { row, column }: Cell, size: GridSize & { readonly isCtrl: boolean }): Cell | null {
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'PageDown':
      return { row: row + size.page, column }
    case 'PageUp':
      // A page up from the first screen stays in the data; only the arrow goes on to the header.
      return { row: row === 0 ? 0 : Math.max(1, row - size.page), column }
    case 'Home':
      return { row: size.isCtrl ? 1 : row, column: 0 }
    case 'End':
      return { row: size.isCtrl ? size.rows - 1 : row, column: size.columns - 1 }
    default:
      return null
  }
}

/** The cell itself, or the nearest one when the grid has become smaller. */
export function cellWithin({ row, column }: Cell, size: Pick<GridSize, 'rows' | 'columns'>): Cell {
  return { row: within(row, size.rows), column: within(column, size.columns) }
}

function within(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1)
}
