/** Compares a newer result of the query on screen with the shown one. Pure. */
import type { Result } from '../../../shared/failure.ts'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { indexOrder, positionOf, type RecordOrder } from '../selection/records.ts'

/** Returns the records of the newer order that the shown one lacks, in the newer order. */
export function arrivedRecords(shown: RecordOrder, newer: RecordOrder): Uint32Array {
  return newer.numbers.filter((record) => positionOf(shown, record) < 0)
}

/**
 * Returns the position of a record in a newer order; if it is gone, that of the next neighbor still present, else the
 * last position. -1 only for an empty order.
 */
export function placeAfterChange(record: RecordNumber, before: RecordOrder, after: RecordOrder): number {
  const start = positionOf(before, record)
  for (let position = Math.max(start, 0); position < before.numbers.length; position += 1) {
    const found = positionOf(after, before.numbers[position] ?? null)
    if (found >= 0) return found
  }
  return after.numbers.length - 1
}

/** Returns the record of a list that comes first in an order; `null` if the order contains none of them. */
export function firstShown(records: Uint32Array, order: RecordOrder): RecordNumber | null {
  let first = -1
  for (const record of records) {
    const position = positionOf(order, record)
    if (position >= 0 && (first < 0 || position < first)) first = position
  }
  return order.numbers[first] ?? null
}

// Records that left the library leave a view; records that only no longer match stay.

/** Returns the records of the shown order that the newer one lacks. */
export function missingFrom(shown: RecordOrder, newer: RecordOrder): Uint32Array {
  return shown.numbers.filter((record) => positionOf(newer, record) < 0)
}

/** Returns those of the records that the library no longer has or will delete; none if any read failed. */
export function goneOf(candidates: Uint32Array, answers: readonly Result<readonly ImageRow[]>[]): Uint32Array {
  const here = new Set<number>()
  for (const answer of answers) {
    if (!answer.ok) return new Uint32Array(0)
    for (const row of answer.value) if (row.stage !== 'delete-waiting') here.add(row.record)
  }
  return candidates.filter((record) => !here.has(record))
}

/** Returns the order without these records; the same object if it contains none of them. */
export function without(order: RecordOrder, gone: Uint32Array): RecordOrder {
  const removed = new Set(gone)
  const numbers = order.numbers.filter((record) => !removed.has(record))
  return numbers.length === order.numbers.length ? order : indexOrder(numbers)
}

/** Returns whether both show the same records at the same positions. */
export function isSameOrder(a: RecordOrder, b: RecordOrder): boolean {
  return a.numbers.length === b.numbers.length && a.numbers.every((record, position) => record === b.numbers[position])
}

// Whether a row still belongs to its view. Only what can change in an open view is compared.

/**
 * Returns whether the view updates with its sync marks: its count must match the sidebar, so resolved records leave and
 * new ones enter.
 */
export const followsMarks = (query: ImageQuery | null): boolean =>
  query?.mark === 'waiting' || query?.mark === 'needs-attention'

/** Returns whether images leave the view because they are viewed, which happens only while one covers the grid. */
export const losesViewed = (query: ImageQuery | null): boolean => query?.mark === 'not-viewed'

/** Returns whether the row matches the query; a tile that no longer does stays and says so. */
export function stillMatches(row: ImageRow, query: ImageQuery): boolean {
  return query.favorite === null || row.favorite === query.favorite
}
