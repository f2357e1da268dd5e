/** Batches: one user action on n items, with an outcome for each. */
import type { Failure } from './failure.ts'
import type { RecordNumber } from './image.ts'

/** Statuses of items, in screen order. `sending` and `checking` count as waiting. */
export const ITEM_STATUSES = [
  'waiting',
  'sending',
  'checking',
  'done',
  'unchanged',
  'needsAttention',
  'canceled'
] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

export type BatchId = number
/** Actions of batches. `undo` restores what another batch changed; its items have their own values. */
export const BATCH_VERBS = ['favorite', 'unfavorite', 'rename', 'delete', 'create', 'delete-project', 'undo'] as const
export type BatchVerb = (typeof BATCH_VERBS)[number]

/**
 * Reason why a batch is not being sent. `refusals`: the service rejected twenty changes in a row for the same reason.
 * `new-results`: at least `count` images that it would delete have new results since the deletion was requested.
 * `changed-more`: the first update on the connection changed more fields than requested; `entry` needs a decision of
 * the user, `null` after that. `not-shown`: the service does not show `count` updates that it accepted.
 */
export type BatchPause =
  | { readonly why: 'user' }
  | { readonly why: 'refusals'; readonly failure: Failure; readonly left: number }
  | { readonly why: 'new-results'; readonly count: number; readonly left: number }
  | { readonly why: 'changed-more'; readonly entry: number | null; readonly failure: Failure; readonly left: number }
  | { readonly why: 'not-shown'; readonly count: number; readonly left: number }

/**
 * Counts and state of a batch. Invariant:
 * size = done + unchanged + waiting + needsAttention + canceled, and sending + checking <= waiting.
 */
export interface BatchReceipt {
  readonly batch: BatchId
  readonly verb: BatchVerb
  readonly size: number
  readonly done: number
  readonly unchanged: number
  readonly waiting: number
  readonly sending: number
  readonly checking: number
  readonly needsAttention: number
  readonly canceled: number
  /** ms since epoch. */
  readonly startedAt: number
  /** `null` while changes are pending. */
  readonly finishedAt: number | null
  /** Estimate in ms at the currently known rate, including earlier batches; `null` if there is none yet. */
  readonly remainingMs: number | null
  /** Name of its item if there is only one; otherwise `null`. */
  readonly subject: string | null
  /** Batch whose earlier values this one restores; `null` for every other verb. */
  readonly undoes: BatchId | null
  /** `null` while it may be sent. */
  readonly pause: BatchPause | null
  /** End of the grace period of deletions (ms since epoch); `null` if none is active. */
  readonly graceEndsAt: number | null
  /** Whether it is sent before batches that were requested earlier. */
  readonly isFirst: boolean
  /** Whether any of its changes can still be canceled or undone. */
  readonly canUndo: boolean
}

/**
 * Result of undo or stop. `restored` counts items whose earlier value is restored, `skipped` items changed again since.
 */
export interface Undone {
  /** Batch that restores values; `null` if nothing had to be sent. */
  readonly batch: BatchReceipt | null
  readonly changed: Uint32Array
  readonly restored: number
  readonly skipped: number
}

/** Value before or after a change: favorite, name, or `null` (a create has no before, a delete no after). */
export type ItemValue = boolean | string | null

/**
 * Source of the `results` in an update, which the interface requires. `results`: as last read. `empty-results`: known
 * to be empty. `result`, `url`: the record's field of that name, because the service never returned results.
 * `nothing`: one empty item.
 */
export const RESULTS_SOURCES = ['results', 'empty-results', 'result', 'url', 'nothing'] as const

export interface SentAlong {
  readonly results: (typeof RESULTS_SOURCES)[number]
  /**
   * Time of the read (ms since epoch) if no read was possible just before sending; `null` if read just before, or
   * never.
   */
  readonly copyOf: number | null
  /** Whether the response had other results than sent, which were adopted. */
  readonly showsOther: boolean
}

/** Item of a batch, for History. */
export interface BatchItemRow {
  readonly record: RecordNumber
  /** Name of the image or project; '' if it is unknown. */
  readonly name: string
  readonly before: ItemValue
  readonly after: ItemValue
  readonly status: ItemStatus
  readonly failure: Failure | null
  /** `null` if not sent, unchanged, or sent by an earlier version. */
  readonly sent: SentAlong | null
}

/** Entry of a record's history, newest first. `elsewhere` means read from the service and not requested here. */
export interface RecordEvent {
  /** ms since epoch. */
  readonly at: number
  readonly origin: 'here' | 'elsewhere'
  readonly batch: BatchId | null
  readonly field: 'favorite' | 'name' | 'results' | 'record'
  readonly before: ItemValue
  readonly after: ItemValue
  /** `null` for a change made elsewhere. */
  readonly status: ItemStatus | null
  readonly failure: Failure | null
  /** As in `BatchItemRow`. */
  readonly sent: SentAlong | null
}

/** Reason for which items of a batch need attention, with the number of items that share it. */
export interface BatchReason {
  readonly code: string
  /** Detail of one item, as an example. */
  readonly detail: string | null
  readonly count: number
}
