/** Batches: one user action on n records, with an outcome for each. */

/** The words of a receipt, in screen order. `sending` and `checking` count as waiting. */
export const OUTCOME_WORDS = ['waiting', 'sending', 'checking', 'done', 'alreadySo', 'needsYou', 'takenBack'] as const
export type OutcomeWord = (typeof OUTCOME_WORDS)[number]

export type BatchId = number
export type BatchVerb = 'favorite' | 'unfavorite'

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
}

/** One reason for which items of a batch need the person, with how many share it. */
export interface BatchReason {
  readonly code: string
  readonly detail: string | null
  readonly count: number
}
