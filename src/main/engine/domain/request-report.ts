/** What one response reports about the rate of a host. */

/** Rate limit facts of a response; `null` if not reported. */
export interface RateFacts {
  /** Requests per window (a minute, as far as is known). */
  readonly limit: number | null
  readonly remaining: number | null
  /** ms until the window ends; absent or `null` if not reported. */
  readonly resetMs?: number | null
}

/**
 * `answered`: served; `refused`: 429; `unavailable`: 503 or a timeout; `failed`: any other failure, which says nothing
 * about the rate; `unsent`: nothing left this computer.
 */
export interface RequestReport {
  readonly kind: 'answered' | 'refused' | 'unavailable' | 'failed' | 'unsent'
  readonly rate: RateFacts
  /** Cooldown of the host in ms: Retry-After, and always a time after a refusal; `null` if none. */
  readonly retryAfterMs: number | null
  /** Requests sent in this turn: more than one if another encoding was tried. 0: refused on this computer. */
  readonly requests: number
}

/** When a request was sent, and when its response came. */
export interface RequestTimes {
  readonly sentAt: number
  readonly elapsed: number
}
