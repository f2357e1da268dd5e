/** Lists of records that the reader keeps under a number, until more than `room` newer ones came. */
import { randomInt } from 'node:crypto'

export interface HeldLists {
  /** Keeps a list and answers its number, never used twice, by no other store either. */
  readonly hold: (records: Uint32Array) => number
  /** The list itself, not to be changed or handed to another thread; undefined when it is no longer kept. */
  readonly find: (id: number) => Uint32Array | undefined
}

/** Numbers of two stores are so far apart that they never meet. */
const FIRST_BELOW = 2 ** 47

/**
 * The window outlives the reader: a thread that died is started again, a library is opened once more. Counted from
 * one, a number given before would name another list by then, and a command would act on other records than were meant.
 */
const firstNumber = (): number => randomInt(FIRST_BELOW)

/** An empty store; looking at a list counts as using it, the least lately used goes first. */
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
