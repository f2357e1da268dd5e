/** What the window knows of the service, and of what is on its way to it. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import type { ConnectionSummary } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import { type Said, saidOf, sendTime, type SendTime } from '../../shared/said.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'

// What the status bar and the bars under the toolbar are made of.

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

// Whom this window is connected to. No key ever stands here.

interface ConnectionState {
  /** null = not connected yet. */
  readonly connection: ConnectionSummary | null
  /** Why the library cannot be used; the window then shows only this. */
  readonly trouble: Failure | null
  /** Increases when the library was opened again: what screens hold of views and selections is out of date. */
  readonly opening: number
  /** The library is open (again), with this connection. */
  readonly enter: (connection: ConnectionSummary | null) => void
}

export const useConnection = create<ConnectionState>()((set) => ({
  connection: null,
  trouble: null,
  opening: 0,
  enter: (connection) => set(({ opening }) => ({ connection, trouble: null, opening: opening + 1 }))
}))

// The last batch that came to its end, until it has been seen, and the one that may be stopped. Running ones stand in
// the sync status.

interface JobState {
  readonly finished: BatchReceipt | null
  /** The batch whose stop is being confirmed; `null` if none is. */
  readonly stopping: BatchId | null
}

export const useJob = create<JobState>()(() => ({ finished: null, stopping: null }))

export const dismissFinished = (): void => useJob.setState({ finished: null })
export const askToStop = (stopping: BatchId | null): void => useJob.setState({ stopping })

/** The batch that ran before and runs no more; the newest when several ended at once, null when none did. */
export function endedBatch(before: SyncStatus | null, now: SyncStatus | null): BatchId | null {
  if (before === null || now === null) return null
  const running = new Set(now.running.map((receipt) => receipt.batch))
  return before.running.findLast((receipt) => !running.has(receipt.batch))?.batch ?? null
}

// What the stores say of the service now: pictures, and what `shared/said.ts` chooses from the facts of this moment.

/** While these are said, a picture that is not here may be had. */
const IN_REACH: ReadonlySet<Said> = new Set<Said>([
  'idle',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'held',
  'stopped'
])

/** A picture that is not here may be had now, for as long as the caller is on screen. */
export const useCanFetch = (): boolean => IN_REACH.has(useSaid('images'))

/** When a change of a group goes out, for what is said once. */
export function currentSendTime(group: Group): SendTime {
  return sendTime({ status: useSync.getState().status, connection: useConnection.getState().connection }, group)
}

/** What is to be said of a group, for as long as the caller is on screen. */
export function useSaid(group: Group): Said {
  const connection = useConnection((state) => state.connection)
  return useSync(({ status }) => saidOf({ status, connection }, group))
}

/** When a change of a group goes out, for as long as the caller is on screen. */
export function useSendTime(group: Group): SendTime {
  const connection = useConnection((state) => state.connection)
  return useSync(({ status }) => sendTime({ status, connection }, group))
}
