/** What the status bar and banners say. Built in one place from the outbox and from the service's own answers. */
import type { BatchReceipt } from './batch.ts'
import type { Failure } from './failure.ts'
import type { Pace } from './pace.ts'

export const GROUPS = ['images', 'projects'] as const
export type Group = (typeof GROUPS)[number]

/**
 * State of one group's connection.
 * `idle`: nothing open; `up-to-date` only when nothing waits and the last full read succeeded. `checking`: what waits goes
 * when the service shows what it took before.
 */
export type GroupState =
  | 'idle'
  | 'reading'
  | 'sending'
  | 'checking'
  | 'up-to-date'
  | 'offline'
  | 'not-answering'
  | 'held'
  | 'signed-out'
  | 'no-access'
  | 'stopped'

/**
 * `no-paging`: the service gave one page and no way to ask for more. `page-refused`: it refused a page, and nothing reported that
 * the list had ended. `fewer-than-told`, `unreadable`: as they say.
 */
export type IncompleteWhy = 'no-paging' | 'page-refused' | 'fewer-than-told' | 'unreadable'

export interface GroupStatus {
  readonly state: GroupState
  /** Records read by the pass under way; total null until the service told one. */
  readonly reading: { readonly soFar: number; readonly total: number | null } | null
  /** When the last complete pass ended, ms since epoch; null = never proved complete. */
  readonly completeAsOf: number | null
  /** Why the library may lack records; null when a pass proved it whole, or none has ended yet. */
  readonly incomplete: { readonly why: IncompleteWhy; readonly seen: number; readonly total: number | null } | null
  /** Records that seem gone from the service, too many to remove without asking; null = nothing to ask. */
  readonly removals: { readonly count: number; readonly of: number } | null
  /** Deletions that go out at `at` (ms since epoch) unless they are taken back; null when none waits for a time. */
  readonly deletions: { readonly count: number; readonly at: number } | null
  /** When the service last answered usably, ms since epoch. */
  readonly answeredAt: number | null
  /** Nothing goes out before this time (Retry-After or backoff), ms since epoch. */
  readonly heldUntil: number | null
  /** Why, when state is one of the troubled ones. */
  readonly failure: Failure | null
  /** What was learned of how the service talks, trait by trait; absent while nothing is known. */
  readonly speaks?: Readonly<Record<string, string>>
}

export interface SyncStatus {
  readonly images: GroupStatus
  readonly projects: GroupStatus
  /** Entries in the outbox that wait or are on their way; equals the count in the outbox at `revision`. */
  readonly waiting: number
  readonly needsYou: number
  /** Batches with something left, oldest first. */
  readonly running: readonly BatchReceipt[]
  /** Requests a minute: told by the service, our share of it taken (null = none told), and acknowledged of late (null = too few answers). */
  readonly limitPerMinute: number | null
  readonly pacePerMinute: number | null
  /** Batch picked up from an earlier run, until it ends: shown as "Picking up batch of ...". */
  readonly pickedUp: { readonly startedAt: number; readonly left: number; readonly checking: number } | null
  readonly isPaused: boolean
  readonly pace: Pace
}
