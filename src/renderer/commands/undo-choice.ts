/**
 * What Undo and Redo would do now. The journal contains only batches: an undo is a batch of its own, and a redo is a
 * batch that undoes it. Both positions are derived from their chain. Pure.
 */
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'

export interface UndoStep {
  /** The batch to undo. */
  readonly batch: BatchId
  /** The original batch of the user, which names the step; `null` if it is older than what was read. */
  readonly origin: BatchReceipt | null
}

export interface UndoChoice {
  readonly undo: UndoStep | null
  readonly redo: UndoStep | null
  /** The last action is being sent: neither it nor anything before it can be undone now. */
  readonly isSending: boolean
}

export const NOTHING_TO_UNDO: UndoChoice = { undo: null, redo: null, isSending: false }

/** Returns the steps of Undo and Redo. `batches`: newest first. Redo is available until another action. */
export function chooseUndo(batches: readonly BatchReceipt[]): UndoChoice {
  const chain = chainOf(batches)
  const last = batches.find(
    (receipt) => (canBeUndone(receipt, chain) || isInFlight(receipt)) && isForward(receipt, chain)
  )
  const isSending = last !== undefined && !last.canUndo
  const undo = last === undefined || isSending ? null : { batch: last.batch, origin: originOf(last, chain) }
  return { undo, redo: redoStep(batches, chain), isSending }
}

/** Returns batches that can no longer be undone, or were undone. One that is being sent may be undoable again soon. */
export function overBatches(batches: readonly BatchReceipt[]): ReadonlySet<BatchId> {
  const chain = chainOf(batches)
  const over = batches.filter(
    (receipt) => chain.canceled.has(receipt.batch) || !(receipt.canUndo || isInFlight(receipt))
  )
  return new Set(over.map(({ batch }) => batch))
}

interface Chain {
  readonly byId: ReadonlyMap<BatchId, BatchReceipt>
  /** Batches that a later one undid. */
  readonly canceled: ReadonlySet<BatchId>
}

function chainOf(batches: readonly BatchReceipt[]): Chain {
  return {
    byId: new Map(batches.map((receipt) => [receipt.batch, receipt])),
    canceled: new Set(batches.flatMap(({ undoes }) => (undoes === null ? [] : [undoes])))
  }
}

const canBeUndone = (receipt: BatchReceipt, { canceled }: Chain): boolean =>
  receipt.canUndo && !canceled.has(receipt.batch)

/** Cannot be undone, possibly only while a request has no response. */
const isInFlight = ({ canUndo, sending, checking }: BatchReceipt): boolean => !canUndo && sending + checking > 0

function redoStep(batches: readonly BatchReceipt[], chain: Chain): UndoStep | null {
  // After a new action since the last undo, earlier undone batches are not redone.
  const end = batches.findIndex(({ undoes }) => undoes === null)
  const recent = end < 0 ? batches : batches.slice(0, end)
  const found = recent.find((receipt) => canBeUndone(receipt, chain) && !isForward(receipt, chain))
  return found ? { batch: found.batch, origin: originOf(found, chain) } : null
}

/** Returns whether the batch is an action of the user, or the undo of an undo, which redoes it. */
function isForward({ undoes }: BatchReceipt, chain: Chain): boolean {
  if (undoes === null) return true
  const earlier = chain.byId.get(undoes)
  return earlier !== undefined && !isForward(earlier, chain)
}

function originOf(receipt: BatchReceipt, chain: Chain): BatchReceipt | null {
  if (receipt.undoes === null) return receipt
  const earlier = chain.byId.get(receipt.undoes)
  return earlier === undefined ? null : originOf(earlier, chain)
}
