/** Where the keys of a grid lead. Pure: from a place to a place. */

export type GridStep =
  | 'next'
  | 'previous'
  | 'down'
  | 'up'
  | 'row-start'
  | 'row-end'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'

export interface GridShape {
  readonly count: number
  readonly columns: number
  readonly rowsPerScreen: number
}

/**
 * The place after a step; -1 only in an empty grid. From nowhere (-1) any step leads to the first place, `last` to the
 * last. Down from the last full row reaches the end of a shorter one; up and down else keep the column.
 */
export function stepFrom(place: number, step: GridStep, shape: GridShape): number {
  const { count, columns, rowsPerScreen } = shape
  if (count === 0) return -1
  if (step === 'last') return count - 1
  if (place < 0 || step === 'first') return 0
  switch (step) {
    case 'next':
      return Math.min(place + 1, count - 1)
    case 'previous':
      return Math.max(place - 1, 0)
    case 'row-start':
      return place - (place % columns)
    case 'row-end':
      return Math.min(place - (place % columns) + columns - 1, count - 1)
    case 'down':
      return rowsAway(place, 1, shape)
    case 'up':
      return rowsAway(place, -1, shape)
    case 'page-down':
      return rowsAway(place, rowsPerScreen, shape)
    case 'page-up':
      return rowsAway(place, -rowsPerScreen, shape)
  }
}

function rowsAway(place: number, rows: number, { count, columns }: GridShape): number {
  const column = place % columns
  const lastRow = Math.floor((count - 1) / columns)
  const row = Math.min(Math.max(Math.floor(place / columns) + rows, 0), lastRow)
  return Math.min(row * columns + column, count - 1)
}
