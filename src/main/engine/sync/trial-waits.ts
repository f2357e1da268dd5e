/** Updates that were looked at and not seen: when each is looked at again, and whether others wait for it. In memory. */
import { nextLookMs } from '../domain/trial-stages.ts'

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
    const ms = nextLookMs(looks)
    if (ms !== null) this.#waits.set(key, { looks, isAlone, nextAt: now + ms })
    return ms !== null
  }

  isAlone(key: string): boolean {
    return this.#waits.get(key)?.isAlone === true
  }

  /** It was looked at and not seen, and the others wait for it. */
  isHolding(key: string): boolean {
    return this.#waits.get(key)?.isAlone === false
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
