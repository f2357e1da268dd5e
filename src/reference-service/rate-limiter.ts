/**
 * Requests per minute as the stock framework counts them: a window of one minute begins with the first hit of a
 * caller and ends as a whole; refused requests are not counted again.
 */

const WINDOW_MS = 60_000
/** Above this many callers the ended windows are swept out. */
const SWEEP_ABOVE = 1000

export interface LimiterVerdict {
  readonly isAllowed: boolean
  /** Headers every answer of this request carries; empty when nothing is limited. */
  readonly headers: Readonly<Record<string, string>>
}

export interface RateLimiter {
  /** Counts one request. `perMinute` 0 = unlimited; `at` in ms since epoch. */
  hit(caller: string, perMinute: number, at: number): LimiterVerdict
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
    hit(caller, perMinute, at) {
      if (perMinute === 0) return { isAllowed: true, headers: {} }
      const window = windowOf(caller, at)
      if (window.used >= perMinute) return { isAllowed: false, headers: refusedHeaders(perMinute, window.endsAt, at) }
      window.used += 1
      return { isAllowed: true, headers: countHeaders(perMinute, perMinute - window.used) }
    }
  }
}

const countHeaders = (limit: number, remaining: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining)
})

/** Retry-After in seconds, X-RateLimit-Reset in epoch seconds, both rounded up: a caller that obeys is never early. */
const refusedHeaders = (limit: number, endsAt: number, at: number): Record<string, string> => ({
  ...countHeaders(limit, 0),
  'retry-after': String(Math.max(1, Math.ceil((endsAt - at) / 1000))),
  'x-ratelimit-reset': String(Math.ceil(endsAt / 1000))
})
