/** A stream of repeatable chance for one drawing. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 2654435761) ^ 0x9e3779b9) >>> 0
  }

  /** 0 to below 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  /** -1 to 1, mostly near 0. */
  bell(): number {
    return (this.unit() + this.unit() + this.unit() - 1.5) / 1.5
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.unit() * list.length)]
    if (picked === undefined) throw new Error('nothing to pick from an empty list')
    return picked
  }
}
