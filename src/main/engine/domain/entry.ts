/** Entries of the outbox: durable intents that are not confirmed yet, one per record and kind. */
import type { SentAlong } from '../../../shared/batch.ts'
import type { ChangeKind, CreateForm } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { ServiceImage } from './service-records.ts'

/** Kinds that this version sends. An unknown kind (after a downgrade) is kept, shown and never sent. */
export type EntryKind = ChangeKind
/** Kinds for a record that exists on the service. */
export type PushKind = Exclude<EntryKind, 'create'>

/** `waiting`: pending; `sent`: in flight; `unknown`: sent, and looked up; `refused`: the user decides. */
export type EntryState = 'waiting' | 'sent' | 'unknown' | 'refused'

/** The stored status of one batch item. */
export type ItemOutcome = 'waiting' | 'done' | 'unchanged' | 'needs-attention' | 'canceled'

/** What push needs to know about one entry, read before anything is sent. */
export interface PushEntry {
  readonly entry: number
  readonly record: RecordNumber
  readonly group: Group
  /** For projects, the name. */
  readonly serviceId: string
  readonly kind: PushKind
  /** The desired favorite; true for every other kind. */
  readonly want: boolean
  /** The desired name; `null` for every other kind. */
  readonly name: string | null
  /** The name in the mirror when the desired one was entered; `null` for every other kind. */
  readonly baseName: string | null
  readonly revision: number
  readonly batch: number
  /** A single user action. */
  readonly isInteractive: boolean
  /**
   * A pending favorite of the same record that may be sent now: a rename carries its value and settles it. It is not
   * claimed, because a newer value simply no longer matches the revision.
   */
  readonly companion: { readonly entry: number; readonly revision: number; readonly want: boolean } | null
  /** The record before its first update, whose values are to be restored; `null` for every other entry. */
  readonly saved: ServiceImage | null
  /** The mirror's values of the fields that an update must carry. */
  readonly mirror: {
    readonly favorite: boolean | null
    readonly name: string | null
    /** JSON text of `results`; `null` if the service never returned the field for this record. */
    readonly results: string | null
    readonly result: string | null
    readonly url: string | null
    /**
     * When these values were last read from the service (ms since epoch); for a deletion, only reads since it was
     * requested count, else 0.
     */
    readonly readAt: number
    /** When the service created the image, if it reports that, else when it was first seen here (ms since epoch). */
    readonly bornAt: number
  }
}

/** A create, as push needs it. */
export interface PushCreate {
  readonly entry: number
  readonly record: RecordNumber
  readonly revision: number
  readonly batch: number
  readonly form: CreateForm
}

/** A create that was sent without a response that can be trusted, with what is needed to look it up. */
export interface UnknownCreate extends PushCreate {
  /** The highest id known when it was sent; `null` if none was known. */
  readonly highestId: string | null
  /** ms since epoch. */
  readonly sentAt: number
  readonly lookups: number
  /** ms since epoch; `null` = not looked up yet. */
  readonly lookedUpAt: number | null
}

/** The result of an entry that was sent or looked up; written in groups by one transaction. */
export interface EntryResult {
  readonly entry: number
  /** The revision that was sent; a newer value behind it stays. */
  readonly revision: number
  readonly outcome:
    /** `sent`: what an update carried along, for the receipt. */
    | { readonly kind: 'acknowledged'; readonly sent?: SentAlong | null }
    /**
     * A create that was acknowledged or found on the service; `requestSequence`: sequence number of the request that showed it.
     */
    | { readonly kind: 'created'; readonly image: ServiceImage; readonly requestSequence: number }
    /** A read showed that the service already has the value. */
    | { readonly kind: 'unchanged' }
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

export type AnswerKind = EntryResult['outcome']['kind']
