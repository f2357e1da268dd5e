/** The seeds of a process. */

export interface Seeds {
  readonly seed: number
  /** `null` = endless. */
  readonly count: number | null
  /** The distance between two seeds. */
  readonly step: number
}

/** Yields `seed`, `seed + step`, and so on, below `seed + count`. */
export function* seedsOf({ seed, count, step }: Seeds): Generator<number> {
  const end = count ?? Number.POSITIVE_INFINITY
  for (let at = 0; at < end; at += step) yield seed + at
}
