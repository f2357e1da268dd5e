/** State of sync for the status bar and banners, derived from the outbox and the service's responses. */
import type { BatchReceipt } from './batch.ts'
import type { Failure } from './failure.ts'

export const GROUPS = ['images', 'projects'] as const
export type Group = (typeof GROUPS)[number]

/**
 * State of one group's connection. `idle`: no library is open. `up-to-date`: nothing is pending and the last full read
 * succeeded. `checking`: pending changes are sent when the service shows the earlier ones that it accepted.
 */
export type GroupState =
  | 'idle'
  | 'reading'
  | 'sending'
  | 'checking'
  | 'up-to-date'
  | 'offline'
  | 'not-responding'
  | 'rate-limited'
  | 'signed-out'
  | 'no-access'
  | 'stopped'

/**
 * Reason why a full read is incomplete. `no-paging`: the service returned one page and no way to load more.
 * `page-refused`: it refused a page, and nothing reported the end of the list. `fewer-than-reported`: it reported more
 * records than it returned. `unreadable`: some records could not be read.
 */
export type IncompleteWhy = 'no-paging' | 'page-refused' | 'fewer-than-reported' | 'unreadable'

export interface GroupStatus {
  readonly state: GroupState
  /** Progress of the current pass; `total` is `null` until the service reports one. */
  readonly reading: { readonly soFar: number; readonly total: number | null } | null
  /** End of the last complete pass, ms since epoch; `null` if there was none. */
  readonly completeAsOf: number | null
  /** Why the library may lack records; `null` after a complete pass, or before the first pass has ended. */
  readonly incomplete: { readonly why: IncompleteWhy; readonly seen: number; readonly total: number | null } | null
  /**
   * Records that seem to be missing on the service but are too many to remove without a decision; `null` if there are
   * none.
   */
  readonly removals: { readonly count: number; readonly of: number } | null
  /**
   * Deletions that are sent at `at` (ms since epoch) unless they are canceled; `null` if none is in its grace period.
   */
  readonly deletions: { readonly count: number; readonly at: number } | null
  /** Time of the last usable response, ms since epoch. */
  readonly respondedAt: number | null
  /** No request is sent before this time (Retry-After or backoff), ms since epoch. */
  readonly retryAt: number | null
  /** Cause of a failure state. */
  readonly failure: Failure | null
  /** Known dialect traits of the service; absent while nothing is known. */
  readonly dialectTraits?: Readonly<Record<string, string>>
}

/** Request rate: the whole rate limit, or half of it, so that other apps can use the remainder. */
export const PACES = ['full', 'share'] as const
export type Pace = (typeof PACES)[number]

export const SHARE_OF: Readonly<Record<Pace, number>> = { full: 1, share: 0.5 }

export interface SyncStatus {
  readonly images: GroupStatus
  readonly projects: GroupStatus
  /** Number of pending or sending outbox entries. */
  readonly waiting: number
  readonly needsAttention: number
  /** Unfinished batches, oldest first. */
  readonly running: readonly BatchReceipt[]
  /**
   * Requests per minute: the used share of the reported limit (`null` if none), and the recently acknowledged rate
   * (`null` without enough responses).
   */
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
  /** Batch resumed from an earlier run, until it ends. */
  readonly pickedUp: { readonly startedAt: number; readonly left: number; readonly checking: number } | null
  readonly isPaused: boolean
  readonly pace: Pace
}

/** Returns requests / min(limit, acknowledged rate) in ms; `null` if neither is known. */
export function estimateMs(
  requests: number,
  pace: Pick<SyncStatus, 'limitPerMinute' | 'pacePerMinute'>
): number | null {
  const known = [pace.limitPerMinute, pace.pacePerMinute].filter((rate) => rate !== null && rate > 0) as number[]
  if (known.length === 0) return null
  return Math.round((requests / Math.min(...known)) * 60_000)
}
