/** How long n more requests take, said before a batch starts and while it runs. Pure. */

/** Requests a minute: what the service told (null = nothing), and what it acknowledged of late (null = too few answers). */
export interface Pace {
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
}

/** remaining / min(learned limit, acknowledged rate) in ms; null while neither is known. */
export function estimateMs(requests: number, pace: Pace): number | null {
  const known = [pace.limitPerMinute, pace.pacePerMinute].filter((rate) => rate !== null && rate > 0) as number[]
  if (known.length === 0) return null
  return Math.round((requests / Math.min(...known)) * 60_000)
}
