/** What a newer answer to the query on screen brings. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import { placeOf } from '../selection/record-order.ts'
import type { RecordOrder } from '../selection/record-order.ts'

/** Records of the newer order that the one on screen has not, in the newer order. */
export function arrivedRecords(shown: RecordOrder, newer: RecordOrder): Uint32Array {
  return newer.numbers.filter((record) => placeOf(shown, record) < 0)
}

/**
 * Where a record stands in a newer order; when it is gone, the nearest later neighbor that is still there, else the
 * last place. -1 only in an empty order.
 */
export function placeAfterChange(record: RecordNumber, before: RecordOrder, after: RecordOrder): number {
  const start = placeOf(before, record)
  for (let place = Math.max(start, 0); place < before.numbers.length; place += 1) {
    const found = placeOf(after, before.numbers[place] ?? null)
    if (found >= 0) return found
  }
  return after.numbers.length - 1
}

/** The record of a list that stands first in an order; null when it has none of them. */
export function firstShown(records: Uint32Array, order: RecordOrder): RecordNumber | null {
  let first = -1
  for (const record of records) {
    const place = placeOf(order, record)
    if (place >= 0 && (first < 0 || place < first)) first = place
  }
  return order.numbers[first] ?? null
}
