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

interface GridShape {
  readonly count: number
  readonly columns: number
  readonly rowsPerScreen: number
}

/**
 * The place after a step; -1 only in an empty grid. From nowhere (-1) any step leads to the first place, `last` to the
 * last. Down from the last full row reaches the end of a shorter one; up and down else keep the column.
 */
export function stepFrom(place: number, step: GridStep, shape: GridShape): number {
  const { count } = shape
  if (count === 0) return -1
  if (step === 'last') return count - 1
  return place < 0 ? 0 : steps[step](place, shape)
}

const rowStart = (place: number, columns: number): number => place - (place % columns)

const steps: Readonly<Record<GridStep, (place: number, shape: GridShape) => number>> = {
  next: (place, { count }) => Math.min(place + 1, count - 1),
  previous: (place) => Math.max(place - 1, 0),
  down: (place, shape) => rowsAway(place, 1, shape),
  up: (place, shape) => rowsAway(place, -1, shape),
  'row-start': (place, { columns }) => rowStart(place, columns),
  'row-end': (place, { count, columns }) => Math.min(rowStart(place, columns) + columns - 1, count - 1),
  first: () => 0,
  last: (_place, { count }) => count - 1,
  'page-down': (place, shape) => rowsAway(place, shape.rowsPerScreen, shape),
  'page-up': (place, shape) => rowsAway(place, -shape.rowsPerScreen, shape)
}

function rowsAway(place: number, rows: number, { count, columns }: GridShape): number {
  const column = place % columns
  const lastRow = Math.floor((count - 1) / columns)
  const row = Math.min(Math.max(Math.floor(place / columns) + rows, 0), lastRow)
  return Math.min(row * columns + column, count - 1)
}
