/**
 * What Undo and Redo would do now. The journal knows only batches: taking one back is a batch of its own, and doing it
 * again is one that takes that back. Two pointers into the past are read from their chain. Pure.
 */
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'

export interface UndoStep {
  /** The batch to be taken back. */
  readonly batch: BatchId
  /** What the person once did, and what it is called by; null when that is older than what was read. */
  readonly origin: BatchReceipt | null
}

export interface UndoChoice {
  readonly undo: UndoStep | null
  readonly redo: UndoStep | null
  /** The last thing done is on its way right now: neither it nor anything before it is to be undone meanwhile. */
  readonly isSending: boolean
}

export const NOTHING_TO_UNDO: UndoChoice = { undo: null, redo: null, isSending: false }

/** `batches`: newest first. Redo is offered until something else is done. */
export function chooseUndo(batches: readonly BatchReceipt[]): UndoChoice {
  const chain = chainOf(batches)
  const last = batches.find((receipt) => (isLive(receipt, chain) || isOnItsWay(receipt)) && isDoing(receipt, chain))
  const isSending = last !== undefined && !last.canUndo
  const undo = last === undefined || isSending ? null : { batch: last.batch, origin: originOf(last, chain) }
  return { undo, redo: redoStep(batches, chain), isSending }
}

/** Those that can be taken back no longer, or were taken back. What is on its way may be again in a moment. */
export function overBatches(batches: readonly BatchReceipt[]): ReadonlySet<BatchId> {
  const chain = chainOf(batches)
  const over = batches.filter(
    (receipt) => chain.takenBack.has(receipt.batch) || !(receipt.canUndo || isOnItsWay(receipt))
  )
  return new Set(over.map(({ batch }) => batch))
}

interface Chain {
  readonly byId: ReadonlyMap<BatchId, BatchReceipt>
  /** Batches that a later one took back. */
  readonly takenBack: ReadonlySet<BatchId>
}

function chainOf(batches: readonly BatchReceipt[]): Chain {
  return {
    byId: new Map(batches.map((receipt) => [receipt.batch, receipt])),
    takenBack: new Set(batches.flatMap(({ undoes }) => (undoes === null ? [] : [undoes])))
  }
}

const isLive = (receipt: BatchReceipt, { takenBack }: Chain): boolean =>
  receipt.canUndo && !takenBack.has(receipt.batch)

/** Cannot be undone, and perhaps only for this moment: a request without an answer yet. */
const isOnItsWay = ({ canUndo, sending, checking }: BatchReceipt): boolean => !canUndo && sending + checking > 0

function redoStep(batches: readonly BatchReceipt[], chain: Chain): UndoStep | null {
  // Something new was done since the last undo: what was undone before it is not done again on top of it.
  const end = batches.findIndex(({ undoes }) => undoes === null)
  const sinceThen = end < 0 ? batches : batches.slice(0, end)
  const found = sinceThen.find((receipt) => isLive(receipt, chain) && !isDoing(receipt, chain))
  return found ? { batch: found.batch, origin: originOf(found, chain) } : null
}

/** What the person asked for, or an undo of an undo: that does it again. */
function isDoing({ undoes }: BatchReceipt, chain: Chain): boolean {
  if (undoes === null) return true
  const earlier = chain.byId.get(undoes)
  return earlier !== undefined && !isDoing(earlier, chain)
}

function originOf(receipt: BatchReceipt, chain: Chain): BatchReceipt | null {
  if (receipt.undoes === null) return receipt
  const earlier = chain.byId.get(receipt.undoes)
  return earlier === undefined ? null : originOf(earlier, chain)
}
