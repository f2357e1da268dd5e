/** A click on a tile: which part of it, with which keys held, does what to the selection. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import type { RecordOrder } from '../selection/record-order.ts'
import { clearSelection, selectOnly, selectRange, toggleRecord, toggleSticky } from '../selection/selection.ts'
import type { Selection } from '../selection/selection.ts'

export interface TileClick {
  readonly record: RecordNumber
  readonly part: 'tile' | 'tick'
  /** Ctrl, or Cmd on macOS. */
  readonly isModHeld: boolean
  readonly isShiftHeld: boolean
}

/** The selection after a click on a tile or on its tick corner. */
export function selectionAfterClick(from: Selection, click: TileClick, order: RecordOrder): Selection {
  const { record, isModHeld, isShiftHeld } = click
  const mode = click.part === 'tick' ? 'sticky' : from.mode
  if (isShiftHeld) return selectRange({ ...from, mode }, order, { to: record, join: isModHeld ? 'add' : 'replace' })
  if (click.part === 'tick') return toggleSticky(from, record)
  return isModHeld || mode === 'sticky' ? toggleRecord(from, record) : selectOnly(from, record)
}

/** A click beside the tiles: nothing in sticky mode, else the selection is let go. */
export function selectionAfterEmptyClick(from: Selection): Selection {
  return from.mode === 'sticky' || from.members.size === 0 ? from : clearSelection(from)
}
