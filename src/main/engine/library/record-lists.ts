/** Walks through long lists of records. Plain loops: at half a million records a callback for each array method shows. */

type Test = (record: number) => boolean

/** The records that pass, in their order or in the reverse of it; a fresh list. */
export function keepWhere(records: Uint32Array, test: Test, order: 'as-is' | 'reversed' = 'as-is'): Uint32Array {
  const kept = new Uint32Array(records.length)
  let count = 0
  for (const record of records) {
    if (!test(record)) continue
    kept[count] = record
    count += 1
  }
  const result = kept.subarray(0, count)
  // Both copy, so that the room that was not needed is given back.
  return order === 'as-is' ? result.slice() : result.toReversed()
}

/** How many pass. */
export function countWhere(records: Uint32Array, test: Test): number {
  let count = 0
  for (const record of records) if (test(record)) count += 1
  return count
}
