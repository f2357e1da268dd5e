/**
 * The request rate for a service that refuses requests without reporting its limit, learned from its refusals. The rate
 * recovers quickly to just below the refused rate, then grows so slowly that refusals stay far below 1%, and more
 * slowly each time the same ceiling is met. It grows faster again when the ceiling proves wrong. Pure.
 */
export interface LearnedRate {
  /** Requests a minute currently allowed. */
  readonly rate: number
  /** Requests a minute that the service accepted before it refused. */
  readonly ceiling: number
  /** How often the ceiling was met again; `null` = the ceiling is an estimate, to be exceeded quickly. */
  readonly met: number | null
}

/** The rate that the service accepted before it refused. */
export interface Taken {
  readonly perMinute: number
  /** True if there were too few requests, or too short a time, for a reliable measurement. */
  readonly isEstimate: boolean
}

/** Share of the accepted rate that remains after a refusal. */
const LOWERED = 0.85
/** Below this share of the ceiling, growth is quick. Higher once the ceiling was met again and is known well. */
const NEAR = 0.97
const NEAR_MET = 0.985
/** From this share on, the ceiling was wrong (the service allows more today). */
const BEYOND = 1.05
/** A measurement from this share of the current rate on counts as the current rate, which was still growing. */
const SAME = 0.94
/** Two measurements within this ratio of each other agree. */
const LIKE = 0.9
/**
 * Growth per minute of work. Careful growth takes a quarter of an hour from just below the ceiling to the next refusal,
 * later hours.
 */
const QUICK_GROWTH = 0.15
const CAREFUL_GROWTH = 0.002
const FREE_GROWTH = 0.06
const ESTIMATE_GROWTH = 0.7
/** Minimum growth per request, so that a fast service reaches its limit after a bounded number of requests. */
const QUICK_PER_REQUEST = 1 / 1_500
const CAREFUL_PER_REQUEST = 1 / 40_000
const ESTIMATE_PER_REQUEST = 1 / 300
/** A shorter cooldown costs little, so careful growth also has a minimum per request. */
const CHEAP_MS = 10_000
/** Caps `met`, so that the ceiling is probed at least every few hours. */
const MOST_MET = 3
/** The longest pause between two responses that counts as work. */
const LONGEST_GAP_MS = 10_000
/** Minimum rate: one request in ten seconds. A slower service reports that by Retry-After. */
const FLOOR = 6

/** Returns the rate after a 429: below the measured rate, but at least `FLOOR`, and never above the previous one. */
export function lowerRate({ perMinute, isEstimate }: Taken, before: LearnedRate | null): LearnedRate {
  const taken = Math.max(FLOOR, perMinute)
  const ceiling = before === null ? taken : ceilingOf(taken, before.rate)
  const rate = Math.max(FLOOR, ceiling * LOWERED)
  // If the ceiling was still an estimate and this measurement does not confirm it, the new one is an estimate too.
  const isEstimateAgain = before?.met === null && !isConfirmed(ceiling, before)
  if (isEstimate || isEstimateAgain) return { rate, ceiling, met: null }
  // Stryker disable next-line OptionalChaining: isMetAgain is true of something learned before alone, so before is not null there
  return { rate, ceiling, met: isMetAgain(ceiling, before) ? Math.min(MOST_MET, (before?.met ?? 0) + 1) : 0 }
}

/**
 * Returns the rate after an acknowledged request, `gapMs` after the previous one, if a refusal costs a cooldown of
 * `cooldownMs`.
 */
export function growRate(learned: LearnedRate, gapMs: number, cooldownMs: number): LearnedRate {
  const minutes = Math.min(LONGEST_GAP_MS, Math.max(0, gapMs)) / 60_000
  return { ...learned, rate: learned.rate * (1 + growthOf(learned, minutes, cooldownMs < CHEAP_MS)) }
}

/**
 * Returns whether the service has accepted this rate before. A faster rate can only be tested by provoking refusals.
 */
export function isProven(learned: LearnedRate): boolean {
  return learned.met === null || isBelowCeiling(learned)
}

/** Returns whether the rate is clearly below what the service accepted before it refused. */
export function isBelowCeiling({ rate, ceiling }: LearnedRate): boolean {
  return rate < ceiling * NEAR
}

function growthOf({ rate, ceiling, met }: LearnedRate, minutes: number, isCheap: boolean): number {
  if (met === null) return Math.max(ESTIMATE_GROWTH * minutes, ESTIMATE_PER_REQUEST)
  const share = rate / ceiling
  if (share < (met === 0 ? NEAR : NEAR_MET)) return Math.max(QUICK_GROWTH * minutes, QUICK_PER_REQUEST)
  if (share >= BEYOND) return FREE_GROWTH * minutes
  return Math.max(CAREFUL_GROWTH * minutes, isCheap ? CAREFUL_PER_REQUEST : 0) / 3 ** met
}

/**
 * Returns the ceiling: the current rate if the measurement, which includes slower time before the refusal, is close to
 * it.
 */
function ceilingOf(taken: number, rate: number): number {
  return taken >= rate * SAME ? rate : taken
}

/**
 * Returns whether an estimate that was exceeded is confirmed: the rate was accepted, or the same ceiling was measured
 * again.
 */
function isConfirmed(taken: number, { rate, ceiling }: LearnedRate): boolean {
  return rate > ceiling * BEYOND && (taken >= rate || (taken / ceiling > LIKE && ceiling / taken > LIKE))
}

function isMetAgain(ceiling: number, before: LearnedRate | null): boolean {
  return before !== null && before.met !== null && ceiling / before.ceiling > NEAR && ceiling / before.ceiling < BEYOND
}
