/** Waits between tries, with jitter so that a fleet of installations never comes back in one burst. Pure. */
import type { Random } from './clock.ts'

export const BACKOFF_FLOOR_MS = 1_000
const BACKOFF_CEILING_MS = 5 * 60_000
/** A longer one is shown with its clock time, and a served request of the person proves that it was a mistake. */
export const LONG_HOLD_MS = 15 * 60_000
/** Jitter is added to what the service asked for, never taken off it. */
const LIMIT_JITTER = 0.1
const LIMIT_JITTER_MAX_MS = 5_000
const OUTAGE_JITTER = 0.5

/** `failures` in a row, counted from 1: between half and all of a doubling wait, 1 s to 5 min. */
export function backoffMs(failures: number, random: Random): number {
  const doublings = Math.min(20, Math.max(0, failures - 1))
  const full = Math.min(BACKOFF_CEILING_MS, BACKOFF_FLOOR_MS * 2 ** doublings)
  return Math.round(Math.max(BACKOFF_FLOOR_MS, full / 2 + (full / 2) * random()))
}

/** How long a whole host rests after a 429 that asked for `told` ms. */
export const holdMs = (told: number, random: Random): number =>
  Math.round(told + Math.min(LIMIT_JITTER_MAX_MS, told * LIMIT_JITTER) * random())

/**
 * The same after a 503. A limit concerns one client, but a service that is out tells everybody the same end: a whole
 * fleet would be back within the same seconds. So it is spread, the more the longer the outage lasts; `rests` in a
 * row, counted from 1.
 */
export function outageHoldMs(told: number, rests: number, random: Random): number {
  const spread = told * OUTAGE_JITTER * 2 ** Math.min(20, Math.max(0, rests - 1))
  return Math.round(told + Math.min(BACKOFF_CEILING_MS, spread) * random())
}
