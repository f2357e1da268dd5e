/** Waits between tries, with jitter so that a fleet of installations never comes back in one burst. Pure. */
import type { Random } from './clock.ts'

export const BACKOFF_FLOOR_MS = 1_000
export const BACKOFF_CEILING_MS = 5 * 60_000
export const HOLD_FLOOR_MS = 1_000
/** Nothing is believed beyond a day. Until then I8 holds: no request goes out (sync.md section 8). */
export const HOLD_CEILING_MS = 24 * 3_600_000
/** A 429 that names no time, or says nonsense. */
export const HOLD_DEFAULT_MS = 60_000
/** Jitter is added to what the service asked for, never taken off it. */
const HOLD_JITTER = 0.1
const HOLD_JITTER_MAX_MS = 5_000

/** `failures` in a row, counted from 1: between half and all of a doubling wait, 1 s to 5 min. */
export function backoffMs(failures: number, random: Random): number {
  const doublings = Math.min(20, Math.max(0, failures - 1))
  const full = Math.min(BACKOFF_CEILING_MS, BACKOFF_FLOOR_MS * 2 ** doublings)
  return Math.round(Math.max(BACKOFF_FLOOR_MS, full / 2 + (full / 2) * random()))
}

/** What was asked for, within a second and a day. */
export const clampHold = (ms: number): number => Math.min(HOLD_CEILING_MS, Math.max(HOLD_FLOOR_MS, ms))

/** How long a whole host rests after Retry-After (null = none told, or not a number). */
export function holdMs(retryAfterMs: number | null, random: Random): number {
  const told = retryAfterMs !== null && Number.isFinite(retryAfterMs) ? retryAfterMs : HOLD_DEFAULT_MS
  const clamped = clampHold(told)
  return Math.round(clamped + Math.min(HOLD_JITTER_MAX_MS, clamped * HOLD_JITTER) * random())
}
