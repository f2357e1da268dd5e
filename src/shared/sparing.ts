/** A few times in a while, and no more. Pure but for the clock it is given. */

export interface SparingRule {
  readonly most: number
  readonly inMs: number
  /** ms of any clock that only goes on. */
  readonly now: () => number
}

/** Answers whether it may be done now, and counts it when it may. */
export function createSparing({ most, inMs, now }: SparingRule): () => boolean {
  const times: number[] = []
  return () => {
    const at = now()
    while (times[0] !== undefined && times[0] <= at - inMs) times.shift()
    if (times.length >= most) return false
    times.push(at)
    return true
  }
}
