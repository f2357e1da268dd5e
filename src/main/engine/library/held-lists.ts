/** Lists of records that the reader keeps under a number, until more than `room` newer ones came. */

export interface HeldLists {
  /** Keeps a list and answers its number, never used twice. */
  readonly hold: (records: Uint32Array) => number
  /** The list itself, not to be changed or handed to another thread; undefined when it is no longer kept. */
  readonly find: (id: number) => Uint32Array | undefined
}

/** An empty store; looking at a list counts as using it, the least lately used goes first. */
export function createHeldLists(room: number): HeldLists {
  const lists = new Map<number, Uint32Array>()
  let last = 0
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
