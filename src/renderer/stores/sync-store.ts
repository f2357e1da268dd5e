/** What the status bar and the bars under the toolbar are made of. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'

interface SyncState {
  /** null until main has told it. */
  readonly status: SyncStatus | null
  /** When each batch that runs is expected to end, ms since epoch: so that the time left counts down between answers. */
  readonly ends: ReadonlyMap<BatchId, number>
}

export const useSync = create<SyncState>()(() => ({ status: null, ends: new Map() }))

useSync.subscribe((now, before) => {
  if (now.status === before.status) return
  useSync.setState({ ends: expectedEnds(before.ends, now.status?.running ?? [], Date.now()) })
})

/** An estimate that differs by less moves no end: it would only make the time left go back and forth. */
const SAME_END_MS = 5_000

/** The ends expected at `now`, by batch; a batch without an estimate has none. */
export function expectedEnds(
  before: SyncState['ends'],
  running: readonly BatchReceipt[],
  now: number
): SyncState['ends'] {
  const ends = new Map<BatchId, number>()
  for (const { batch, remainingMs } of running) {
    if (remainingMs === null) continue
    const [end, known] = [now + remainingMs, before.get(batch)]
    ends.set(batch, known !== undefined && Math.abs(known - end) <= SAME_END_MS ? known : end)
  }
  return ends
}
