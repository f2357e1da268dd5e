/** Caches lists of records under a number, until more than `room` newer ones exist. */
import { randomInt } from 'node:crypto'

export interface HeldLists {
  /** Stores a list and returns its number, which is never used twice, not even by another store. */
  readonly hold: (records: Uint32Array) => number
  /** Returns the list itself, not to be changed or transferred to another thread; undefined once it was evicted. */
  readonly find: (id: number) => Uint32Array | undefined
}

/** Numbers of two stores are so far apart that they never meet. */
const FIRST_BELOW = 2 ** 47

/**
 * The window outlives the reader, which is recreated when its thread dies or the library is opened again. Counted from
 * one, an earlier number would then name another list, and a command would act on the wrong records.
 */
const firstNumber = (): number => randomInt(FIRST_BELOW)

/** Creates an empty store; a lookup counts as use, and the least recently used list is evicted first. */
export function createHeldLists(room: number): HeldLists {
  const lists = new Map<number, Uint32Array>()
  let last = firstNumber()
  return {
    hold: (records) => {
      last += 1
      lists.set(last, records)
      const oldest = lists.keys().next().value
      if (lists.size > room && oldest !== undefined) lists.delete(oldest)
      return last
    },
    find: (id) => {
      const records = lists.get(id)
      if (records === undefined) return undefined
      lists.delete(id)
      lists.set(id, records)
      return records
    }
  }
}
