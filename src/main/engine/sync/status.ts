/** What the status bar says, built from the outbox and from the service's own answers, in this one place. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import { estimateMs } from '../../../shared/estimate.ts'
import type { GroupState, GroupStatus, SyncStatus } from '../../../shared/sync-status.ts'
import type { ReadDb } from '../storage/database.ts'
import { runningBatches } from '../storage/batches.ts'
import { countOutbox } from '../storage/outbox.ts'
import { lastCompletePass } from '../storage/passes.ts'
import type { SyncGroup } from './create-group.ts'

export interface StatusSources {
  readonly db: ReadDb
  /** ms since epoch. */
  readonly now: number
  readonly images: SyncGroup
  readonly projects: SyncGroup
  readonly isPaused: boolean
  /** Batches that an earlier run of the program had begun. */
  readonly pickedUp: ReadonlySet<number>
}

/** The status of this moment. `waiting` is the count in the outbox. */
export function readStatus(sources: StatusSources): SyncStatus {
  const { db, isPaused, images, projects } = sources
  const { waiting, needsYou } = countOutbox(db)
  const { limitPerMinute, pacePerMinute } = images.governor.state()
  const running = withEstimates(runningBatches(db), sources, { limitPerMinute, pacePerMinute })
  return {
    images: groupStatus(images, waiting, sources),
    projects: groupStatus(projects, 0, sources),
    waiting,
    needsYou,
    running,
    limitPerMinute,
    pacePerMinute,
    pickedUp: pickedUpOf(running, sources.pickedUp),
    isPaused
  }
}

function groupStatus(group: SyncGroup, waiting: number, sources: StatusSources): GroupStatus {
  const trouble = group.standing.trouble()
  const heldUntil = group.governor.state().heldUntil
  const completeAsOf = lastCompletePass(sources.db, group.group)?.endedAt ?? null
  const isHeld = trouble === null && heldUntil !== null
  const failure = isHeld ? ({ code: 'rate-limited', retryAfterMs: heldUntil - sources.now } as const) : null
  const hasProof = completeAsOf !== null && group.loop.isRead
  return {
    state: stateOf({ trouble: trouble?.state ?? null, isHeld, waiting, hasProof, isPaused: sources.isPaused, group }),
    reading: group.reading(),
    completeAsOf,
    answeredAt: group.standing.answeredAt,
    heldUntil: trouble === null ? heldUntil : trouble.retryAt,
    failure: trouble?.failure ?? failure
  }
}

interface StateFacts {
  readonly trouble: GroupState | null
  readonly isHeld: boolean
  readonly waiting: number
  /** The list was read to its proved end, and the last round of reading succeeded. */
  readonly hasProof: boolean
  readonly isPaused: boolean
  readonly group: SyncGroup
}

function stateOf({ trouble, isHeld, waiting, hasProof, isPaused, group }: StateFacts): GroupState {
  if (trouble !== null) return trouble
  if (isPaused) return 'idle'
  if (isHeld) return 'held'
  if (waiting > 0) return 'sending'
  if (group.reading() !== null) return 'reading'
  return hasProof ? 'up-to-date' : 'idle'
}

/** Batches go out in order: each waits for those before it as well. */
function withEstimates(
  receipts: readonly BatchReceipt[],
  { images, now }: StatusSources,
  pace: { limitPerMinute: number | null; pacePerMinute: number | null }
): BatchReceipt[] {
  const heldMs = Math.max(0, (images.governor.state().heldUntil ?? now) - now)
  let ahead = 0
  return receipts.map((receipt) => {
    ahead += receipt.waiting
    const ms = estimateMs(ahead, pace)
    return { ...receipt, remainingMs: ms === null ? null : ms + heldMs }
  })
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
