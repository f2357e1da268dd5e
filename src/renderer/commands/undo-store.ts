/** What can be undone now or no longer, and what last came back by it. Written by the undo commands only. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import { commandCopy } from '../copy/commands.ts'
import { until } from '../ui/toast.tsx'
import type { ToastAction } from '../ui/toast.tsx'
import { NOTHING_TO_UNDO } from './undo-choice.ts'
import type { UndoChoice } from './undo-choice.ts'
import type { UndoCommands } from './undo-commands.ts'

interface UndoState {
  readonly choice: UndoChoice
  /** Batches that can be taken back no longer, as far as they were looked at. */
  readonly over: ReadonlySet<BatchId>
  /** Records that undo or redo last changed; a new object is news. The screen that shows them takes them in. */
  readonly restored: { readonly records: Uint32Array } | null
  /** Takes back one batch by its name, as the Undo of a toast does. null before the window listens. */
  readonly undoBatch: UndoCommands['undoBatch'] | null
}

export const useUndo = create<UndoState>()(() => ({
  choice: NOTHING_TO_UNDO,
  over: new Set(),
  restored: null,
  undoBatch: null
}))

/** Takes back what this receipt stands for, and says how it went: the Undo of a toast, or of a row of History. */
export async function undoReceipt(receipt: BatchReceipt): Promise<void> {
  await useUndo.getState().undoBatch?.(receipt.batch, receipt)
}

/** Offers to take these back, the newest first, for as long as one of them can be. */
export function undoOffer(receipts: readonly BatchReceipt[]): ToastAction {
  return {
    label: commandCopy.undo,
    run: () => void undoAll(receipts),
    watch: until(useUndo, ({ over }) => receipts.every(({ batch }) => over.has(batch)))
  }
}

async function undoAll(receipts: readonly BatchReceipt[]): Promise<void> {
  const { over } = useUndo.getState()
  for (const receipt of receipts.toReversed()) if (!over.has(receipt.batch)) await undoReceipt(receipt)
}
