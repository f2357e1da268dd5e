/**
 * The outcome table of docs/sync.md, as data. An outcome is decided by status and shape, never by message text.
 */
import type { Failure } from '../../../shared/failure.ts'

export type Operation = 'read' | 'update' | 'delete-image' | 'delete-project' | 'store'

export type Outcome<T> =
  /** Done. `value` is what the answer showed (null for an empty 2xx: applied, checked with the next page). */
  | { readonly kind: 'applied'; readonly value: T | null }
  /** Nothing reached the service, or a read met trouble: again after a backoff. */
  | { readonly kind: 'retry'; readonly failure: Failure; readonly countsAttempt: boolean }
  /** 429: the whole host waits; no attempt counted. */
  | { readonly kind: 'held'; readonly failure: Failure; readonly retryAfterMs: number }
  /** Sent, and no answer that can be trusted: looked up before anything is sent again. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  /** This item alone needs the person. */
  | { readonly kind: 'rejected'; readonly failure: Failure }
  /** A read found no such record. */
  | { readonly kind: 'gone'; readonly failure: Failure }
  /** 401: entry back to ready, group signed out. */
  | { readonly kind: 'signed-out'; readonly failure: Failure }
  /** Not our service, blocked, or moved: the group stops until the person acts or a probe succeeds. */
  | { readonly kind: 'stopped'; readonly failure: Failure }

/** What the answer showed; null = nothing. */
export const shownBy = <T>(outcome: Outcome<T>): T | null => (outcome.kind === 'applied' ? outcome.value : null)

/**
 * Of a question about one record: an answer that tells nothing of it, or none at all. Whether that is trouble of this
 * record alone or of the service, as a page for people in its place, its list tells.
 */
export function isTroubled<T>(
  outcome: Outcome<T>
): outcome is Extract<Outcome<T>, { readonly kind: 'unknown' | 'retry' | 'stopped' }> {
  return outcome.kind === 'unknown' || outcome.kind === 'stopped' || (outcome.kind === 'retry' && outcome.countsAttempt)
}
