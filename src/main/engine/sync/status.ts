/** Builds the status from the outbox and the service's responses, in one place. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import { groupOf } from '../../../shared/change.ts'
import {
  type Group,
  type GroupState,
  type GroupStatus,
  type SyncStatus,
  estimateMs,
  type Pace
} from '../../../shared/sync-status.ts'
import { runningBatches } from '../storage/batches.ts'
import type { ReadDb } from '../storage/database.ts'
import { countOutbox, countPutOff, nextDeletions } from '../storage/outbox.ts'
import { newestPass } from '../storage/passes.ts'
import { countKnown } from '../storage/records.ts'
import { countCandidates } from '../storage/removals.ts'
import type { SyncGroup } from './create-group.ts'

export interface StatusSources {
  readonly db: ReadDb
  /** ms since epoch. */
  readonly now: number
  readonly images: SyncGroup
  readonly projects: SyncGroup
  readonly isPaused: boolean
  readonly pace: Pace
  /** Batches started by an earlier run of the program. */
  readonly pickedUp: ReadonlySet<number>
}

/** Returns the current status. `waiting` is the count in the outbox. */
export function readStatus(sources: StatusSources): SyncStatus {
  const { db, isPaused, pace, images, projects } = sources
  const { waiting, needsAttention } = countOutbox(db)
  const { limitPerMinute, pacePerMinute } = images.governor.state()
  const running = withEstimates(sources)
  const load = loadOf(running, waiting)
  return {
    images: groupStatus(images, load.images, sources),
    projects: groupStatus(projects, load.projects, sources),
    waiting,
    needsAttention,
    running,
    limitPerMinute,
    pacePerMinute,
    pickedUp: pickedUpOf(running, sources.pickedUp),
    isPaused,
    pace
  }
}

/** Pending entries of a group, and those not held back by a paused batch. */
interface Load {
  readonly waiting: number
  readonly going: number
}

function loadOf(running: readonly BatchReceipt[], waiting: number): Readonly<Record<Group, Load>> {
  const sum = (group: Group, isCounted: (receipt: BatchReceipt) => boolean): number =>
    running
      .filter((receipt) => groupOf(receipt.verb) === group && isCounted(receipt))
      .reduce((all, receipt) => all + receipt.waiting, 0)
  const load = (group: Group, all: number): Load => ({
    waiting: all,
    going: all - sum(group, ({ pause }) => pause !== null)
  })
  const ofProjects = sum('projects', () => true)
  return { images: load('images', waiting - ofProjects), projects: load('projects', ofProjects) }
}

function groupStatus(group: SyncGroup, load: Load, { db, now, isPaused }: StatusSources): GroupStatus {
  const problem = group.availability.problem()
  const { cooldownUntil } = group.governor.state()
  const completeAsOf = newestPass(db, 'complete', group.group)?.endedAt ?? null
  const isRateLimited = problem === null && cooldownUntil !== null
  const cooldown = isRateLimited ? ({ code: 'rate-limited', retryAfterMs: cooldownUntil - now } as const) : null
  const dialectTraits = group.client.dialect.all()
  const state = (): GroupState => {
    if (problem !== null) return problem.state
    if (isPaused) return 'idle'
    if (isRateLimited) return 'rate-limited'
    if (load.going > 0) return group.isChecking() ? 'checking' : 'sending'
    if (group.reading() !== null) return 'reading'
    // The list was read to its proved end, and the last round of reading succeeded.
    return completeAsOf !== null && group.loop.isRead && load.waiting === 0 ? 'up-to-date' : 'idle'
  }
  return {
    state: state(),
    reading: group.reading(),
    completeAsOf,
    incomplete: incompleteOf(db, group.group),
    removals: removalsOf(db, group.group),
    deletions: nextDeletions(db, group.group, now),
    respondedAt: group.availability.respondedAt,
    retryAt: problem === null ? cooldownUntil : problem.retryAt,
    failure: problem?.failure ?? cooldown,
    ...(Object.keys(dialectTraits).length === 0 ? {} : { dialectTraits })
  }
}

/** Returns the newest pass through the whole list if it could not be proved complete. */
function incompleteOf(db: ReadDb, group: Group): GroupStatus['incomplete'] {
  const newest = newestPass(db, 'ended', group)
  return newest === null || newest.why === null ? null : { why: newest.why, seen: newest.seen, total: newest.total }
}

function removalsOf(db: ReadDb, group: Group): GroupStatus['removals'] {
  const { awaitingDecision } = countCandidates(db, group)
  return awaitingDecision === 0 ? null : { count: awaitingDecision, of: countKnown(db, group) }
}

/** Adds estimates. Batches are sent in order, prioritized ones first, so each waits for those before it as well. */
function withEstimates({ db, images, now }: StatusSources): BatchReceipt[] {
  const receipts = runningBatches(db)
  const { cooldownUntil, ...pace } = images.governor.state()
  const cooldownMs = Math.max(0, (cooldownUntil ?? now) - now)
  const going = receipts.filter((receipt) => receipt.pause === null)
  const remaining = new Map<number, number>()
  let ahead = 0
  for (const receipt of going.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))) {
    ahead += receipt.waiting
    const ms = isPutOff(db, receipt) ? null : estimateMs(ahead, pace)
    if (ms !== null) remaining.set(receipt.batch, ms + cooldownMs)
  }
  return receipts.map((receipt) => ({ ...receipt, remainingMs: remaining.get(receipt.batch) ?? null }))
}

/** Whether all pending changes of a batch are being looked up or are postponed, so that no pace gives an estimate. */
function isPutOff(db: ReadDb, { batch, waiting, checking }: BatchReceipt): boolean {
  return waiting > 0 && waiting <= checking + countPutOff(db, batch)
}

function pickedUpOf(running: readonly BatchReceipt[], pickedUp: ReadonlySet<number>): SyncStatus['pickedUp'] {
  const left = running.filter((receipt) => pickedUp.has(receipt.batch) && receipt.waiting > 0)
  const first = left[0]
  if (first === undefined) return null
  return {
    startedAt: first.startedAt,
    left: left.reduce((sum, receipt) => sum + receipt.waiting, 0),
    checking: left.reduce((sum, receipt) => sum + receipt.checking, 0)
  }
}
