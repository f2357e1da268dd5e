/**
 * Repair actions on changes that are pending or need attention: the question before an action, the choice among several
 * records, and the request. Rows, groups and the panel start them; one dialog shows the question.
 */
import { create } from 'zustand'
import type { ChangeRow, ChangeTarget, EngineRepairAction, AttentionGroup, RepairAction } from '../../shared/change.ts'
import type { RecordNumber } from '../../shared/image.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { repairChanges, valueOrReport } from '../commands/batch-commands.ts'
import { type Question, repairQuestion, removalQuestion } from '../../copy/needs.ts'
import { openCreate } from '../stores/create-store.ts'

/** A question, and the effect of a yes. */
interface OpenQuestion extends Question {
  readonly onYes: () => void
}

interface RepairState {
  /** `null` if no question is open. */
  readonly question: OpenQuestion | null
  /** The create whose image is being chosen; `null` if none. */
  readonly adopting: ChangeRow | null
}

export const useRepair = create<RepairState>()(() => ({ question: null, adopting: null }))

export function startRowRepair(row: ChangeRow, repairAction: RepairAction): void {
  const { entry, record, kind } = row
  const target: ChangeTarget = { kind: 'entries', entries: [entry] }
  if (repairAction === 'edit') openCreate(undefined, record)
  else if (repairAction === 'create-again') void createAgain(record)
  else if (repairAction === 'adopt') useRepair.setState({ adopting: row })
  else askOrDo(repairQuestion(repairAction, kind, 1), () => void repairChanges({ target, repairAction, choice: null }))
}

export function startGroupRepair({ reason, count }: AttentionGroup, repairAction: EngineRepairAction): void {
  const target: ChangeTarget = { kind: 'reason', reason }
  askOrDo(
    repairQuestion(repairAction, reason.kind, count),
    () => void repairChanges({ target, repairAction, choice: null })
  )
}

/** Removes the copies of records that seem gone from the service. */
export function startRemovals(group: Group, count: number): void {
  const question = count > 1 ? removalQuestion(group, count) : null
  askOrDo(question, () => void decideRemovals(group, true))
}

/** Answers the open question. */
export function answerRepair(isYes: boolean): void {
  const { question } = useRepair.getState()
  useRepair.setState({ question: null })
  if (isYes) question?.onYes()
}

/** Sets the image that the create made; `null` cancels. */
export function adopt(choice: RecordNumber | null): void {
  const { adopting } = useRepair.getState()
  useRepair.setState({ adopting: null })
  if (choice === null || adopting === null) return
  const target: ChangeTarget = { kind: 'entries', entries: [adopting.entry] }
  void repairChanges({ target, repairAction: 'adopt', choice })
}

function askOrDo(question: Question | null, onYes: () => void): void {
  if (question === null) onYes()
  else useRepair.setState({ question: { ...question, onYes } })
}

/** Decides whether the copies of missing records are removed. */
export async function decideRemovals(group: Group, isRemoving: boolean): Promise<void> {
  valueOrReport(await bridge.decideRemovals({ group, isRemoving }))
}

/** Opens a new create, filled with the known fields of a record that is gone. */
async function createAgain(record: RecordNumber): Promise<void> {
  const form = valueOrReport(await bridge.getCreateForm({ record }))
  if (form !== null) openCreate(form)
}

/** Starts the default repair action for the only change of a reason. */
export async function startOnlyRepair({ reason, usual }: AttentionGroup): Promise<void> {
  const filter = { state: 'needs-attention', reason, batch: null } as const
  const found = valueOrReport(await bridge.listChanges({ filter, offset: 0, limit: 1 }))
  const row = found?.rows[0]
  if (row !== undefined) startRowRepair(row, usual)
}
