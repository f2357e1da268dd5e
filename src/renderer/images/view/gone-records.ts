/** Records that left the library while a view shows them. What merely no longer matches stays where it is. */
import type { Result } from '../../../shared/failure.ts'
import type { ImageRow } from '../../../shared/image.ts'
import { indexOrder, placeOf } from '../selection/record-order.ts'
import type { RecordOrder } from '../selection/record-order.ts'

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
