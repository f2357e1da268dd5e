/** A key that leads through the grid: where the focus goes, and what it does to the selection. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import { stepFrom } from '../grid/navigation.ts'
import type { GridStep } from '../grid/navigation.ts'
import { placeOf } from '../selection/record-order.ts'
import type { RecordOrder } from '../selection/record-order.ts'
import { selectOnly, selectRange } from '../selection/selection.ts'
import type { Selection } from '../selection/selection.ts'
import type { MoveKind } from './shortcuts.ts'

export interface GridPlace {
  readonly selection: Selection
  readonly active: RecordNumber | null
}

export interface GridFrame {
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

function selectionAfter(from: GridPlace, to: RecordNumber, kind: MoveKind, order: RecordOrder): Selection {
  const { selection, active } = from
  if (kind === 'extend') {
    const anchored = selection.anchor === null ? { ...selection, anchor: active } : selection
    return selectRange(anchored, order, { to, join: 'replace' })
  }
  // In sticky mode only X, Space and clicks choose.
  if (kind === 'focus' || selection.mode === 'sticky') return selection
  return selectOnly(selection, to)
}
