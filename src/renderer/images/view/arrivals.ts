/** What a newer answer to the query on screen brings. Pure. */
import type { Result } from '../../../shared/failure.ts'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { indexOrder, placeOf, type RecordOrder } from '../selection/records.ts'

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

// Records that left the library while a view shows them. What merely no longer matches stays where it is.

/** Records of the order on screen that the newer one has no more. */
export function missingFrom(shown: RecordOrder, newer: RecordOrder): Uint32Array {
  return shown.numbers.filter((record) => placeOf(newer, record) < 0)
}

/** Those of `asked` that the library has no more, or will delete. None when it could not be asked. */
export function goneOf(asked: Uint32Array, answers: readonly Result<readonly ImageRow[]>[]): Uint32Array {
  const here = new Set<number>()
  for (const answer of answers) {
    if (!answer.ok) return new Uint32Array(0)
    for (const row of answer.value) if (row.stage !== 'delete-waiting') here.add(row.record)
  }
  return asked.filter((record) => !here.has(record))
}

/** The order without these records; the same one when it has none of them. */
export function without(order: RecordOrder, gone: Uint32Array): RecordOrder {
  const left = new Set(gone)
  const numbers = order.numbers.filter((record) => !left.has(record))
  return numbers.length === order.numbers.length ? order : indexOrder(numbers)
}

/** Both show the same records at the same places. */
export function isSameOrder(a: RecordOrder, b: RecordOrder): boolean {
  return a.numbers.length === b.numbers.length && a.numbers.every((record, place) => record === b.numbers[place])
}

// Does a row still belong to the view it stands in? Only what can change under a standing view is asked.

/** The view follows its marks: its number must be the sidebar's, so what is settled leaves it and what comes is in it. */
export const isFollowed = (query: ImageQuery | null): boolean => query !== null && query.mark !== 'any'

/** false = the tile stays, and says that it no longer matches. */
export function stillMatches(row: ImageRow, query: ImageQuery): boolean {
  return query.favorite === null || row.favorite === query.favorite
}
