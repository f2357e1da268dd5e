/**
 * Requests per minute as the stock framework counts them: a window of one minute begins with the first hit of a
 * caller and ends as a whole; refused requests are not counted again.
 */

import { typicalHeaders } from './dialects/rate-headers.ts'
import type { RateState, WriteRate } from './dialects/rate-headers.ts'

const WINDOW_MS = 60_000
/** Above this many callers the ended windows are swept out. */
const SWEEP_ABOVE = 1000

interface LimiterVerdict {
  readonly isAllowed: boolean
  /** Headers every answer of this request carries; empty when nothing is limited. */
  readonly headers: Readonly<Record<string, string>>
}

export interface RateLimiter {
  /** Counts one request. `perMinute` 0 = unlimited; `at` in ms since epoch; `write` as the dialect tells the pace. */
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
