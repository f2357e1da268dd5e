/** Changes that are not confirmed yet, one by one, as the activity screen shows them; and what can be done about each. */
import type { BatchId, BatchVerb, ItemValue } from './batch.ts'
import type { Failure, FailureCode } from './failure.ts'
import { OPTIONAL_LOOKS, type ImageLooks, type ImageRow, type OptionalLook, type RecordNumber } from './image.ts'
import type { Group } from './sync-status.ts'

/** What an entry of the outbox is about. */
export const CHANGE_KINDS = ['favorite', 'name', 'delete', 'create', 'delete-project'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The change by which an item of each group leaves the service. It waits first, so that it can be taken back. */
export const DELETION_OF = { images: 'delete', projects: 'delete-project' } as const satisfies Record<Group, ChangeKind>

/** Whose items a change, or a batch of them, is about: only the deletion of a project is not about images. */
export function groupOf(kind: ChangeKind | BatchVerb | 'other'): Group {
  return kind === DELETION_OF.projects ? 'projects' : 'images'
}

export function isDeletion(kind: ChangeKind | 'other'): boolean {
  return kind === DELETION_OF.images || kind === DELETION_OF.projects
}

/**
 * What a person can do about a change that waits or needs them.
 * `retry` sends it again (a project's deletion too, after the person saw that it may be the second one).
 * `discard` drops it. `keep-mine` sends the name over the other one, `keep-theirs` takes the other one.
 * `remove-copy` removes a record that is gone from the service, `keep-copy` keeps it here alone.
 * `send-again` creates once more and may be charged twice, `keep-waiting` looks for it again.
 * `adopt` says which of several found records is the one that was created. `edit` opens the create form with it.
 * `create-again` opens the create form with a copy of a record that is gone.
 * `write-back` sends the values that a record had before, as far as the service lets us; `leave-so` leaves it as it is.
 */
export const REMEDIES = [
  'retry',
  'discard',
  'keep-mine',
  'keep-theirs',
  'remove-copy',
  'keep-copy',
  'send-again',
  'keep-waiting',
  'adopt',
  'edit',
  'create-again',
  'write-back',
  'leave-so'
] as const
export type Remedy = (typeof REMEDIES)[number]
/** Those that the engine does; the others open the create form. */
export type EngineRemedy = Exclude<Remedy, 'edit' | 'create-again'>
/** Those that can be done about many changes at once: adopting needs a choice for each. */
export type GroupRemedy = Exclude<EngineRemedy, 'adopt'>

export interface ChangeRow {
  readonly entry: number
  readonly record: RecordNumber
  readonly group: Group
  /** `other`: made by a newer version; kept and shown, never sent. */
  readonly kind: ChangeKind | 'other'
  readonly batch: BatchId
  /** When the person asked for it, ms since epoch. */
  readonly askedAt: number
  /** Name of the image or project; '' for none. */
  readonly name: string
  /** As `ImageRow.picture`. */
  readonly picture: string | null
  readonly before: ItemValue
  readonly after: ItemValue
  readonly word: 'waiting' | 'sending' | 'checking' | 'needsYou'
  readonly tries: number
  /** The last answer, or why it needs the person; null when it was never tried. */
  readonly failure: Failure | null
  /** Not sent before then, ms since epoch; null = nothing but its turn. */
  readonly holdUntil: number | null
  /** Its batch is held. */
  readonly isHeld: boolean
  /** What can be done now, the usual one first. */
  readonly remedies: readonly Remedy[]
}

/** Everything known of one image, for the inspector. */
export interface ImageDetail {
  readonly row: ImageRow
  /** The service's id, to be shown only; null while it is not created yet. */
  readonly id: string | null
  /** The whole prompt; null when not known here. */
  readonly description: string | null
  /** Each result as one line of text; null = the service never returned the field. */
  readonly results: readonly string[] | null
  readonly resultFile: string | null
  readonly url: string | null
  readonly updatedAt: number | null
  /** When the service last told of it, ms since epoch; null = never. */
  readonly readAt: number | null
  /** Fields that this version does not know, as JSON text of an object. */
  readonly other: string
  /** Gone from the service and kept here by the person. */
  readonly isKeptCopy: boolean
  /** What is unsent of it, or needs the person; in the order of sending. */
  readonly changes: readonly ChangeRow[]
}

/** Changes that need attention for one reason. `kind`, `code` and `key` together name it. */
export interface NeedReason {
  readonly kind: ChangeKind | 'other'
  readonly code: FailureCode
  /** Status and message without what is of one record alone, as reason-key.ts makes it; '' for none. */
  readonly key: string
}

export interface NeedGroup {
  readonly reason: NeedReason
  /** Of one of them, as an example. */
  readonly failure: Failure
  readonly count: number
  /** What can be done about all of them at once. */
  readonly remedies: readonly GroupRemedy[]
  /** The usual remedy of each, which may need one change at a time. */
  readonly usual: Remedy
}

export interface ChangeFilter {
  readonly state: 'waiting' | 'needs-you'
  readonly reason: NeedReason | null
  readonly batch: BatchId | null
}

export type ChangeTarget =
  | { readonly kind: 'entries'; readonly entries: readonly number[] }
  | { readonly kind: 'reason'; readonly reason: NeedReason }

/** What a create asks for: every field of the interface's store. null = not chosen. */
export interface CreateForm extends Pick<ImageLooks, OptionalLook> {
  readonly name: string
  readonly description: string
  readonly resolution: string
}

/** Every field, in the order of the screen. */
export const FORM_FIELDS = ['name', 'description', 'resolution', ...OPTIONAL_LOOKS] as const
export type FormField = (typeof FORM_FIELDS)[number]

/** The create form as it stands, kept across a kill. */
export interface CreateDraft {
  readonly form: CreateForm
  readonly isOpen: boolean
  readonly keepsOpen: boolean
  /** The parked or unsent create that is being edited; null for a new one. */
  readonly record: RecordNumber | null
}
