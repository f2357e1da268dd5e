/** What keeps its place when the grid is laid out anew: the first record in view, and how far it was scrolled. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import type { RecordOrder } from '../selection/record-order.ts'
import { placeAfterChange } from '../view/arrivals.ts'
import { rowTop } from './layout.ts'
import type { GridLayout } from './layout.ts'

export interface ScrollAnchor {
  /** null = the top of the grid, whatever is there. */
  readonly record: RecordNumber | null
  /** px from the top of its row to the top of the viewport. */
  readonly within: number
}

export const TOP: ScrollAnchor = { record: null, within: 0 }

/** The anchor at an offset. At the very top it is the top itself: what arrives there is then seen. */
export function anchorAt(offset: number, layout: GridLayout, order: RecordOrder): ScrollAnchor {
  if (offset <= 0 || layout.rows === 0) return TOP
  const row = Math.min(Math.max(0, Math.floor((offset - rowTop(layout, 0)) / layout.rowPitch)), layout.rows - 1)
  return { record: order.numbers[row * layout.columns] ?? null, within: offset - rowTop(layout, row) }
}

/** The offset at which an anchor of an earlier layout or order stands in this one. */
export function offsetOf(
  anchor: ScrollAnchor,
  layout: GridLayout,
  orders: { before: RecordOrder; now: RecordOrder }
): number {
  if (anchor.record === null) return 0
  const place = placeAfterChange(anchor.record, orders.before, orders.now)
  if (place < 0) return 0
  return Math.max(0, rowTop(layout, Math.floor(place / layout.columns)) + anchor.within)
}
