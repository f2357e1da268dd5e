/**
 * What is being done about changes that wait or need the person: the question before it, the choice among several
 * records, and the doing itself. Rows, groups and the panel ask; one place in the screen answers.
 */
import { create } from 'zustand'
import type { ChangeRow, ChangeTarget, EngineRemedy, NeedGroup, Remedy } from '../../shared/change.ts'
import type { RecordNumber } from '../../shared/image.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { repairChanges, valueOrTold } from '../commands/batch-commands.ts'
import { type Question, remedyQuestion, removalQuestion } from '../copy/needs.ts'
import { openCreate } from '../stores/create-store.ts'

interface Repair {
  readonly target: ChangeTarget
  readonly remedy: EngineRemedy
}

/** A question, and what a yes does. */
interface OpenQuestion extends Question {
  readonly onYes: () => void
}

interface Removals {
  readonly group: Group
  readonly count: number
}

interface RepairState {
  /** null = no question is open. */
  readonly question: OpenQuestion | null
  /** The create whose record is being chosen; null = none. */
  readonly adopting: ChangeRow | null
  readonly askForRow: (row: ChangeRow, remedy: Remedy) => void
  readonly askForGroup: (group: NeedGroup, remedy: EngineRemedy) => void
  /** Removes the copies of records that seem gone from the service. */
  readonly askForRemovals: (removals: Removals) => void
  readonly answer: (isYes: boolean) => void
  /** null = changed their mind. */
  readonly adopt: (choice: RecordNumber | null) => void
}

export const useRepair = create<RepairState>()((set, get) => ({
  question: null,
  adopting: null,
  askForRow: (row, remedy) => {
    const target: ChangeTarget = { kind: 'entries', entries: [row.entry] }
    if (remedy === 'edit') openCreate(undefined, row.record)
    else if (remedy === 'create-again') void createAgain(row.record)
    else if (remedy === 'adopt') set({ adopting: row })
    else askOrDo(remedyQuestion(remedy, row.kind, 1), () => void repair({ target, remedy }, null))
  },
  askForGroup: ({ reason, count }, remedy) => {
    const wanted: Repair = { target: { kind: 'reason', reason }, remedy }
    askOrDo(remedyQuestion(remedy, reason.kind, count), () => void repair(wanted, null))
  },
  askForRemovals: ({ group, count }) => {
    const question = count > 1 ? removalQuestion(group, count) : null
    askOrDo(question, () => void decideRemovals(group, true))
  },
  answer: (isYes) => {
    const { question } = get()
    set({ question: null })
    if (isYes) question?.onYes()
  },
  adopt: (choice) => {
    const { adopting } = get()
    set({ adopting: null })
    if (choice === null || adopting === null) return
    void repair({ target: { kind: 'entries', entries: [adopting.entry] }, remedy: 'adopt' }, choice)
  }
}))

function askOrDo(question: Question | null, onYes: () => void): void {
  if (question === null) onYes()
  else useRepair.setState({ question: { ...question, onYes } })
}

/** What becomes of the copies of records that seem gone. */
export async function decideRemovals(group: Group, isRemoving: boolean): Promise<void> {
  valueOrTold(await bridge.decideRemovals({ group, isRemoving }))
}

async function repair({ target, remedy }: Repair, choice: RecordNumber | null): Promise<void> {
  await repairChanges({ target, remedy, choice })
}

/** A new create, filled with what is known of a record that is gone. */
async function createAgain(record: RecordNumber): Promise<void> {
  const form = valueOrTold(await bridge.getCreateForm({ record }))
  if (form !== null) openCreate(form)
}

/** Asks for the usual remedy of the only change of a reason. */
export async function askForOnly({ reason, usual }: NeedGroup): Promise<void> {
  const filter = { state: 'needs-you', reason, batch: null } as const
  const found = valueOrTold(await bridge.listChanges({ filter, offset: 0, limit: 1 }))
  const row = found?.rows[0]
  if (row !== undefined) useRepair.getState().askForRow(row, usual)
}
