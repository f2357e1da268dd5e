/** Entries of the outbox: durable intents not yet confirmed; one for each record and kind. */
import type { SentAlong } from '../../../shared/batch.ts'
import type { ChangeKind, CreateForm } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { ServiceImage } from './service-records.ts'

/** Kinds this version sends. A kind it does not know (downgrade) is kept, shown and never sent. */
export type EntryKind = ChangeKind
/** Kinds about a record that the service knows. */
export type PushKind = Exclude<EntryKind, 'create'>

/** `waiting` to be sent; `sent` and not answered; `unknown`: sent, and looked up; `refused`: the user decides. */
export type EntryState = 'waiting' | 'sent' | 'unknown' | 'refused'

/** What became of one batch item, as stored. */
export type ItemOutcome = 'waiting' | 'done' | 'already-so' | 'needs-you' | 'taken-back'

/** What push needs of one entry, read before anything is sent. */
export interface PushEntry {
  readonly entry: number
  readonly record: RecordNumber
  readonly group: Group
  /** For projects this is the name. */
  readonly serviceId: string
  readonly kind: PushKind
  /** The wanted favorite; true for every other kind. */
  readonly want: boolean
  /** The wanted name; null for every other kind. */
  readonly name: string | null
  /** The name that the mirror held when the wanted one was typed; null for every other kind. */
  readonly baseName: string | null
  readonly revision: number
  readonly batch: number
  /** A single click. */
  readonly isHand: boolean
  /**
   * A favorite of the same record that waits and may go now: a rename carries its value and settles it. It is not
   * claimed; a newer want of it simply does not match the revision any more.
   */
  readonly companion: { readonly entry: number; readonly revision: number; readonly want: boolean } | null
  /** The record as it was before its first update, whose values are to be written back; null for every other entry. */
  readonly saved: ServiceImage | null
  /** What the mirror holds of the fields an update must carry. */
  readonly mirror: {
    readonly favorite: boolean | null
    readonly name: string | null
    /** JSON text of `results`; null = the service never returned the field for this record. */
    readonly results: string | null
    readonly result: string | null
    readonly url: string | null
    /** ms since epoch when these values were last read from the service; of a deletion: since it was asked for, else 0. */
    readonly readAt: number
    /** ms since epoch: when the service says that it made the image, else when it was first met here. */
    readonly bornAt: number
  }
}

/** A create as push needs it. */
export interface PushCreate {
  readonly entry: number
  readonly record: RecordNumber
  readonly revision: number
  readonly batch: number
  readonly form: CreateForm
}

/** A create that was sent without an answer that can be trusted, and what is known for looking it up. */
export interface UnknownCreate extends PushCreate {
  /** The highest id known when it was sent; null = none was known. */
  readonly highestId: string | null
  /** ms since epoch. */
  readonly sentAt: number
  readonly looks: number
  /** ms since epoch; null = not looked up yet. */
  readonly lookedAt: number | null
}

/** What became of an entry that was sent or looked up; written in groups by one transaction. */
export interface EntryResult {
  readonly entry: number
  /** The revision that was sent: a newer want behind it stays. */
  readonly revision: number
  readonly outcome:
    /** `sent`: what went along with an update, for the receipt. */
    | { readonly kind: 'acknowledged'; readonly sent?: SentAlong | null }
    /** A create that the service acknowledged, or that was found there; `askedAt`: tick of the question that tells so. */
    | { readonly kind: 'created'; readonly image: ServiceImage; readonly askedAt: number }
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

export type AnswerKind = EntryResult['outcome']['kind']
