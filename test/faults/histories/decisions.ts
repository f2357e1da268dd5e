/** Decisions of the user about changes that need attention, and about records that seem deleted. */
import { listChanges } from '../../../src/main/engine/storage/change-rows.ts'
import { listCandidates } from '../../../src/main/engine/storage/removals.ts'
import type { ChangeRow, EngineRepairAction, RepairAction } from '../../../src/shared/change.ts'
import { GROUPS, type Group } from '../../../src/shared/sync-status.ts'
import type { Chance } from '../history-chance.ts'
import type { UserAct } from './user-acts.ts'
import type { Ledger } from './ledger.ts'

const ALL = { reason: null, batch: null } as const

/** Repair actions that open the create form are separate acts. */
const isOfEngine = (repairAction: RepairAction): repairAction is EngineRepairAction =>
  repairAction !== 'edit' && repairAction !== 'create-again'

/** Changes of one state that offer a repair action. */
export function repairable(ledger: Ledger, state: 'waiting' | 'needs-attention'): ChangeRow[] {
  const { rows } = listChanges(ledger.run.db, { filter: { state, ...ALL }, offset: 0, limit: 500 })
  return rows.filter(({ repairActions }) => repairActions.some(isOfEngine))
}

/** A retry by the user counts as another order of what costs. */
function noteOrder(ledger: Ledger, { kind, record, status, name }: ChangeRow, repairAction: EngineRepairAction): void {
  if (status !== 'needsAttention' || (repairAction !== 'retry' && repairAction !== 'send-again')) return
  const sql = "SELECT form ->> '$.description' FROM creates WHERE record = ?"
  if (kind === 'create') ledger.order(ledger.ordered, ledger.run.db.value<string>(sql, [record]) ?? '')
  if (kind === 'delete-project') ledger.order(ledger.projects, name)
}

/** Picks one of several matching records. */
function choiceOf({ failure }: ChangeRow, chance: Chance): number | null {
  const choices = failure?.choices ?? []
  return choices.length === 0 ? null : chance.pick(choices)
}

/** Returns one line of the story. */
export function repairOne(ledger: Ledger, change: ChangeRow, repairAction: EngineRepairAction, chance: Chance): string {
  const { entry, kind, record, failure } = change
  const choice = repairAction === 'adopt' ? choiceOf(change, chance) : null
  const target = { kind: 'entries', entries: [entry] } as const
  const what = `${repairAction} for the ${kind} of ${record} (${failure?.code ?? 'waiting'})`
  const request = { target, repairAction, choice }
  const before = { change, repairAction }
  const done = ledger.run.library.repairChanges(request)
  if (!done.ok) return `${what}: ${done.failure.code}`
  if (done.value.done > 0) noteOrder(ledger, before.change, before.repairAction)
  ledger.note([record, ...done.value.changed])
  if (repairAction === 'write-back') ledger.noteWriteBack(record)
  if (repairAction === 'remove-copy') forgetLie(ledger, record)
  return what
}

/**
 * The user removed the copy of a record that the service reported as deleted. That report was a lie at some time, so
 * the next page brings the record back.
 */
function forgetLie({ rig, wanted }: Ledger, record: number): void {
  const id = wanted.get(record)?.id ?? 0
  if (rig.plan.world.lies && rig.service.truth.images.has(id)) wanted.delete(record)
}

export const repair: UserAct = (ledger, chance) => {
  const changes = [...repairable(ledger, 'needs-attention'), ...repairable(ledger, 'waiting')]
  if (changes.length === 0) return null
  const change = chance.pick(changes)
  return repairOne(ledger, change, chance.pick(change.repairActions.filter(isOfEngine)), chance)
}

/** Returns whether a decision was pending. Removals by the user need no other proof. */
export function decideRemovals(ledger: Ledger, group: Group, isRemoving: boolean): boolean {
  const candidates = listCandidates(ledger.run.db, group, { isAwaitingDecision: true })
  if (candidates.length === 0) return false
  if (isRemoving) {
    for (const { record } of candidates) ledger.goneByWord.add(record)
    ledger.forget(candidates.map(({ record }) => record))
  }
  ledger.run.library.decideRemovals({ group, isRemoving })
  return true
}

export const removals: UserAct = (ledger, chance) => {
  const isRemoving = chance.hits(0.3)
  const decided = GROUPS.filter((group) => decideRemovals(ledger, group, isRemoving))
  return decided.length === 0
    ? null
    : `${isRemoving ? 'removes' : 'keeps'} records that seem deleted: ${decided.join(', ')}`
}
