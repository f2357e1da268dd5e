/** The delete command: one image goes at once and can be taken back, several are asked about first. */
import { create } from 'zustand'
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { askWith, type Chosen, onlyRecord, type Targets } from '../selection/targets.ts'

type DeleteImages = BridgeRequests['deleteImages']

/** Deleting more than this, or everything that matches, wants the number typed. */
export const TYPED_ABOVE = 500

/** What is asked before anything is deleted. */
export type DeleteQuestion =
  | { readonly kind: 'draft'; readonly name: string }
  | { readonly kind: 'images'; readonly summary: TargetSummary; readonly mustType: boolean }

export interface DeleteDone extends Readonly<DeleteImages['value']> {
  /** Of a single image; null for several. */
  readonly name: string | null
  /** It was never sent: nothing is deleted at the service. */
  readonly isDraft: boolean
}

export interface DeletePorts {
  readonly chosen: Targets['current']
  /** The row of a record as the screen shows it; undefined when it is not here. */
  readonly shownRow: (record: RecordNumber) => ImageRow | undefined
  readonly describe: (target: RecordTarget) => Promise<Result<TargetSummary>>
  /** Settles with the answer of the person. */
  readonly ask: (question: DeleteQuestion) => Promise<boolean>
  readonly deleteImages: (args: DeleteImages['args']) => Promise<Result<DeleteImages['value']>>
  readonly onDone: (done: DeleteDone) => void
  /** Told why it cannot be deleted now. */
  readonly onRefused: (why: 'being-sent' | 'being-deleted') => void
  readonly onFailure: (failure: Failure) => void
}

/** Deletes the target; resolves when it was asked for, or was not to be. */
export type DeleteCommand = (on?: RecordNumber) => Promise<void>

export function createDeleteCommand(ports: DeletePorts): DeleteCommand {
  async function remove(chosen: Chosen, about: Pick<DeleteDone, 'name' | 'isDraft'>): Promise<void> {
    const answer = await askWith(chosen, (target) => ports.deleteImages({ target }))
    if (answer.ok) ports.onDone({ ...answer.value, ...about })
    else ports.onFailure(answer.failure)
  }

  async function removeOne(chosen: Chosen, row: ImageRow | undefined): Promise<void> {
    const refused = whyNot(row)
    if (refused !== null) return ports.onRefused(refused)
    const isDraft = isUnsentCreate(row)
    const name = row?.name ?? null
    // What was never sent is gone for good; without a prompt there is nothing to miss.
    if (isDraft && hasPrompt(row) && !(await ports.ask({ kind: 'draft', name: name ?? '' }))) return
    await remove(chosen, { name, isDraft })
  }

  async function removeSeveral(chosen: Chosen): Promise<void> {
    const answer = await askWith(chosen, ports.describe)
    if (!answer.ok) return ports.onFailure(answer.failure)
    const summary = answer.value
    const mustType = chosen.isFrozen || summary.size > TYPED_ABOVE
    if (await ports.ask({ kind: 'images', summary, mustType })) await remove(chosen, { name: null, isDraft: false })
  }

  return async (on) => {
    const chosen = await ports.chosen(on)
    if (chosen === null) return
    const only = onlyRecord(chosen)
    if (only === null) await removeSeveral(chosen)
    else await removeOne(chosen, ports.shownRow(only))
  }
}

/** Not sent, or refused: it exists here alone. */
export function isUnsentCreate(row: ImageRow | undefined): boolean {
  return row?.stage === 'create-waiting' || row?.stage === 'create-asks'
}

/** Why a record cannot be deleted now; null = it can. */
export function whyNot(row: ImageRow | undefined): 'being-sent' | 'being-deleted' | null {
  if (row?.stage === 'create-sending' || row?.stage === 'create-checking') return 'being-sent'
  return row?.stage === 'delete-waiting' ? 'being-deleted' : null
}

const hasPrompt = (row: ImageRow | undefined): boolean => (row?.prompt ?? '').trim() !== ''

// The question before a deletion, while it stands on the screen.

interface QuestionState {
  /** null = nothing is asked. */
  readonly asked: { readonly question: DeleteQuestion; readonly answer: (isYes: boolean) => void } | null
}

export const useDeleteQuestion = create<QuestionState>()(() => ({ asked: null }))

/** Puts the question up; settles with the answer. One at a time: a second one answers the first with no. */
export function askDelete(question: DeleteQuestion): Promise<boolean> {
  useDeleteQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean): void => {
      useDeleteQuestion.setState({ asked: null })
      resolve(isYes)
    }
    useDeleteQuestion.setState({ asked: { question, answer } })
  })
}

/** The number as typed: spaces and separators do not matter, anything else does. Digits of other scripts are not read. */
export function isTypedNumber(typed: string, wanted: number): boolean {
  const digits = digitsOf(typed)
  return /^\d+$/.test(digits) && Number(digits) === wanted
}

/** What stands there may still become the number: nothing to say against it yet. */
export function isTypedSoFar(typed: string, wanted: number): boolean {
  return wanted.toString().startsWith(digitsOf(typed))
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s.,'’]/g, '')
