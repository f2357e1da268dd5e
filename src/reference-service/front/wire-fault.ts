/** What may go wrong between a connection and an answer: played by the front, below the service. */

export type WireFault =
  /** The connection is reset before the service has heard of the request. */
  | { readonly kind: 'reset-before' }
  /** The service has done it, and the connection is reset without an answer. */
  | { readonly kind: 'reset-after' }
  /** The second request of a connection finds it reset: nothing of it has arrived. */
  | { readonly kind: 'reset-reused' }
  /** Done; the connection ends politely in the middle of the answer's body. */
  | { readonly kind: 'truncated' }
  /** Done; the body comes in so many pieces, with so many ms between them. */
  | { readonly kind: 'slow'; readonly pieces: number; readonly ms: number }
  /** Done; half of the body comes, then nothing, and the connection stays open. */
  | { readonly kind: 'stalled' }
  /** Taken, not handed on, never answered. */
  | { readonly kind: 'silent' }
  /** Answered with something that is no HTTP. */
  | { readonly kind: 'not-http' }
  /** Sent elsewhere; what has gone there already is let through. */
  | { readonly kind: 'redirect'; readonly status: RedirectStatus; readonly to: RedirectTarget }

export type RedirectStatus = 301 | 302

/** `moved`: below another path of this host, which works. `login`: its login page. */
export type RedirectTarget = 'moved' | 'login'
