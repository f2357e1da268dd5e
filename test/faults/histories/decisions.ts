/** What a person decides about changes that need them, and about records that seem gone. */
import { listChanges } from '../../../src/main/engine/storage/change-rows.ts'
import { listCandidates } from '../../../src/main/engine/storage/removals.ts'
import type { ChangeRow, EngineRemedy, Remedy } from '../../../src/shared/change.ts'
import { GROUPS, type Group } from '../../../src/shared/sync-status.ts'
import type { Chance } from '../history-chance.ts'
import type { Doing } from './person-acts.ts'
import type { Ledger } from './ledger.ts'

const ALL = { reason: null, batch: null } as const

/** Those that open the create form have an act of their own. */
const isOfEngine = (remedy: Remedy): remedy is EngineRemedy => remedy !== 'edit' && remedy !== 'create-again'

/** Changes of one state for which something can be done. */
export function repairable(ledger: Ledger, state: 'waiting' | 'needs-you'): ChangeRow[] {
  const { rows } = listChanges(ledger.run.db, { filter: { state, ...ALL }, offset: 0, limit: 500 })
  return rows.filter(({ remedies }) => remedies.some(isOfEngine))
}

/** Sent once more by a word of the person: what costs is ordered once more. */
function noteOrder(ledger: Ledger, { kind, record, word, name }: ChangeRow, remedy: EngineRemedy): void {
  if (word !== 'needsYou' || (remedy !== 'retry' && remedy !== 'send-again')) return
  const sql = "SELECT form ->> '$.description' FROM creates WHERE record = ?"
  if (kind === 'create') ledger.order(ledger.ordered, ledger.run.db.value<string>(sql, [record]) ?? '')
  if (kind === 'delete-project') ledger.order(ledger.projects, name)
}

/** One of several found records. */
function choiceOf({ failure }: ChangeRow, chance: Chance): number | null {
  const choices = failure?.choices ?? []
  return choices.length === 0 ? null : chance.pick(choices)
}

/** Answers one line of the story. */
export function repairOne(ledger: Ledger, change: ChangeRow, remedy: EngineRemedy, chance: Chance): string {
  const { entry, kind, record, failure } = change
  const choice = remedy === 'adopt' ? choiceOf(change, chance) : null
  const target = { kind: 'entries', entries: [entry] } as const
  const what = `${remedy} for the ${kind} of ${record} (${failure?.code ?? 'waiting'})`
  const ask = { target, remedy, choice }
  const before = { change, remedy }
  const done = ledger.run.library.repairChanges(ask)
  if (!done.ok) return `${what}: ${done.failure.code}`
  if (done.value.done > 0) noteOrder(ledger, before.change, before.remedy)
  ledger.note([record, ...done.value.changed])
  if (remedy === 'write-back') ledger.noteWriteBack(record)
  // A wish for an unfinished image is given up; what was said of the same picture under a pulled number still stands.
  if (remedy === 'discard' && ledger.wanted.get(record)?.id === 0) ledger.wanted.delete(record)
  if (remedy === 'remove-copy') forgetLie(ledger, record)
  return what
}

/** The person let go what the service said it had no more. It lied, however long ago: with the next page it is back. */
function forgetLie({ rig, wanted }: Ledger, record: number): void {
  const id = wanted.get(record)?.id ?? 0
  if (rig.plan.world.lies && rig.service.truth.images.has(id)) wanted.delete(record)
}

export const repair: Doing = (ledger, chance) => {
  const changes = [...repairable(ledger, 'needs-you'), ...repairable(ledger, 'waiting')]
  if (changes.length === 0) return null
  const change = chance.pick(changes)
  return repairOne(ledger, change, chance.pick(change.remedies.filter(isOfEngine)), chance)
}

/** Answers whether something was asked. What goes by the person's word needs no other proof. */
export function decideRemovals(ledger: Ledger, group: Group, isRemoving: boolean): boolean {
  const asked = listCandidates(ledger.run.db, group, { isAsking: true })
  if (asked.length === 0) return false
  if (isRemoving) {
    for (const { record } of asked) ledger.goneByWord.add(record)
    ledger.forget(asked.map(({ record }) => record))
  }
  ledger.run.library.decideRemovals({ group, isRemoving })
  return true
}

export const removals: Doing = (ledger, chance) => {
  const isRemoving = chance.hits(0.3)
  const decided = GROUPS.filter((group) => decideRemovals(ledger, group, isRemoving))
  return decided.length === 0 ? null : `${isRemoving ? 'removes' : 'keeps'} what seems gone: ${decided.join(', ')}`
}
