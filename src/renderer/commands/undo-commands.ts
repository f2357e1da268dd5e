/** Undo and redo of whole batches, from every screen; also what they are called in the native menu. */
import type { BatchId, BatchReceipt, Undone } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import { succeed } from '../../shared/failure.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import { batchTitle, commandCopy, redoTitle, undoneText, undoTitle } from '../copy/commands.ts'
import { chooseUndo, overBatches } from './undo-choice.ts'
import type { UndoChoice, UndoStep } from './undo-choice.ts'

/** Batches that are looked at: further back, History is the place. */
const LOOKED_AT = 50

interface UndoPorts {
  readonly bridge: Pick<Bridge, 'listBatches' | 'undoBatch' | 'setMenuTitles'>
  readonly say: (text: string) => void
  readonly onFailure: (failure: Failure) => void
  /** What can be undone now, and which batches can be no longer. */
  readonly onLooked: (choice: UndoChoice, over: ReadonlySet<BatchId>) => void
  readonly onRestored: (records: Uint32Array) => void
}

export interface UndoCommands {
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
  /** Takes back one batch that is named: the Undo of a toast or of a row of History. `receipt`: what was done. */
  readonly undoBatch: (batch: BatchId, receipt: BatchReceipt | null) => Promise<void>
  /** Looks anew at what can be undone. */
  readonly refresh: () => Promise<void>
}

export function createUndoCommands(ports: UndoPorts): UndoCommands {
  const state: { titles: string; turn: Promise<void> } = { titles: '', turn: Promise.resolve() }
  /** Nothing of these could be taken back: they are passed over, or no key would lead past them. */
  const spent = new Set<BatchId>()

  async function look(): Promise<Result<UndoChoice>> {
    const answer = await ports.bridge.listBatches({ before: null, limit: LOOKED_AT })
    if (!answer.ok) return answer
    const rows = answer.value.rows.map((row) => (spent.has(row.batch) ? { ...row, canUndo: false } : row))
    const choice = chooseUndo(rows)
    ports.onLooked(choice, overBatches(rows))
    tellMenu(choice)
    return succeed(choice)
  }

  function tellMenu({ undo, redo }: UndoChoice): void {
    const titles = { undo: undo && undoTitle(undo.origin), redo: redo && redoTitle(redo.origin) }
    const text = JSON.stringify(titles)
    if (text === state.titles) return
    state.titles = text
    void ports.bridge.setMenuTitles(titles)
  }

  async function takeBack({ batch, origin }: UndoStep, isRedo: boolean): Promise<void> {
    const answer = await ports.bridge.undoBatch({ batch })
    if (!answer.ok) return ports.onFailure(answer.failure)
    if (answer.value.restored === 0) spent.add(batch)
    sayUndone(answer.value, origin, isRedo)
    await look()
  }

  function sayUndone({ restored, skipped, changed }: Undone, origin: BatchReceipt | null, isRedo: boolean): void {
    ports.say(undoneText({ isRedo, title: batchTitle(origin), restored, skipped }))
    if (changed.length > 0) ports.onRestored(changed)
  }

  async function step(which: 'undo' | 'redo'): Promise<void> {
    const choice = await look()
    if (!choice.ok) return ports.onFailure(choice.failure)
    const found = choice.value[which]
    if (found === null) ports.say(whyNothing(which, choice.value))
    else await takeBack(found, which === 'redo')
  }

  /** One after the other: the second press looks at what the first has left. */
  function inTurn(run: () => Promise<void>): Promise<void> {
    state.turn = state.turn.then(run, run)
    return state.turn
  }

  return {
    undo: () => inTurn(() => step('undo')),
    redo: () => inTurn(() => step('redo')),
    undoBatch: (batch, receipt) => inTurn(() => takeBack({ batch, origin: receipt }, false)),
    refresh: async () => void (await look())
  }
}

function whyNothing(which: 'undo' | 'redo', { isSending }: UndoChoice): string {
  if (which === 'redo') return commandCopy.nothingToRedo
  return isSending ? commandCopy.undoLater : commandCopy.nothingToUndo
}
