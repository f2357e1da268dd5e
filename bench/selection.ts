/**
 * Measures selecting among a million records, against the bare loop over the same ids in the same run:
 *   node bench/selection.ts
 */
import { indexOrder } from '../src/renderer/images/selection/records.ts'
import {
  NO_SELECTION,
  selectAll,
  selectOnly,
  selectRange,
  toggleRecord
} from '../src/renderer/images/selection/selection.ts'
import { EMPTY_QUERY } from '../src/shared/query.ts'
import { repeat, sayMedian } from './timing.ts'

const RUNS = 40
const COUNT = 1_000_000
const numbers = Uint32Array.from({ length: COUNT }, (_, i) => COUNT - i)
const million = indexOrder(numbers)
const source = { view: 1, query: EMPTY_QUERY }

/** The minimum work for a set of a million: reading each id once and setting a bit for it. */
function bareLoop(count: number): Uint32Array {
  const bits = new Uint32Array((COUNT >> 5) + 1)
  for (let i = 0; i < count; i += 1) {
    const record = numbers[i] ?? 0
    bits[record >> 5] = (bits[record >> 5] ?? 0) | (1 << (record & 31))
  }
  return bits
}

const rawAll = repeat(RUNS, () => bareLoop(COUNT))
const rawRange = repeat(RUNS, () => bareLoop(450_000))
const everything = selectAll(NO_SELECTION, million, source)
const anchored = selectOnly(NO_SELECTION, 800_000)

sayMedian('order of 1,000,000 indexed', RUNS, () => indexOrder(numbers))
sayMedian('select all of 1,000,000', RUNS, () => selectAll(NO_SELECTION, million, source), {
  raw: rawAll,
  reach: '<= 10 ms'
})
sayMedian('shift range of 450,000', RUNS, () => selectRange(anchored, million, { to: 350_001, join: 'replace' }), {
  raw: rawRange,
  reach: '<= 5 ms'
})
sayMedian('one removed from 1,000,000', RUNS, () => toggleRecord(everything, 77))
