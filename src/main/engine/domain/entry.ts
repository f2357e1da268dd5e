/** Entries of the outbox: durable intents not yet confirmed; one for each record and kind. */
import type { Failure } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'

/** Kinds this version sends. A kind it does not know (downgrade) is kept, shown and never sent. */
export const ENTRY_KINDS = ['favorite'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** `ready` and `postponed` wait; `claimed` is on its way; `unknown` is looked up; `rejected` needs the person. */
export type EntryState = 'ready' | 'postponed' | 'claimed' | 'unknown' | 'rejected'

/** What push needs of one entry, read before anything is sent. */
export interface PushEntry {
  readonly entry: number
  readonly record: RecordNumber
  readonly serviceId: string
  readonly kind: EntryKind
  readonly want: boolean
  readonly revision: number
  readonly attempt: number
  readonly batch: number
  readonly state: EntryState
  /** What the mirror holds of the fields an update must carry. */
  readonly mirror: {
    readonly favorite: boolean | null
    /** JSON text of `results`; null = the service never returned the field for this record. */
    readonly results: string | null
    readonly result: string | null
    readonly url: string | null
    /** ms since epoch when these values were last read from the service. */
    readonly readAt: number
  }
}

/** What became of an entry that was sent or looked up; written in groups by one transaction. */
export interface EntryResult {
  readonly entry: number
  /** The revision that was sent: a newer want behind it stays. */
  readonly revision: number
  readonly outcome:
    | { readonly kind: 'acknowledged' }
    /** A read showed that the service has the value already. */
    | { readonly kind: 'already-so' }
    | { readonly kind: 'ready' }
    | {
        readonly kind: 'postponed'
        readonly notBefore: number
        readonly failure: Failure
        readonly countsAttempt: boolean
      }
    | { readonly kind: 'unknown'; readonly failure: Failure }
    | { readonly kind: 'rejected'; readonly failure: Failure }
}
