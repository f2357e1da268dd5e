/** Which histories a process plays. */

export interface Seeds {
  readonly seed: number
  /** null = without end. */
  readonly count: number | null
  /** Every so manieth seed. */
  readonly step: number
}

/** `seed`, `seed + step` and so on, below `seed + count`. */
export function* seedsOf({ seed, count, step }: Seeds): Generator<number> {
  const end = count ?? Number.POSITIVE_INFINITY
  for (let at = 0; at < end; at += step) yield seed + at
}
