/** Batches: one user action on n records, with an outcome for each. */
import type { Failure } from './failure.ts'
import type { RecordNumber } from './image.ts'

/** The words of a receipt, in screen order. `sending` and `checking` count as waiting. */
export const OUTCOME_WORDS = ['waiting', 'sending', 'checking', 'done', 'alreadySo', 'needsYou', 'takenBack'] as const
export type OutcomeWord = (typeof OUTCOME_WORDS)[number]

export type BatchId = number
/** `undo` writes back what another batch changed; its items carry their own values. */
export const BATCH_VERBS = ['favorite', 'unfavorite', 'rename', 'delete', 'create', 'delete-project', 'undo'] as const
export type BatchVerb = (typeof BATCH_VERBS)[number]

/**
 * Why nothing of a batch is sent. `refusals`: the service refused twenty in a row alike, and the person is asked.
 * `new-results`: images that it would delete got new results since it was asked for (at least `count` of them).
 * `changed-more`: the first update on the connection changed more of its record than was wanted; `entry` needs the
 * person, null once they decided. `not-shown`: the service does not show `count` updates that it said it took.
 */
export type BatchHold =
  | { readonly why: 'person' }
  | { readonly why: 'refusals'; readonly failure: Failure; readonly left: number }
  | { readonly why: 'new-results'; readonly count: number; readonly left: number }
  | { readonly why: 'changed-more'; readonly entry: number | null; readonly failure: Failure; readonly left: number }
  | { readonly why: 'not-shown'; readonly count: number; readonly left: number }

/**
 * The receipt of a batch. Always:
 * size = done + alreadySo + waiting + needsYou + takenBack, and sending + checking <= waiting.
 */
export interface BatchReceipt {
  readonly batch: BatchId
  readonly verb: BatchVerb
  readonly size: number
  readonly done: number
  readonly alreadySo: number
  readonly waiting: number
  readonly sending: number
  readonly checking: number
  readonly needsYou: number
  readonly takenBack: number
  /** ms since epoch. */
  readonly startedAt: number
  /** null while anything waits. */
  readonly finishedAt: number | null
  /** Estimate at the pace known now, ms, with the wait for batches before this one; null before there is one. */
  readonly remainingMs: number | null
  /** Name of its record when there is one only; null otherwise. */
  readonly subject: string | null
  /** The batch whose earlier values this one writes back; null for every other verb. */
  readonly undoes: BatchId | null
  /** null while it may go. */
  readonly hold: BatchHold | null
  /** Deletions wait until then so that they can be taken back, ms since epoch; null = nothing waits for a time. */
  readonly holdUntil: number | null
  /** It goes before batches that were asked for earlier. */
  readonly isFirst: boolean
  /** Something of it can still be taken back or written back. */
  readonly canUndo: boolean
}

/** What undo or stop did. restored = items whose earlier value is wanted again; skipped = changed again since. */
export interface Undone {
  /** The batch that writes values back; null when nothing had to be sent. */
  readonly batch: BatchReceipt | null
  readonly changed: Uint32Array
  readonly restored: number
  readonly skipped: number
}

/** A value before or after: favorite, name, or nothing (a create has no before, a delete no after). */
export type ItemValue = boolean | string | null

/**
 * Where the `results` came from that an update carried, as the interface demands some. `results`: as last read.
 * `empty-results`: known to be empty. `result`, `url`: the record's field of that name, in place of results that the
 * service never told. `nothing`: one empty item.
 */
export const RESULTS_SOURCES = ['results', 'empty-results', 'result', 'url', 'nothing'] as const

export interface SentAlong {
  readonly results: (typeof RESULTS_SOURCES)[number]
  /** When they were read, ms since epoch, where no read was possible just before; null = read just before, or never. */
  readonly copyOf: number | null
  /** The answer showed other results than were sent. They were taken. */
  readonly showsOther: boolean
}

/** One item of a batch, for History. */
export interface BatchItemRow {
  readonly record: RecordNumber
  /** Name of the image or project as far as it is known; '' for none. */
  readonly name: string
  readonly before: ItemValue
  readonly after: ItemValue
  readonly word: OutcomeWord
  readonly failure: Failure | null
  /** null: not sent, found in place, or sent by an earlier version. */
  readonly sent: SentAlong | null
}

/** One line of a record's history, newest first. `elsewhere`: read from the service, not asked for here. */
export interface RecordEvent {
  /** ms since epoch. */
  readonly at: number
  readonly origin: 'here' | 'elsewhere'
  readonly batch: BatchId | null
  readonly field: 'favorite' | 'name' | 'results' | 'record'
  readonly before: ItemValue
  readonly after: ItemValue
  /** null for what was changed elsewhere. */
  readonly word: OutcomeWord | null
  readonly failure: Failure | null
  /** As in `BatchItemRow`. */
  readonly sent: SentAlong | null
}

/** One reason for which items of a batch need the person, with how many share it. */
export interface BatchReason {
  readonly code: string
  /** Of one of them, as an example. */
  readonly detail: string | null
  readonly count: number
}
