/** Estimates the duration of n requests before and during a batch. Pure. */

/**
 * Requests per minute: the reported limit (`null` if none) and the recently acknowledged rate (`null` without enough
 * responses).
 */
export interface Pace {
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
}

/** Returns requests / min(limit, acknowledged rate) in ms; `null` if neither is known. */
export function estimateMs(requests: number, pace: Pace): number | null {
  const known = [pace.limitPerMinute, pace.pacePerMinute].filter((rate) => rate !== null && rate > 0) as number[]
  if (known.length === 0) return null
  return Math.round((requests / Math.min(...known)) * 60_000)
}
