/**
 * The last batch that came to its end, until it has been seen, and the one that may be stopped. Running ones stand in
 * the sync status.
 */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'

interface JobState {
  readonly finished: BatchReceipt | null
  readonly dismiss: () => void
  /** The person is being asked how to stop this one; null = no question. */
  readonly stopping: BatchId | null
  readonly askToStop: (batch: BatchId | null) => void
}

export const useJob = create<JobState>()((set) => ({
  finished: null,
  dismiss: () => set({ finished: null }),
  stopping: null,
  askToStop: (stopping) => set({ stopping })
}))

/** The batch that ran before and runs no more; the newest when several ended at once, null when none did. */
export function endedBatch(before: SyncStatus | null, now: SyncStatus | null): BatchId | null {
  if (before === null || now === null) return null
  const running = new Set(now.running.map((receipt) => receipt.batch))
  return before.running.findLast((receipt) => !running.has(receipt.batch))?.batch ?? null
}
