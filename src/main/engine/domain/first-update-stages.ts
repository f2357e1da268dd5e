/**
 * Limits how many updates a new connection may send: one, ten more, a hundred more, then all; each stage is verified on
 * the service before the next one starts. Also decides when updates that were not found are looked up again. No I/O.
 */

/** Verified updates at the end of each stage. */
const ENDS = [1, 11, 111] as const

/** From this many verified updates on, the connection is trusted. */
export const TRUSTED = 111

/** Returns how many more updates may be sent, with `pending` of them in flight or not verified. */
export function roomOf(seen: number, pending: number): number {
  const end = ENDS.find((stageEnd) => seen < stageEnd)
  return end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, end - seen - pending)
}

/** Returns how many list pages are read to verify a stage; updates on other pages count as those on the pages read. */
export function pagesOf(seen: number): number {
  return seen < 11 ? 1 : 2
}

/**
 * Delays between lookups, ms. A replica may lag by two minutes, so only the last lookup proves that a value was not
 * accepted.
 */
const LOOKUP_DELAYS_MS = [2_000, 8_000, 20_000, 30_000, 60_000] as const

interface Delay {
  readonly lookups: number
  /** Monotonic ms. */
  readonly nextAt: number
  readonly isAlone: boolean
}

export class CheckDelays {
  readonly #delays = new Map<string, Delay>()

  /**
   * Adds a lookup; returns false after the last one. `isAlone`: other updates of the stage were found, and continue.
   */
  add(key: string, { isAlone, now }: { readonly isAlone: boolean; readonly now: number }): boolean {
    const lookups = (this.#delays.get(key)?.lookups ?? 0) + 1
    const ms = LOOKUP_DELAYS_MS[lookups - 1]
    if (ms === undefined) return false
    this.#delays.set(key, { lookups, isAlone, nextAt: now + ms })
    return true
  }

  /**
   * Returns whether other updates continue despite this one, false if it blocks them; `null` if it was not looked up.
   */
  isAlone(key: string): boolean | null {
    return this.#delays.get(key)?.isAlone ?? null
  }

  isOver(key: string, now: number): boolean {
    return (this.#delays.get(key)?.nextAt ?? now) <= now
  }

  forget(key: string): void {
    this.#delays.delete(key)
  }

  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#delays.keys()) if (!keys.has(key)) this.#delays.delete(key)
  }

  /** Monotonic ms; `null` if no delay is pending. */
  get nextAt(): number | null {
    const times = [...this.#delays.values()].map(({ nextAt }) => nextAt)
    return times.length === 0 ? null : Math.min(...times)
  }
}
