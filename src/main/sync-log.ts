/** Logs changes of the sync status, without names of items. */
import type { BatchId, BatchReceipt } from '../shared/batch.ts'
import type { Failure } from '../shared/failure.ts'
import { GROUPS } from '../shared/sync-status.ts'
import type { Group, GroupState, GroupStatus, SyncStatus } from '../shared/sync-status.ts'
import type { Log, LogLevel } from './log.ts'

type Line = readonly [level: LogLevel, event: string, detail: object]

const FAILING: ReadonlySet<GroupState> = new Set<GroupState>([
  'offline',
  'not-responding',
  'rate-limited',
  'signed-out',
  'no-access',
  'stopped'
])

/**
 * Logs how each status differs from the previous one; the first is compared with a status without failures.
 * `readBatch` reads the final counts of a finished batch; `null` if its library is closed.
 */
export function createSyncLog(
  log: Log,
  readBatch: (batch: BatchId) => Promise<BatchReceipt | null>
): (status: SyncStatus) => void {
  const state: { before: SyncStatus | null } = { before: null }
  const logFinished = async (last: BatchReceipt): Promise<void> => {
    log('info', 'batch-finished', countsOf((await readBatch(last.batch)) ?? last))
  }
  return (status) => {
    for (const [level, event, detail] of syncLines(state.before, status)) log(level, event, detail)
    for (const last of finishedBatches(state.before?.running ?? [], status.running)) void logFinished(last)
    state.before = status
  }
}

/** Returns the batches that ran in the previous status and no longer do. */
function finishedBatches(before: readonly BatchReceipt[], now: readonly BatchReceipt[]): BatchReceipt[] {
  const running = new Set(now.map(({ batch }) => batch))
  return before.filter(({ batch }) => !running.has(batch))
}

/** Returns the counts of a batch without the name of its item. */
function countsOf({ batch, verb, size, startedAt, finishedAt, ...receipt }: BatchReceipt): object {
  const { done, unchanged, waiting, needsAttention, canceled } = receipt
  const ms = finishedAt === null ? null : finishedAt - startedAt
  return { batch, verb, size, done, unchanged, waiting, needsAttention, canceled, ms }
}

/** Returns the log lines for the change from one status to the next. */
export function syncLines(before: SyncStatus | null, now: SyncStatus): readonly Line[] {
  return [
    ...GROUPS.flatMap((group) => groupLines(group, before?.[group] ?? null, now[group])),
    ...batchLines(before?.running ?? [], now.running),
    ...pauseLines(before?.isPaused ?? false, now.isPaused)
  ]
}

function groupLines(group: Group, before: GroupStatus | null, now: GroupStatus): Line[] {
  const lines: Line[] = []
  const wasFailing = before !== null && isFailing(before)
  if (isFailing(now) && !(wasFailing && now.state === before.state)) {
    lines.push(['warn', `service-${now.state}`, { group, ...plainFailure(now.failure) }])
  }
  if (wasFailing && !isFailing(now)) lines.push(['info', 'service-recovered', { group }])
  if (before !== null && now.completeAsOf !== null && now.completeAsOf !== before.completeAsOf) {
    lines.push(['info', 'full-read-completed', { group }])
  }
  // Logs the whole dialect at each change, so that an exported log shows it in one line.
  if (now.dialectTraits !== undefined && JSON.stringify(now.dialectTraits) !== JSON.stringify(before?.dialectTraits)) {
    lines.push(['info', 'service-dialect-updated', { group, ...now.dialectTraits }])
  }
  if (now.removals !== null && before?.removals?.count !== now.removals.count) {
    lines.push(['warn', 'items-missing', { group, ...now.removals }])
  }
  return lines
}

/** Excludes a missing key, because the keychain is still being read at each start. */
function isFailing({ state, failure }: GroupStatus): boolean {
  return FAILING.has(state) && failure?.code !== 'key-missing'
}

/** Returns the failure without the message of the service, which may contain the name of an item. */
function plainFailure(failure: Failure | null): object {
  if (failure === null) return {}
  const { code, status, host } = failure
  return { code, ...(status !== undefined && { status }), ...(host !== undefined && { host }) }
}

/** Whether a response of the service paused the batch rather than the user. */
const isPausedByService = (pause: BatchReceipt['pause'] | undefined): boolean =>
  pause !== null && pause !== undefined && pause.why !== 'user' && pause.why !== 'new-results'

function batchLines(before: readonly BatchReceipt[], now: readonly BatchReceipt[]): Line[] {
  const earlier = new Map(before.map((receipt) => [receipt.batch, receipt]))
  const started = now
    .filter(({ batch }) => !earlier.has(batch))
    .map(({ batch, verb, size }): Line => ['info', 'batch-started', { batch, verb, size }])
  const paused = now
    .filter(({ batch, pause }) => isPausedByService(pause) && !isPausedByService(earlier.get(batch)?.pause))
    .map(({ batch, needsAttention, pause }): Line => [
      'warn',
      'batch-on-hold',
      { batch, needsAttention, why: pause?.why ?? '' }
    ])
  return [...started, ...paused]
}

function pauseLines(wasPaused: boolean, isPaused: boolean): Line[] {
  if (wasPaused === isPaused) return []
  return [['info', isPaused ? 'paused' : 'resumed', {}]]
}
