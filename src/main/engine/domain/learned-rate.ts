/**
 * The pace towards a service that refuses without saying its limit: found by its refusals. Quickly back to just below
 * the rate that was refused, then so slowly that refusals stay far below one in a hundred, then faster again when the
 * old ceiling proves wrong. Pure.
 */
export interface LearnedRate {
  /** Requests a minute allowed now. */
  readonly rate: number
  /** Requests a minute that were taken when the service refused. */
  readonly ceiling: number
}

/** Share of the acknowledged rate after a refusal. */
export const LOWERED = 0.85
/** Up to here the way back is quick: proven ground. */
const NEAR = 0.97
/** Beyond here the ceiling was wrong (the service allows more today). */
const BEYOND = 1.05
/** Growth a minute of work; careful: about 25 minutes from just below the ceiling to the next refusal. */
const QUICK_GROWTH = 0.15
const CAREFUL_GROWTH = 0.001_2
const FREE_GROWTH = 0.06
/** A pause between two answers counts as work up to this long. */
const LONGEST_GAP_MS = 10_000
/** Never slower than one request in ten seconds: a slower service says so by Retry-After. */
const FLOOR = 6

/** After a 429: below what was acknowledged a minute. Never raises a rate that was lower already. */
export function lowerRate(takenPerMinute: number, before: LearnedRate | null): LearnedRate {
  const rate = Math.max(FLOOR, takenPerMinute * LOWERED)
  if (before === null) return { rate, ceiling: Math.max(FLOOR, takenPerMinute) }
  return {
    rate: Math.min(rate, Math.max(FLOOR, before.rate * LOWERED)),
    ceiling: Math.min(takenPerMinute, before.rate)
  }
}

/** After an acknowledged request, `gapMs` behind the one before it. */
export function growRate(learned: LearnedRate, gapMs: number): LearnedRate {
  const share = learned.rate / learned.ceiling
  const growth = share < NEAR ? QUICK_GROWTH : share < BEYOND ? CAREFUL_GROWTH : FREE_GROWTH
  const minutes = Math.min(LONGEST_GAP_MS, Math.max(0, gapMs)) / 60_000
  return { ...learned, rate: learned.rate * (1 + growth * minutes) }
}
