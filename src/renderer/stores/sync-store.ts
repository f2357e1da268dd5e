/** What the window knows of the service and of pending changes. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { ConnectionSummary } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import { type Said, saidOf, sendTime, type SendTime } from '../../shared/said.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'

// Data of the status bar and the banners.

interface SyncState {
  /** `null` until main has reported it. */
  readonly status: SyncStatus | null
  /** Expected end of each running batch, ms since epoch, so that the time left counts down between updates. */
  readonly ends: ReadonlyMap<BatchId, number>
}

export const useSync = create<SyncState>()(() => ({ status: null, ends: new Map() }))

useSync.subscribe((now, before) => {
  if (now.status === before.status) return
  useSync.setState({ ends: expectedEnds(before.ends, now.status?.running ?? [], Date.now()) })
})

/** A smaller difference between estimates keeps the end, so that the time left does not go back and forth. */
const SAME_END_MS = 5_000

/** Returns the ends expected at `now`, by batch; a batch without an estimate has none. */
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

// The connection of this window. It never contains a key.

interface ConnectionState {
  /** `null` until connected. */
  readonly connection: ConnectionSummary | null
  /** Why the library cannot be used; the window then shows only this. */
  readonly failure: Failure | null
  /** Increases when the library is opened again, because views and selections of screens are then outdated. */
  readonly opening: number
  /** Called when the library is open (again) with this connection. */
  readonly enter: (connection: ConnectionSummary | null) => void
}

export const useConnection = create<ConnectionState>()((set) => ({
  connection: null,
  failure: null,
  opening: 0,
  enter: (connection) => set(({ opening }) => ({ connection, failure: null, opening: opening + 1 }))
}))

// The last finished batch until it has been seen, and the batch whose stop is being confirmed. Running batches are in
// the sync status.

interface JobState {
  readonly finished: BatchReceipt | null
  /** The batch whose stop is being confirmed; `null` if none is. */
  readonly stopping: BatchId | null
}

export const useJob = create<JobState>()(() => ({ finished: null, stopping: null }))

export const dismissFinished = (): void => useJob.setState({ finished: null })
export const confirmStop = (stopping: BatchId | null): void => useJob.setState({ stopping })

/** Returns the batch that ran before and no longer runs; the newest if several ended at once, `null` if none did. */
export function endedBatch(before: SyncStatus | null, now: SyncStatus | null): BatchId | null {
  if (before === null || now === null) return null
  const running = new Set(now.running.map((receipt) => receipt.batch))
  return before.running.findLast((receipt) => !running.has(receipt.batch))?.batch ?? null
}

// The current state of the service for pictures, and as chosen by `shared/said.ts`.

/** States in which a missing picture can be fetched. */
const IN_REACH: ReadonlySet<Said> = new Set<Said>([
  'idle',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'rate-limited',
  'stopped'
])

/** Returns whether a missing picture can be fetched now, live. */
export const useCanFetch = (): boolean => IN_REACH.has(useSaid('images'))

/** Returns when a change of a group is sent, for a message that is shown once. */
export function currentSendTime(group: Group): SendTime {
  return sendTime({ status: useSync.getState().status, connection: useConnection.getState().connection }, group)
}

/** Returns the state to show for a group, live. */
export function useSaid(group: Group): Said {
  const connection = useConnection((state) => state.connection)
  return useSync(({ status }) => saidOf({ status, connection }, group))
}

/** Returns when a change of a group is sent, live. */
export function useSendTime(group: Group): SendTime {
  const connection = useConnection((state) => state.connection)
  return useSync(({ status }) => sendTime({ status, connection }, group))
}
