/** What a navigation key or a click on a tile does to the focus and the selection. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import { positionOf, type RecordOrder } from '../selection/records.ts'
import {
  anchoredAt,
  clearSelection,
  type Selection,
  selectOnly,
  selectRange,
  toggleRecord,
  toggleSticky
} from '../selection/selection.ts'
import { placeAfterChange } from '../view/arrivals.ts'

/** `select`: the selection moves with the focus; `focus`: only the focus moves; `extend`: a range follows it. */
export type MoveKind = 'select' | 'focus' | 'extend'

export interface GridPlace {
  readonly selection: Selection
  readonly active: RecordNumber | null
}

interface GridFrame {
  readonly order: RecordOrder
  readonly columns: number
  readonly rowsPerScreen: number
}

/** Returns the focus and the selection after a move; unchanged if the grid is empty. */
export function moveFocus(from: GridPlace, move: { step: GridStep; kind: MoveKind }, frame: GridFrame): GridPlace {
  const { order, columns, rowsPerScreen } = frame
  const shape = { count: order.numbers.length, columns, rowsPerScreen }
  const to = order.numbers[stepFrom(positionOf(order, from.active), move.step, shape)]
  if (to === undefined) return from
  return { active: to, selection: selectionAfter(from, to, move.kind, order) }
}

/**
 * Returns the focus after another order is shown: its record, else the next one still present, else the last. For
 * another query it is its record or the first.
 */
export function focusAfterChange(
  active: RecordNumber | null,
  orders: { readonly before: RecordOrder | null; readonly now: RecordOrder }
): RecordNumber | null {
  const { before, now } = orders
  if (active !== null && positionOf(now, active) >= 0) return active
  const isSameView = before !== null && active !== null && positionOf(before, active) >= 0
  const position = isSameView ? placeAfterChange(active, before, now) : 0
  return now.numbers[position] ?? null
}

function selectionAfter(from: GridPlace, to: RecordNumber, kind: MoveKind, order: RecordOrder): Selection {
  const { selection, active } = from
  if (kind === 'extend') {
    return selectRange(anchoredAt(selection, active, order), order, { to, join: 'replace' })
  }
  // In sticky mode only X, Space and clicks select.
  if (kind === 'focus' || selection.mode === 'sticky') return selection
  return selectOnly(selection, to)
}

// Where the keys of a grid move the focus. Pure: from position to position.

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
 * Returns the position after a step; -1 only for an empty grid. From no position (-1) any step leads to the first,
 * `last` to the last. Down from the last full row goes to the end of a shorter one; otherwise up and down keep the
 * column.
 */
export function stepFrom(position: number, step: GridStep, shape: GridShape): number {
  const { count } = shape
  if (count === 0) return -1
  if (step === 'last') return count - 1
  return position < 0 ? 0 : steps[step](position, shape)
}

const rowStart = (position: number, columns: number): number => position - (position % columns)

const steps: Readonly<Record<GridStep, (place: number, shape: GridShape) => number>> = {
  next: (position, { count }) => Math.min(position + 1, count - 1),
  previous: (position) => Math.max(position - 1, 0),
  down: (position, shape) => rowsAway(position, 1, shape),
  up: (position, shape) => rowsAway(position, -1, shape),
  'row-start': (position, { columns }) => rowStart(position, columns),
  'row-end': (position, { count, columns }) => Math.min(rowStart(position, columns) + columns - 1, count - 1),
  first: () => 0,
  last: (_place, { count }) => count - 1,
  'page-down': (position, shape) => rowsAway(position, shape.rowsPerScreen, shape),
  'page-up': (position, shape) => rowsAway(position, -shape.rowsPerScreen, shape)
}

function rowsAway(position: number, rows: number, { count, columns }: GridShape): number {
  const column = position % columns
  const lastRow = Math.floor((count - 1) / columns)
  const row = Math.min(Math.max(Math.floor(position / columns) + rows, 0), lastRow)
  return Math.min(row * columns + column, count - 1)
}

// What a click on a tile does to the selection, by its part and modifiers. Pure.

export interface TileClick {
  readonly record: RecordNumber
  readonly part: 'tile' | 'tick'
  /** Ctrl, or Cmd on macOS. */
  readonly isModHeld: boolean
  readonly isShiftHeld: boolean
}

/** Returns the selection after a click on a tile or on its tick corner. */
export function selectionAfterClick(from: Selection, click: TileClick, order: RecordOrder): Selection {
  const { record, isModHeld, isShiftHeld } = click
  const mode = click.part === 'tick' ? 'sticky' : from.mode
  if (isShiftHeld) return selectRange({ ...from, mode }, order, { to: record, join: isModHeld ? 'add' : 'replace' })
  if (click.part === 'tick') return toggleSticky(from, record)
  return isModHeld || mode === 'sticky' ? toggleRecord(from, record) : selectOnly(from, record)
}

/** Clears the selection after a click beside the tiles, except in sticky mode. */
export function selectionAfterEmptyClick(from: Selection): Selection {
  return from.mode === 'sticky' || from.members.size === 0 ? from : clearSelection(from)
}
