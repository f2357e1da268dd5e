/** A key that leads through the grid: where the focus goes, and what it does to the selection. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import { stepFrom } from '../grid/navigation.ts'
import type { GridStep } from '../grid/navigation.ts'
import { placeOf } from '../selection/record-order.ts'
import type { RecordOrder } from '../selection/record-order.ts'
import { anchoredAt, selectOnly, selectRange } from '../selection/selection.ts'
import type { Selection } from '../selection/selection.ts'
import { placeAfterChange } from '../view/arrivals.ts'
import type { MoveKind } from './shortcuts.ts'

export interface GridPlace {
  readonly selection: Selection
  readonly active: RecordNumber | null
}

interface GridFrame {
  readonly order: RecordOrder
  readonly columns: number
  readonly rowsPerScreen: number
}

/** The focus and the selection after a move; the same place when the grid is empty. */
export function moveFocus(from: GridPlace, move: { step: GridStep; kind: MoveKind }, frame: GridFrame): GridPlace {
  const { order, columns, rowsPerScreen } = frame
  const shape = { count: order.numbers.length, columns, rowsPerScreen }
  const to = order.numbers[stepFrom(placeOf(order, from.active), move.step, shape)]
  if (to === undefined) return from
  return { active: to, selection: selectionAfter(from, to, move.kind, order) }
}

/**
 * Where the focus is after the order on screen became another one: on its record, else on the next one that is still
 * there, else on the last. For another query it is on its record or on the first.
 */
export function focusAfterChange(
  active: RecordNumber | null,
  orders: { readonly before: RecordOrder | null; readonly now: RecordOrder }
): RecordNumber | null {
  const { before, now } = orders
  if (active !== null && placeOf(now, active) >= 0) return active
  const isSameView = before !== null && active !== null && placeOf(before, active) >= 0
  const place = isSameView ? placeAfterChange(active, before, now) : 0
  return now.numbers[place] ?? null
}

function selectionAfter(from: GridPlace, to: RecordNumber, kind: MoveKind, order: RecordOrder): Selection {
  const { selection, active } = from
  if (kind === 'extend') {
    return selectRange(anchoredAt(selection, active, order), order, { to, join: 'replace' })
  }
  // In sticky mode only X, Space and clicks choose.
  if (kind === 'focus' || selection.mode === 'sticky') return selection
  return selectOnly(selection, to)
}
