/** Unconfirmed changes as the activity screen shows them, with their available actions. */
import type { BatchPause, BatchId, BatchVerb, ItemValue } from './batch.ts'
import type { Failure, FailureCode } from './failure.ts'
import { OPTIONAL_FACETS, type ImageFacets, type ImageRow, type OptionalFacet, type RecordNumber } from './image.ts'
import type { Group } from './sync-status.ts'

/** Kinds of outbox entries. */
export const CHANGE_KINDS = ['favorite', 'name', 'delete', 'create', 'delete-project'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Kind of change that deletes an item of each group. It has a grace period in which it can be canceled. */
export const DELETION_OF = { images: 'delete', projects: 'delete-project' } as const satisfies Record<Group, ChangeKind>

/** Returns the group of a change or batch; only the deletion of a project belongs to the projects group. */
export function groupOf(kind: ChangeKind | BatchVerb | 'other'): Group {
  return kind === DELETION_OF.projects ? 'projects' : 'images'
}

export function isDeletion(kind: ChangeKind | 'other'): boolean {
  return kind === DELETION_OF.images || kind === DELETION_OF.projects
}

/**
 * Actions for a pending change or one that needs attention.
 * `retry` sends it again (for a project's deletion after a warning that it may be sent twice).
 * `discard` drops it. `keep-mine` sends the local name, `keep-theirs` adopts the service's name.
 * `remove-copy` removes a record that no longer exists on the service, `keep-copy` keeps it only here.
 * `send-again` sends a create again and may be charged twice, `keep-waiting` looks for it again.
 * `adopt` chooses which of several found records is the created one. `edit` opens the create form with it.
 * `create-again` opens the create form with a copy of a record that no longer exists.
 * `write-back` restores earlier values as far as the service allows it; `leave-so` keeps the current ones.
 */
export const REPAIR_ACTIONS = [
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
export type RepairAction = (typeof REPAIR_ACTIONS)[number]
/** Actions that the engine performs; the others open the create form. */
export type EngineRepairAction = Exclude<RepairAction, 'edit' | 'create-again'>
/** Actions that apply to many changes at once; `adopt` needs a choice for each. */
export type GroupRepairAction = Exclude<EngineRepairAction, 'adopt'>

export interface ChangeRow {
  readonly entry: number
  readonly record: RecordNumber
  readonly group: Group
  /** `other` was made by a newer version: kept and shown, never sent. */
  readonly kind: ChangeKind | 'other'
  readonly batch: BatchId
  /** Time of the user's action, ms since epoch. */
  readonly requestedAt: number
  /** Name of the image or project; '' for none. */
  readonly name: string
  /** Like `ImageRow.picture`. */
  readonly picture: string | null
  readonly before: ItemValue
  readonly after: ItemValue
  readonly status: 'waiting' | 'sending' | 'checking' | 'needsAttention'
  readonly tries: number
  /** Last failure, or why it needs attention; `null` if it was never sent. */
  readonly failure: Failure | null
  /** Not sent before this time (ms since epoch); `null` if it only waits for its turn. */
  readonly graceEndsAt: number | null
  /** Why its batch is paused, or on hold by a rule; `null` if it is not. */
  readonly pause: BatchPause['why'] | null
  /** Available actions, the usual one first. */
  readonly repairActions: readonly RepairAction[]
}

/** All known data of an image, for the inspector. */
export interface ImageDetail {
  readonly row: ImageRow
  /** Id on the service, only for display; `null` until it is created. */
  readonly id: string | null
  /** Complete prompt; `null` if unknown. */
  readonly description: string | null
  /** Each result as one line of text; `null` if the service never returned the field. */
  readonly results: readonly string[] | null
  readonly resultFile: string | null
  readonly url: string | null
  readonly updatedAt: number | null
  /** Last time the service returned it, ms since epoch; `null` if never. */
  readonly readAt: number | null
  /** Unknown fields, as JSON text of an object. */
  readonly other: string
  /** Whether it no longer exists on the service and the user kept this copy. */
  readonly isKeptCopy: boolean
  /** Its pending changes and those that need attention, in sending order. */
  readonly changes: readonly ChangeRow[]
}

/** Reason for which changes need attention, identified by `kind`, `code` and `key`. */
export interface NeedReason {
  readonly kind: ChangeKind | 'other'
  readonly code: FailureCode
  /** Status and message without parts specific to one record (reason-key.ts); '' for none. */
  readonly key: string
}

export interface AttentionGroup {
  readonly reason: NeedReason
  /** Failure of one change, as an example. */
  readonly failure: Failure
  readonly count: number
  /** Actions that apply to all of them at once. */
  readonly repairActions: readonly GroupRepairAction[]
  /** Usual action, which may apply to only one change at a time. */
  readonly usual: RepairAction
}

export interface ChangeFilter {
  readonly state: 'waiting' | 'needs-attention'
  readonly reason: NeedReason | null
  readonly batch: BatchId | null
}

export type ChangeTarget =
  | { readonly kind: 'entries'; readonly entries: readonly number[] }
  | { readonly kind: 'reason'; readonly reason: NeedReason }

/** Fields of a create request; `null` if not chosen. */
export interface CreateForm extends Pick<ImageFacets, OptionalFacet> {
  readonly name: string
  readonly description: string
  readonly resolution: string
}

/** All fields, in screen order. */
export const FORM_FIELDS = ['name', 'description', 'resolution', ...OPTIONAL_FACETS] as const
export type FormField = (typeof FORM_FIELDS)[number]

/** Current state of the create form, kept across restarts. */
export interface CreateDraft {
  readonly form: CreateForm
  readonly isOpen: boolean
  readonly keepsOpen: boolean
  /** Parked or unsent create that is being edited; `null` for a new one. */
  readonly record: RecordNumber | null
}
