/** The outcome table of docs/sync.md, as data. An outcome is decided by status and shape, never by message text. */
import type { Failure } from '../../../shared/failure.ts'

export type Operation = 'read' | 'update' | 'delete-image' | 'delete-project' | 'store'

export type Outcome<T> =
  /** Done. `value` is what the response showed; `null` for an empty 2xx, which is verified with the next page. */
  | { readonly kind: 'applied'; readonly value: T | null }
  /** Nothing reached the service, or a read failed; repeated after a backoff. */
  | { readonly kind: 'retry'; readonly failure: Failure; readonly countsAttempt: boolean }
  /** 429: the whole host cools down; no attempt is counted. */
  | { readonly kind: 'rate-limited'; readonly failure: Failure; readonly retryAfterMs: number }
  /** Sent without a response that can be trusted; looked up before anything is sent again. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  /** This item alone needs a decision of the user. */
  | { readonly kind: 'rejected'; readonly failure: Failure }
  /** A read found no such record. */
  | { readonly kind: 'gone'; readonly failure: Failure }
  /** 401: the entry is ready again, and the group is signed out. */
  | { readonly kind: 'signed-out'; readonly failure: Failure }
  /** Wrong service, blocked, or moved: the group stops until the user acts or a probe succeeds. */
  | { readonly kind: 'stopped'; readonly failure: Failure }

/** Returns the value that the response showed; `null` if none. */
export const shownBy = <T>(outcome: Outcome<T>): T | null => (outcome.kind === 'applied' ? outcome.value : null)

/**
 * Returns whether a request about one record had no response, or one that says nothing about the record. The record's
 * list decides whether the cause is this record or the service (as when an HTML page replaces its responses).
 */
export function isInconclusive<T>(
  outcome: Outcome<T>
): outcome is Extract<Outcome<T>, { readonly kind: 'unknown' | 'retry' | 'stopped' }> {
  return outcome.kind === 'unknown' || outcome.kind === 'stopped' || (outcome.kind === 'retry' && outcome.countsAttempt)
}
