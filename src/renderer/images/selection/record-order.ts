/** An order of records with the way back from a record to its place, for ranges and for keeping one's place. */
import type { RecordNumber } from '../../../shared/image.ts'

export interface RecordOrder {
  readonly numbers: Uint32Array
  /** Place + 1 by record number; 0 = not in this order. */
  readonly places: Uint32Array
}

export const EMPTY_ORDER: RecordOrder = { numbers: new Uint32Array(0), places: new Uint32Array(0) }

/** Indexes an order: about 4 ms for a million records, once for each view. */
export function indexOrder(numbers: Uint32Array): RecordOrder {
  let most = 0
  for (let i = 0; i < numbers.length; i += 1) most = Math.max(most, numbers[i] ?? 0)
  const places = new Uint32Array(numbers.length === 0 ? 0 : most + 1)
  for (let i = 0; i < numbers.length; i += 1) places[numbers[i] ?? 0] = i + 1
  return { numbers, places }
}

/** Place of a record in the order; -1 when it is not there. */
export function placeOf(order: RecordOrder, record: RecordNumber | null): number {
  if (record === null) return -1
  return (order.places[record] ?? 0) - 1
}

/** The inclusive span between two places, in order, whichever comes first. */
export function spanBetween(order: RecordOrder, a: number, b: number): Uint32Array {
  return order.numbers.subarray(Math.min(a, b), Math.max(a, b) + 1)
}
