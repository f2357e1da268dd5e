/** A few times in a while, and no more. Pure but for the clock it is given. */

interface SparingRule {
  readonly most: number
  /** How many of `most` one kind may use; all of them without a limit of its own. */
  readonly mostOfKind?: number
  readonly inMs: number
  /** ms of any clock that only goes on. */
  readonly now: () => number
}

/** Answers whether something of a kind may be done now, and counts it when it may. */
export function createSparing({ most, mostOfKind = most, inMs, now }: SparingRule): (kind?: string) => boolean {
  const done: { readonly at: number; readonly kind: string }[] = []
  return (kind = '') => {
    const at = now()
    while (done[0] !== undefined && done[0].at <= at - inMs) done.shift()
    const isFull = done.length >= most || done.filter((one) => one.kind === kind).length >= mostOfKind
    if (!isFull) done.push({ at, kind })
    return !isFull
  }
}
