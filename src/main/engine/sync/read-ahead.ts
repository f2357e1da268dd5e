/** Reads of single records just before their entries are sent: each counts for its entry alone, and not for long. */
import { type Clock, isWithin } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'

/** The shared rule for renames: a read not older than this. */
const FRESH_MS = 60_000
/** Read ahead of their turns at most this many: what waits longer must be read again. */
const AT_ONCE = 3
/** Forgotten, a record is read once more. */
const MAX_REMEMBERED = 1_000

export class ReadAhead {
  readonly #clock: Pick<Clock, 'now'>
  readonly #underWay = new Set<number>()
  /** When the record of an entry was read for it, ms since epoch. A page that happened to show it is not enough. */
  readonly #readAt = new Map<number, number>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  isFresh({ entry }: PushEntry): boolean {
    const readAt = this.#readAt.get(entry)
    return readAt !== undefined && isWithin(this.#clock.now(), readAt, FRESH_MS)
  }

  /** Those whose records should be read now. */
  wanted(entries: readonly PushEntry[]): PushEntry[] {
    const room = AT_ONCE - this.#underWay.size
    const stale = entries.filter((entry) => !this.isFresh(entry) && !this.#underWay.has(entry.entry))
    return stale.slice(0, Math.max(0, room))
  }

  /** Reads for one of them; what it learned counts from when `note` is called. */
  during({ entry }: PushEntry, read: () => Promise<boolean>): Promise<boolean> {
    this.#underWay.add(entry)
    return read().finally(() => this.#underWay.delete(entry))
  }

  note({ entry }: PushEntry): void {
    if (this.#readAt.size >= MAX_REMEMBERED) this.#readAt.clear()
    this.#readAt.set(entry, this.#clock.now())
  }
}
