/** User actions on a batch or on all pending changes. Each one confirms its effect; the screen shows its failure. */
import { stoppedText } from '../../copy/batches.ts'
import type { BatchId } from '../../shared/batch.ts'
import type { BridgeRequests } from '../../shared/bridge.ts'
import type { Result } from '../../shared/failure.ts'
import type { Group, Pace } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { useCommandFailure } from '../stores/window-store.ts'
import { showToast } from '../ui/toast.tsx'
import { repairOrReport } from './repair-commands.ts'

/** Returns the value of a result; `null` after a failure, which the screen then shows. */
export function valueOrReport<T>(answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  useCommandFailure.setState({ failure: answer.failure })
  return null
}

/** Stops a batch. `isUndoing`: done changes are written back, too. */
export async function stopBatch(batch: BatchId, isUndoing: boolean): Promise<void> {
  const undone = valueOrReport(await bridge.stopBatch({ batch, isUndoing }))
  if (undone === null) return
  showToast({ text: stoppedText(undone.restored, undone.skipped) })
}

/** Sets whether a batch is on hold. `false` also resumes one that stopped after many equal refusals. */
export async function setBatchPaused(batch: BatchId, isPaused: boolean): Promise<void> {
  valueOrReport(await bridge.setBatchPaused({ batch, isPaused }))
}

/**
 * Runs a repair action and reports if it had no effect. Returns the records that look different now; `null` after a
 * failure.
 */
export function repairChanges(args: BridgeRequests['repairChanges']['args']): Promise<Uint32Array | null> {
  return repairOrReport(
    {
      repair: bridge.repairChanges,
      say: (text) => showToast({ text }),
      onFailure: (failure) => useCommandFailure.setState({ failure })
    },
    args
  )
}

/** Sends the values that the record of an entry had before its update, as far as the service allows. */
export async function writeBack(entry: number): Promise<void> {
  const target = { kind: 'entries', entries: [entry] } as const
  await repairChanges({ target, repairAction: 'write-back', choice: null })
}

export async function sendBatchFirst(batch: BatchId): Promise<void> {
  valueOrReport(await bridge.sendBatchFirst({ batch }))
}

/** Sets whether the new key of a group belongs to the owner of the pending changes. */
export async function answerOwner({
  group,
  isSame
}: {
  readonly group: Group
  readonly isSame: boolean
}): Promise<void> {
  valueOrReport(await bridge.answerOwner({ group, isSame }))
}

/** Reads and sends immediately, and requests access to a locked key. */
export async function syncNow(): Promise<void> {
  valueOrReport(await bridge.syncNow(null))
}

/** Sets the request rate, which is stored for this library. */
export async function setPace(pace: Pace): Promise<void> {
  valueOrReport(await bridge.setPace({ pace }))
}

export async function setPaused(isPaused: boolean): Promise<void> {
  valueOrReport(await bridge.setPaused({ isPaused }))
}
