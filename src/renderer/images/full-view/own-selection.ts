/**
 * What the full view does to the selection. A tile that is opened was selected by the same click; X in the full view
 * must add to what a person chose, so that selection of one is let go while the view is open. Pure.
 */
import type { RecordNumber } from '../../../shared/image.ts'
import { EMPTY_SET, hasRecord } from '../selection/record-set.ts'
import { selectOnly } from '../selection/selection.ts'
import type { Selection } from '../selection/selection.ts'

/** The selection once the record is open. */
export function selectionOnOpening(from: Selection, record: RecordNumber): Selection {
  const isByClick = from.mode === 'extended' && from.members.size === 1 && hasRecord(from.members, record)
  return isByClick ? { ...from, members: EMPTY_SET, base: EMPTY_SET, frozen: null } : from
}

/** The selection back in the grid: the image that was seen last, unless others were chosen. */
export function selectionOnClosing(from: Selection, record: RecordNumber): Selection {
  return from.mode === 'extended' && from.members.size === 0 ? selectOnly(from, record) : from
}
