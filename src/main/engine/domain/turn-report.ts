/** What one answer tells about the pace of a host. */

/** What an answer told about its limiter; null = nothing. */
export interface RateFacts {
  /** Requests a window (a minute, as far as is known). */
  readonly limit: number | null
  readonly remaining: number | null
  /** ms until the window ends; absent or null = not told. */
  readonly resetMs?: number | null
}

/**
 * `answered`: served; `refused`: 429; `troubled`: 503 or a timeout; `failed`: any other loss, which says nothing about
 * pace; `unsent`: nothing left this computer.
 */
export interface TurnReport {
  readonly kind: 'answered' | 'refused' | 'troubled' | 'failed' | 'unsent'
  readonly rate: RateFacts
  /** How long the host is to rest, in ms: Retry-After, and behind a refusal always a time; null = it need not. */
  readonly retryAfterMs: number | null
  /** Requests that went out in this turn: more than one where another encoding was tried. 0: refused on this computer. */
  readonly requests: number
}

/** When a request left, and when its answer came. */
export interface RequestTimes {
  readonly sentAt: number
  readonly elapsed: number
}
