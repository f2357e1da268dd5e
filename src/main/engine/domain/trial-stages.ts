/**
 * How many updates a connection is trusted with: one, ten more, a hundred more, then all; each stage is seen on the
 * service before the next one begins. And when those that were looked at and not seen are looked at again. No I/O.
 */

/** Updates seen by the end of each stage. */
const ENDS = [1, 11, 111] as const

/** So many updates were seen: the connection is trusted. */
export const TRUSTED = 111

/** How many more may be handed over, with `pending` of them under way or not yet seen. */
export function roomOf(seen: number, pending: number): number {
  const end = ENDS.find((stageEnd) => seen < stageEnd)
  return end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, end - seen - pending)
}

/** List pages that are read for the updates of a stage; what lies on others is taken as the pages read were. */
export function pagesOf(seen: number): number {
  return seen < 11 ? 1 : 2
}

/**
 * Waits between looks, ms. A replica may lag by two minutes, so only the last look says that a value was not taken.
 */
const LOOK_WAITS_MS = [2_000, 8_000, 20_000, 30_000, 60_000] as const

interface Wait {
  readonly looks: number
  /** Monotonic ms. */
  readonly nextAt: number
  readonly isAlone: boolean
}

export class TrialWaits {
  readonly #waits = new Map<string, Wait>()

  /** One look more. False when it was the last one. `isAlone`: others of its stage were shown as wanted, and go on. */
  add(key: string, { isAlone, now }: { readonly isAlone: boolean; readonly now: number }): boolean {
    const looks = (this.#waits.get(key)?.looks ?? 0) + 1
    const ms = LOOK_WAITS_MS[looks - 1]
    if (ms === undefined) return false
    this.#waits.set(key, { looks, isAlone, nextAt: now + ms })
    return true
  }

  /** Of what was looked at and not seen: whether the others go on; false = they wait for it. Else null. */
  isAlone(key: string): boolean | null {
    return this.#waits.get(key)?.isAlone ?? null
  }

  isOver(key: string, now: number): boolean {
    return (this.#waits.get(key)?.nextAt ?? now) <= now
  }

  forget(key: string): void {
    this.#waits.delete(key)
  }

  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#waits.keys()) if (!keys.has(key)) this.#waits.delete(key)
  }

  /** Monotonic ms; null when nothing is waited for. */
  get nextAt(): number | null {
    const times = [...this.#waits.values()].map(({ nextAt }) => nextAt)
    return times.length === 0 ? null : Math.min(...times)
  }
}
