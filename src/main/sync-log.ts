/** Writes down what happened between the library and the service: only changes, and no names of records. */
import type { BatchId, BatchReceipt } from '../shared/batch.ts'
import type { Failure } from '../shared/failure.ts'
import { GROUPS } from '../shared/sync-status.ts'
import type { Group, GroupState, GroupStatus, SyncStatus } from '../shared/sync-status.ts'
import type { Log, LogLevel } from './log.ts'

type Line = readonly [level: LogLevel, event: string, detail: object]

const TROUBLED: ReadonlySet<GroupState> = new Set<GroupState>([
  'offline',
  'not-answering',
  'held',
  'signed-out',
  'no-access',
  'stopped'
])

/**
 * Takes each status as it comes and logs what differs from the one before; the first is compared with a calm one.
 * `readBatch` reads the final numbers of a batch that ended; `null` if its library is closed.
 */
export function createSyncLog(
  log: Log,
  readBatch: (batch: BatchId) => Promise<BatchReceipt | null>
): (status: SyncStatus) => void {
  const state: { before: SyncStatus | null } = { before: null }
  const logEnd = async (last: BatchReceipt): Promise<void> => {
    log('info', 'batch-ended', numbersOf((await readBatch(last.batch)) ?? last))
  }
  return (status) => {
    for (const [level, event, detail] of syncLines(state.before, status)) log(level, event, detail)
    for (const last of endedBatches(state.before?.running ?? [], status.running)) void logEnd(last)
    state.before = status
  }
}

/** Those that ran in the status before, and no longer do. */
function endedBatches(before: readonly BatchReceipt[], now: readonly BatchReceipt[]): BatchReceipt[] {
  const going = new Set(now.map(({ batch }) => batch))
  return before.filter(({ batch }) => !going.has(batch))
}

/** Without the name of its record. */
function numbersOf({ batch, verb, size, startedAt, finishedAt, ...receipt }: BatchReceipt): object {
  const { done, alreadySo, waiting, needsYou, takenBack } = receipt
  const ms = finishedAt === null ? null : finishedAt - startedAt
  return { batch, verb, size, done, alreadySo, waiting, needsYou, takenBack, ms }
}

/** What is to be written down of one status after another. */
export function syncLines(before: SyncStatus | null, now: SyncStatus): readonly Line[] {
  return [
    ...GROUPS.flatMap((group) => groupLines(group, before?.[group] ?? null, now[group])),
    ...batchLines(before?.running ?? [], now.running),
    ...pauseLines(before?.isPaused ?? false, now.isPaused)
  ]
}

function groupLines(group: Group, before: GroupStatus | null, now: GroupStatus): Line[] {
  const lines: Line[] = []
  const wasTroubled = before !== null && isTroubled(before)
  if (isTroubled(now) && !(wasTroubled && now.state === before.state)) {
    lines.push(['warn', `service-${now.state}`, { group, ...plainFailure(now.failure) }])
  }
  if (wasTroubled && !isTroubled(now)) lines.push(['info', 'service-answers-again', { group }])
  if (before !== null && now.completeAsOf !== null && now.completeAsOf !== before.completeAsOf) {
    lines.push(['info', 'read-to-the-end', { group }])
  }
  // For whoever reads an exported log: everything that is known, each time something is added.
  if (now.speaks !== undefined && JSON.stringify(now.speaks) !== JSON.stringify(before?.speaks)) {
    lines.push(['info', 'service-speaks', { group, ...now.speaks }])
  }
  if (now.removals !== null && before?.removals?.count !== now.removals.count) {
    lines.push(['warn', 'records-seem-gone', { group, ...now.removals }])
  }
  return lines
}

/** At each start the key store is still being asked: that is no trouble yet. */
function isTroubled({ state, failure }: GroupStatus): boolean {
  return TROUBLED.has(state) && failure?.code !== 'key-missing'
}

/** Without what the service said in its own words: that may tell of a record. */
function plainFailure(failure: Failure | null): object {
  if (failure === null) return {}
  const { code, status, host } = failure
  return { code, ...(status !== undefined && { status }), ...(host !== undefined && { host }) }
}

/** By what the service answered, not by the person. */
const isStopped = (hold: BatchReceipt['hold'] | undefined): boolean =>
  hold !== null && hold !== undefined && hold.why !== 'person' && hold.why !== 'new-results'

function batchLines(before: readonly BatchReceipt[], now: readonly BatchReceipt[]): Line[] {
  const earlier = new Map(before.map((receipt) => [receipt.batch, receipt]))
  const began = now
    .filter(({ batch }) => !earlier.has(batch))
    .map(({ batch, verb, size }): Line => ['info', 'batch-began', { batch, verb, size }])
  const held = now
    .filter(({ batch, hold }) => isStopped(hold) && !isStopped(earlier.get(batch)?.hold))
    .map(({ batch, needsYou, hold }): Line => ['warn', 'batch-refused', { batch, needsYou, why: hold?.why ?? '' }])
  return [...began, ...held]
}

function pauseLines(wasPaused: boolean, isPaused: boolean): Line[] {
  if (wasPaused === isPaused) return []
  return [['info', isPaused ? 'paused' : 'resumed', {}]]
}
