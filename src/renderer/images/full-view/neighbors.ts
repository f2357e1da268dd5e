/** Which image comes next. Pure. */
import type { RecordNumber } from '../../../shared/image.ts'
import { placeOf } from '../selection/record-order.ts'
import type { RecordOrder } from '../selection/record-order.ts'

export type Step = 'previous' | 'next' | 'first' | 'last'

/** The record a step leads to; null at the end, and for a record that the order does not show. */
export function stepTo(order: RecordOrder, record: RecordNumber, step: Step): RecordNumber | null {
  const { numbers } = order
  if (step === 'first') return numbers[0] ?? null
  if (step === 'last') return numbers[numbers.length - 1] ?? null
  const place = placeOf(order, record)
  if (place < 0) return null
  return numbers[step === 'next' ? place + 1 : place - 1] ?? null
}

/** Those before and after a record, the next one first: the likely one is made ready before the other. */
export function neighborsOf(order: RecordOrder, record: RecordNumber): readonly RecordNumber[] {
  return [stepTo(order, record, 'next'), stepTo(order, record, 'previous')].filter((found) => found !== null)
}
