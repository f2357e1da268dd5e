/** Limits the number of actions per period. Pure except for the given clock. */

interface SparingRule {
  readonly most: number
  /** Part of `most` that one kind may use; defaults to all of it. */
  readonly mostOfKind?: number
  readonly inMs: number
  /** ms of a monotonic clock. */
  readonly now: () => number
}

/** Creates a limiter that returns whether an action of a kind is allowed now, and counts it if so. */
export function createSparing({ most, mostOfKind = most, inMs, now }: SparingRule): (kind?: string) => boolean {
  const done: { readonly at: number; readonly kind: string }[] = []
  return (kind = '') => {
    const at = now()
    while (done[0] !== undefined && done[0].at <= at - inMs) done.shift()
    const isFull = done.length >= most || done.filter((action) => action.kind === kind).length >= mostOfKind
    if (!isFull) done.push({ at, kind })
    return !isFull
  }
}
