/** The random choices of a history; the same seed gives the same history. */
import { seededRandom } from '../../drivers/seeded-random.ts'

export class Chance {
  /** At least 0, less than 1. */
  readonly random: () => number

  constructor(seed: number) {
    this.random = seededRandom(seed)
  }

  /** Returns `true` with this probability. */
  hits(share: number): boolean {
    return this.random() < share
  }

  /** A whole number, at least 0, less than `end`. */
  below(end: number): number {
    return Math.floor(this.random() * end)
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
}
