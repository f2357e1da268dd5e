/**
 * The pace towards a service that refuses without saying its limit: found by its refusals. Quickly back to just below
 * the rate that was refused, then so slowly that refusals stay far below one in a hundred, and more slowly each time
 * the same ceiling is met; faster again when it proves wrong. Pure.
 */
export interface LearnedRate {
  /** Requests a minute allowed now. */
  readonly rate: number
  /** Requests a minute that were taken when the service refused. */
  readonly ceiling: number
  /** How often that ceiling was met again; null = it is a guess, to be left behind quickly. */
  readonly met: number | null
}

/** What was taken when the service refused. */
export interface Taken {
  readonly perMinute: number
  /** Too few requests, or too short a time, to be sure of it. */
  readonly isGuess: boolean
}

/** Share of the acknowledged rate after a refusal. */
export const LOWERED = 0.85
/** Up to here the way back is quick: proven ground. Higher once a ceiling was met again: then it is known well. */
const NEAR = 0.97
const NEAR_MET = 0.985
/** Beyond here the ceiling was wrong (the service allows more today). */
const BEYOND = 1.05
/** A measure from this share of the pace on is the pace: it was growing. */
const SAME = 0.94
/** So much of each other, two measures agree. */
const LIKE = 0.9
/** Growth a minute of work; careful: a quarter of an hour from just below the ceiling to the next refusal, later hours. */
const QUICK_GROWTH = 0.15
const CAREFUL_GROWTH = 0.002
const FREE_GROWTH = 0.06
const GUESS_GROWTH = 0.7
/** The quick ways are also taken in so many requests, should that be less time: a fast service shows its limit soon. */
const QUICK_PER_REQUEST = 1 / 1_500
const CAREFUL_PER_REQUEST = 1 / 40_000
const GUESS_PER_REQUEST = 1 / 300
/** A rest of less costs little: the ceiling is tried after so many requests, should that be less time. */
const CHEAP_MS = 10_000
/** Met so often, a ceiling is tried no more rarely: every few hours. */
const MOST_MET = 3
/** A pause between two answers counts as work up to this long. */
const LONGEST_GAP_MS = 10_000
/** Never slower than one request in ten seconds: a slower service says so by Retry-After. */
const FLOOR = 6

/** After a 429: below what was acknowledged a minute. Never raises a rate that was lower already. */
export function lowerRate({ perMinute, isGuess }: Taken, before: LearnedRate | null): LearnedRate {
  const taken = Math.max(FLOOR, perMinute)
  const ceiling = before === null ? taken : metAt(taken, before.rate)
  const rate = Math.max(FLOOR, ceiling * LOWERED)
  // A guess that was growing when it was refused, and a measure that does not agree with it: the next guess.
  const isGuessAgain = before?.met === null && !isConfirmed(ceiling, before)
  if (isGuess || isGuessAgain) return { rate, ceiling, met: null }
  return { rate, ceiling, met: isMetAgain(ceiling, before) ? Math.min(MOST_MET, (before?.met ?? 0) + 1) : 0 }
}

/** After an acknowledged request, `gapMs` behind the one before it, where a refusal costs a rest of `restMs`. */
export function growRate(learned: LearnedRate, gapMs: number, restMs: number): LearnedRate {
  const minutes = Math.min(LONGEST_GAP_MS, Math.max(0, gapMs)) / 60_000
  return { ...learned, rate: learned.rate * (1 + growthOf(learned, minutes, restMs < CHEAP_MS)) }
}

/** Faster than this was never proven to be taken: to find out is to bring about refusals. */
export function isProven(learned: LearnedRate): boolean {
  return learned.met === null || isBelowCeiling(learned)
}

/** So slow that what the service took before it refused was more. */
export function isBelowCeiling({ rate, ceiling }: LearnedRate): boolean {
  return rate < ceiling * NEAR
}

function growthOf({ rate, ceiling, met }: LearnedRate, minutes: number, isCheap: boolean): number {
  if (met === null) return Math.max(GUESS_GROWTH * minutes, GUESS_PER_REQUEST)
  const share = rate / ceiling
  if (share < (met === 0 ? NEAR : NEAR_MET)) return Math.max(QUICK_GROWTH * minutes, QUICK_PER_REQUEST)
  if (share >= BEYOND) return FREE_GROWTH * minutes
  return Math.max(CAREFUL_GROWTH * minutes, isCheap ? CAREFUL_PER_REQUEST : 0) / 3 ** met
}

/** Below the pace by little, the measure holds slower times before the refusal, and the pace itself is the ceiling. */
function metAt(taken: number, rate: number): number {
  return taken >= rate * SAME ? rate : taken
}

/** A guess is none any more when it was left behind, and what was taken then is the pace, or the same again. */
function isConfirmed(taken: number, { rate, ceiling }: LearnedRate): boolean {
  return rate > ceiling * BEYOND && (taken >= rate || (taken / ceiling > LIKE && ceiling / taken > LIKE))
}

function isMetAgain(ceiling: number, before: LearnedRate | null): boolean {
  return before !== null && before.met !== null && ceiling / before.ceiling > NEAR && ceiling / before.ceiling < BEYOND
}
