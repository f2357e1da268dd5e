/**
 * Limits requests per minute as the stock framework does: a window of one minute begins with the first request of a
 * caller; rejected requests are not counted.
 */

import { typicalHeaders } from './dialects/rate-headers.ts'
import type { RateState, WriteRate } from './dialects/rate-headers.ts'

const WINDOW_MS = 60_000
/** Number of callers above which ended windows are removed. */
const SWEEP_ABOVE = 1000

interface LimiterVerdict {
  readonly isAllowed: boolean
  /** Headers for the response of this request; empty without a limit. */
  readonly headers: Readonly<Record<string, string>>
}

export interface RateLimiter {
  /**
   * Counts one request. `perMinute` 0 = unlimited; `at` in ms since epoch; `write` writes the headers of the dialect.
   */
  hit(caller: string, perMinute: number, at: number, write?: WriteRate): LimiterVerdict
}

export function createRateLimiter(): RateLimiter {
  const windows = new Map<string, { used: number; endsAt: number }>()

  function windowOf(caller: string, at: number): { used: number; endsAt: number } {
    const open = windows.get(caller)
    if (open !== undefined && at < open.endsAt) return open
    if (windows.size > SWEEP_ABOVE) for (const [key, old] of windows) if (old.endsAt <= at) windows.delete(key)
    const fresh = { used: 0, endsAt: at + WINDOW_MS }
    windows.set(caller, fresh)
    return fresh
  }

  return {
    hit(caller, perMinute, at, write = typicalHeaders) {
      if (perMinute === 0) return { isAllowed: true, headers: {} }
      const window = windowOf(caller, at)
      const isAllowed = window.used < perMinute
      if (isAllowed) window.used += 1
      const state: RateState = { isAllowed, limit: perMinute, left: perMinute - window.used, endsAt: window.endsAt, at }
      return { isAllowed, headers: write(state) }
    }
  }
}
