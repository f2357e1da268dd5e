/** The delete command: deletes one image immediately, with Undo, and several after confirmation. */
import { create } from 'zustand'
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { sendForTarget, type Chosen, onlyRecord, type Targets } from '../selection/targets.ts'

type DeleteImages = BridgeRequests['deleteImages']

/** A deletion of more images than this, or of every match, requires typing the number. */
export const TYPE_NUMBER_ABOVE = 500

/** The question before a deletion. */
export type DeleteQuestion =
  | { readonly kind: 'draft'; readonly name: string }
  | { readonly kind: 'images'; readonly summary: TargetSummary; readonly mustType: boolean }

export interface DeleteDone extends Readonly<DeleteImages['value']> {
  /** Name of a single image; `null` for several. */
  readonly name: string | null
  /** Whether it was never sent, so that nothing is deleted at the service. */
  readonly isDraft: boolean
}

export interface DeletePorts {
  readonly chosen: Targets['current']
  /** Returns the row of a record as the screen shows it; `undefined` if it is not loaded. */
  readonly shownRow: (record: RecordNumber) => ImageRow | undefined
  readonly describe: (target: RecordTarget) => Promise<Result<TargetSummary>>
  /** Settles with the user’s answer. */
  readonly ask: (question: DeleteQuestion) => Promise<boolean>
  readonly deleteImages: (args: DeleteImages['args']) => Promise<Result<DeleteImages['value']>>
  readonly onDone: (done: DeleteDone) => void
  /** Receives the reason why the image cannot be deleted now. */
  readonly onRefused: (why: 'being-sent' | 'being-deleted') => void
  readonly onFailure: (failure: Failure) => void
}

/** Deletes the target; resolves once the deletion is requested or canceled. */
export type DeleteCommand = (on?: RecordNumber) => Promise<void>

export function createDeleteCommand(ports: DeletePorts): DeleteCommand {
  async function remove(chosen: Chosen, about: Pick<DeleteDone, 'name' | 'isDraft'>): Promise<void> {
    const answer = await sendForTarget(chosen, (target) => ports.deleteImages({ target }))
    if (answer.ok) ports.onDone({ ...answer.value, ...about })
    else ports.onFailure(answer.failure)
  }

  async function removeOne(chosen: Chosen, row: ImageRow | undefined): Promise<void> {
    const refused = deletionObstacle(row)
    if (refused !== null) return ports.onRefused(refused)
    const isDraft = isUnsentCreate(row)
    const name = row?.name ?? null
    // A draft that was never sent is lost for good; without a prompt there is nothing to lose.
    if (isDraft && hasPrompt(row) && !(await ports.ask({ kind: 'draft', name: name ?? '' }))) return
    await remove(chosen, { name, isDraft })
  }

  async function removeSeveral(chosen: Chosen): Promise<void> {
    const answer = await sendForTarget(chosen, ports.describe)
    if (!answer.ok) return ports.onFailure(answer.failure)
    const summary = answer.value
    const mustType = chosen.isFrozen || summary.size > TYPE_NUMBER_ABOVE
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

/** Returns whether the image exists here alone, because it was not sent or was refused. */
export function isUnsentCreate(row: ImageRow | undefined): boolean {
  return row?.stage === 'create-waiting' || row?.stage === 'create-refused'
}

/** Returns why a record cannot be deleted now; `null` if it can. */
export function deletionObstacle(row: ImageRow | undefined): 'being-sent' | 'being-deleted' | null {
  if (row?.stage === 'create-sending' || row?.stage === 'create-checking') return 'being-sent'
  return row?.stage === 'delete-waiting' ? 'being-deleted' : null
}

const hasPrompt = (row: ImageRow | undefined): boolean => (row?.prompt ?? '').trim() !== ''

// The question before a deletion, while it is on screen.

interface QuestionState {
  /** `null` if there is no question. */
  readonly asked: { readonly question: DeleteQuestion; readonly answer: (isYes: boolean) => void } | null
}

export const useDeleteQuestion = create<QuestionState>()(() => ({ asked: null }))

/** Shows the question; settles with the answer. A second question answers the first with no. */
export function confirmDelete(question: DeleteQuestion): Promise<boolean> {
  useDeleteQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean): void => {
      useDeleteQuestion.setState({ asked: null })
      resolve(isYes)
    }
    useDeleteQuestion.setState({ asked: { question, answer } })
  })
}

/**
 * Returns whether the text is the number. Spaces and separators are ignored, any other character is wrong. Digits of
 * other scripts are not supported.
 */
export function isTypedNumber(typed: string, number: number): boolean {
  const digits = digitsOf(typed)
  return /^\d+$/.test(digits) && Number(digits) === number
}

/** Returns whether the text can still become the number, so that no error is shown yet. */
export function canBecomeNumber(typed: string, number: number): boolean {
  return number.toString().startsWith(digitsOf(typed))
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s.,'’]/g, '')
