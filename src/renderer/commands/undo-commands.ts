/** Undo and redo of whole batches on every screen, and their titles in the native menu. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt, Undone } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import { groupOf } from '../../shared/change.ts'
import { type Failure, type Result, succeed } from '../../shared/failure.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../shared/limits.ts'
import { actionTitle, deleting, redoTitle, undoTitle, undoneText } from '../../copy/commands.ts'
import { copy } from '../../copy/language.ts'
import { currentSendTime } from '../stores/sync-store.ts'
import { showToast, type ToastAction, until } from '../ui/toast.tsx'
import { chooseUndo, NOTHING_TO_UNDO, overBatches, type UndoChoice, type UndoStep } from './undo-choice.ts'

/** Number of batches read for undo; History shows older ones. */
const READ_LIMIT = 50

interface UndoPorts {
  readonly bridge: Pick<Bridge, 'listBatches' | 'undoBatch' | 'setMenuTitles'>
  readonly say: (text: string) => void
  readonly onFailure: (failure: Failure) => void
  /** Receives what can be undone now, and which batches no longer can. */
  readonly onLoaded: (choice: UndoChoice, over: ReadonlySet<BatchId>) => void
  readonly onRestored: (records: Uint32Array) => void
}

export type UndoCommands = ReturnType<typeof createUndoCommands>

export function createUndoCommands(ports: UndoPorts) {
  const state: { titles: string; turn: Promise<void> } = { titles: '', turn: Promise.resolve() }
  /** Batches whose undo had no effect: they are skipped, because otherwise Undo would never get past them. */
  const spent = new Set<BatchId>()

  async function read(): Promise<Result<UndoChoice>> {
    const answer = await ports.bridge.listBatches({ before: null, limit: READ_LIMIT })
    if (!answer.ok) return answer
    const rows = answer.value.rows.map((row) => (spent.has(row.batch) ? { ...row, canUndo: false } : row))
    const choice = chooseUndo(rows)
    ports.onLoaded(choice, overBatches(rows))
    updateMenu(choice)
    return succeed(choice)
  }

  function updateMenu({ undo, redo }: UndoChoice): void {
    const titles = { undo: undo && undoTitle(undo.origin), redo: redo && redoTitle(redo.origin) }
    const text = JSON.stringify(titles)
    if (text === state.titles) return
    state.titles = text
    void ports.bridge.setMenuTitles(titles)
  }

  async function undoStep({ batch, origin }: UndoStep, isRedo: boolean): Promise<void> {
    const answer = await ports.bridge.undoBatch({ batch })
    if (!answer.ok) return ports.onFailure(answer.failure)
    if (answer.value.restored === 0) spent.add(batch)
    reportUndone(answer.value, origin, isRedo)
    await read()
  }

  function reportUndone({ restored, skipped, changed }: Undone, origin: BatchReceipt | null, isRedo: boolean): void {
    ports.say(undoneText({ isRedo, title: actionTitle(origin), restored, skipped }))
    if (changed.length > 0) ports.onRestored(changed)
  }

  async function step(which: 'undo' | 'redo'): Promise<void> {
    const choice = await read()
    if (!choice.ok) return ports.onFailure(choice.failure)
    const found = choice.value[which]
    if (found === null) ports.say(whyNothing(which, choice.value))
    else await undoStep(found, which === 'redo')
  }

  /** Runs commands one after the other, so that the second press acts on what the first has left. */
  function inTurn(run: () => Promise<void>): Promise<void> {
    state.turn = state.turn.then(run, run)
    return state.turn
  }

  return {
    undo: () => inTurn(() => step('undo')),
    redo: () => inTurn(() => step('redo')),
    /** Undoes one given batch: the Undo of a toast or of a row in History. `receipt`: the original action. */
    undoBatch: (batch: BatchId, receipt: BatchReceipt | null): Promise<void> =>
      inTurn(() => undoStep({ batch, origin: receipt }, false)),
    /** Reads again what can be undone. */
    refresh: async (): Promise<void> => void (await read())
  }
}

function whyNothing(which: 'undo' | 'redo', { isSending }: UndoChoice): string {
  if (which === 'redo') return copy.commands.nothingToRedo
  return isSending ? copy.commands.undoLater : copy.commands.nothingToUndo
}

// What can be undone now or no longer, and the records that undo last restored. Written by the undo commands only.

interface UndoState {
  readonly choice: UndoChoice
  /** Batches that can no longer be undone, among those read. */
  readonly over: ReadonlySet<BatchId>
  /** Records that undo or redo last changed; a new object is a new event. The screen that shows them updates. */
  readonly restored: { readonly records: Uint32Array } | null
  /** Undoes one given batch, as the Undo of a toast does; `null` before the window listens. */
  readonly undoBatch: UndoCommands['undoBatch'] | null
}

export const useUndo = create<UndoState>()(() => ({
  choice: NOTHING_TO_UNDO,
  over: new Set(),
  restored: null,
  undoBatch: null
}))

/** Undoes the batch of this receipt, and reports the outcome: the Undo of a toast, or of a row in History. */
export async function undoReceipt(receipt: BatchReceipt): Promise<void> {
  await useUndo.getState().undoBatch?.(receipt.batch, receipt)
}

/** Returns the action that undoes these batches, the newest first, while at least one of them can be undone. */
export function undoOffer(receipts: readonly BatchReceipt[]): ToastAction {
  return {
    label: copy.commands.undo,
    run: () => void undoAll(receipts),
    watch: until(useUndo, ({ over }) => receipts.every(({ batch }) => over.has(batch)))
  }
}

async function undoAll(receipts: readonly BatchReceipt[]): Promise<void> {
  const { over } = useUndo.getState()
  for (const receipt of receipts.toReversed()) if (!over.has(receipt.batch)) await undoReceipt(receipt)
}

// Deletions that can still be undone: one toast with one Undo, shown until the last of them is sent.

interface Deletion {
  readonly receipt: BatchReceipt
  /** Name of a single record; `null` for several. */
  readonly name: string | null
  /** When it is sent, monotonic ms; Infinity if unknown. */
  readonly until: number
}

/** Oldest first. */
export const useDeletions = create<{ readonly open: readonly Deletion[] }>()(() => ({ open: [] }))

const isOfProject = ({ receipt }: Deletion): boolean => groupOf(receipt.verb) === 'projects'
const count = (open: readonly Deletion[]): number => open.reduce((sum, { receipt }) => sum + receipt.size, 0)

/** Shows the toast for this deletion together with those just before it. */
export function showDeletingToast(receipt: BatchReceipt, name: string | null): void {
  const now = performance.now()
  const { over } = useUndo.getState()
  const earlier = useDeletions.getState().open.filter((one) => one.until > now && !over.has(one.receipt.batch))
  const time = currentSendTime(groupOf(receipt.verb))
  const last = { receipt, name, until: time === 'now' ? now + DELETE_GRACE_PERIOD_MS : Infinity }
  const open = [...earlier, last]
  useDeletions.setState({ open })
  const projects = count(open.filter(isOfProject))
  const leaving = { images: count(open) - projects, projects, name: open.length === 1 ? name : null }
  showToast({
    text: deleting(leaving, time),
    action: undoOffer(open.map((one) => one.receipt)),
    staysMs: time === 'now' ? DELETE_GRACE_PERIOD_MS : null,
    isOfEveryScreen: true
  })
}
