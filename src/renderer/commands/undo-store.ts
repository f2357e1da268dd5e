/** What can be undone now, and what last came back by it. Written by the undo commands only. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import { NOTHING_TO_UNDO } from './undo-choice.ts'
import type { UndoChoice } from './undo-choice.ts'
import type { UndoCommands } from './undo-commands.ts'

interface UndoState {
  readonly choice: UndoChoice
  /** Records that undo or redo last changed; a new object is news. The screen that shows them reveals them. */
  readonly restored: { readonly records: Uint32Array } | null
  /** Takes back one batch by its name, as the Undo of a toast does. null before the window listens. */
  readonly undoBatch: UndoCommands['undoBatch'] | null
}

export const useUndo = create<UndoState>()(() => ({ choice: NOTHING_TO_UNDO, restored: null, undoBatch: null }))

/** Takes back what this receipt stands for, and says how it went: the Undo of a toast, or of a row of History. */
export async function undoReceipt(receipt: BatchReceipt): Promise<void> {
  await useUndo.getState().undoBatch?.(receipt.batch, receipt)
}

/** Name of the message that offers to take a batch back. */
export const toastOf = (batch: BatchId): string => `batch-${batch}`
