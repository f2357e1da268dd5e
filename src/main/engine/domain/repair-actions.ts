/** Lists what the user can do about a change, by its kind and by why it needs attention. Pure. */
import type { ChangeKind, GroupRepairAction, RepairAction } from '../../../shared/change.ts'
import type { FailureCode } from '../../../shared/failure.ts'
import type { EntryState } from './entry.ts'

export interface Repairable {
  readonly kind: ChangeKind | 'other'
  readonly state: EntryState
  /** Why it needs attention, or the last response; `null` if none yet. */
  readonly code: FailureCode | null
  /** True if the prompt of its record is known. */
  readonly hasPrompt: boolean
}

type Reason = Pick<Repairable, 'kind' | 'code'>

/** The usual one first. */
type RepairActions = readonly [RepairAction, ...RepairAction[]]
type ByCode = Partial<Readonly<Record<FailureCode, RepairActions>>>

const AGAIN: RepairActions = ['retry', 'discard']
const CHANGED_MORE: RepairActions = ['write-back', 'leave-so']
const GONE: RepairActions = ['remove-copy', 'keep-copy', 'create-again']

/** Codes that are not listed use `AGAIN`. */
const REFUSED: Readonly<Record<ChangeKind, ByCode>> = {
  favorite: { 'not-found': GONE, 'changed-more': CHANGED_MORE },
  name: { 'not-found': GONE, 'changed-more': CHANGED_MORE, 'name-changed': ['keep-mine', 'keep-theirs'] },
  delete: {},
  create: {
    'create-not-found': ['keep-waiting', 'send-again', 'discard'],
    'create-ambiguous': ['adopt', 'send-again', 'discard'],
    // Its form is lost.
    'library-damaged': ['discard']
  },
  'delete-project': {}
}

/** A refused create did not happen, so its form can be changed. */
const REFUSED_CREATE: RepairActions = ['edit', 'retry', 'discard']

function ofRefused({ kind, code }: Reason): RepairActions {
  if (kind === 'other') return ['discard']
  // Stryker disable next-line ConditionalExpression: no repair actions are named for null, so that looking them up finds nothing either
  const named = code === null ? undefined : REFUSED[kind][code]
  return named ?? (kind === 'create' ? REFUSED_CREATE : AGAIN)
}

function ofWaiting({ kind, code }: Repairable): readonly RepairAction[] {
  const open: readonly RepairAction[] = kind === 'create' ? ['edit', 'discard'] : ['discard']
  // Postponed after a failure.
  return code === null ? open : ['retry', ...open]
}

/** Returns what can be done about one change now, the usual action first; empty while it is in flight or looked up. */
export function repairActionsOf(change: Repairable): readonly RepairAction[] {
  if (change.state === 'sent' || change.state === 'unknown') return []
  const repairActions = change.state === 'refused' ? ofRefused(change) : ofWaiting(change)
  return change.hasPrompt ? repairActions : repairActions.filter((repairAction) => repairAction !== 'create-again')
}

/** The others need a choice or a form for each change. */
const isForMany = (repairAction: RepairAction): repairAction is GroupRepairAction =>
  repairAction !== 'adopt' && repairAction !== 'edit' && repairAction !== 'create-again'

/** Returns the usual action for one change that needs attention for this reason. */
export const usualRepairAction = (reason: Reason): RepairAction => ofRefused(reason)[0]

/** Returns what can be done at once about all changes that need attention for one reason. */
export const sharedRepairActions = (reason: Reason): readonly GroupRepairAction[] => ofRefused(reason).filter(isForMany)
