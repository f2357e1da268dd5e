/** Delays between attempts, with jitter so that a fleet of installations never returns in one burst. Pure. */
import type { Random } from './clock.ts'

export const BACKOFF_FLOOR_MS = 1_000
const BACKOFF_CEILING_MS = 5 * 60_000
/** A longer delay is shown with its end time; a successful user request proves that it was a mistake. */
export const LONG_DELAY_MS = 15 * 60_000
/** Jitter only lengthens the delay that the service requested. */
const LIMIT_JITTER = 0.1
const LIMIT_JITTER_MAX_MS = 5_000
const OUTAGE_JITTER = 0.5

/** Returns the delay after `failures` failures in a row (from 1): 50 to 100% of a doubling wait, 1 s to 5 min. */
export function backoffMs(failures: number, random: Random): number {
  const doublings = Math.min(20, Math.max(0, failures - 1))
  const full = Math.min(BACKOFF_CEILING_MS, BACKOFF_FLOOR_MS * 2 ** doublings)
  return Math.round(Math.max(BACKOFF_FLOOR_MS, full / 2 + (full / 2) * random()))
}

/** Returns the cooldown of a whole host after a 429 that requested `requestedMs`. */
export const retryDelayMs = (requestedMs: number, random: Random): number =>
  Math.round(requestedMs + Math.min(LIMIT_JITTER_MAX_MS, requestedMs * LIMIT_JITTER) * random())

/**
 * Returns the cooldown after a 503. A rate limit concerns one client, but a failing service reports the same end to
 * every client, so a whole fleet would return within seconds. The jitter therefore grows with the length of the outage.
 * `cooldowns` counts the cooldowns in a row, from 1.
 */
export function outageDelayMs(requestedMs: number, cooldowns: number, random: Random): number {
  const spread = requestedMs * OUTAGE_JITTER * 2 ** Math.min(20, Math.max(0, cooldowns - 1))
  return Math.round(requestedMs + Math.min(BACKOFF_CEILING_MS, spread) * random())
}
