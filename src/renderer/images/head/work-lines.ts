/** Why changes are pending, in lines that add up to all of them, each with its action. Pure. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import { groupOf } from '../../../shared/change.ts'
import { type Said, saidOf, sendTime } from '../../../shared/said.ts'
import { type Group, GROUPS } from '../../../shared/sync-status.ts'
import { copy } from '../../../copy/language.ts'
import { inOneRow } from '../../../copy/names.ts'
import { pausedSentence, projectsSentence, stateSentence } from '../../../copy/status.ts'
import { waitText } from '../../../copy/time.ts'
import { type JobFacts, timeLeftOf } from '../../frame/job-line.ts'
import { progressOf } from '../../frame/state-line.ts'

export type PendingAction =
  | { readonly kind: 'resume' | 'try-now' | 'review' }
  | { readonly kind: 'enter-key'; readonly group: Group }
  | { readonly kind: 'undo' | 'resume-batch'; readonly receipt: BatchReceipt }

interface PendingLine {
  readonly key: string
  readonly text: string
  /** `null` if no action is needed. */
  readonly action: PendingAction | null
}

/** Returns the batches with a reason of their own first, then the shared reasons of the others. */
export function pendingLines(facts: JobFacts, now: number): readonly PendingLine[] {
  const pending = facts.status.running.filter(({ waiting }) => waiting > 0)
  const own = pending.flatMap((receipt) => ownLine(receipt, facts, now) ?? [])
  const others = pending.filter((receipt) => ownLine(receipt, facts, now) === null)
  const shared = GROUPS.flatMap((group) =>
    sharedLine(
      group,
      others.filter((receipt) => groupOf(receipt.verb) === group),
      { facts, now }
    )
  )
  return [...own, ...shared]
}

function ownLine(receipt: BatchReceipt, facts: JobFacts, now: number): PendingLine | null {
  const { batch, waiting, pause, graceEndsAt, canUndo } = receipt
  const line = (text: string, action: PendingAction): PendingLine => ({
    key: String(batch),
    text: inOneRow([copy.counted.changes(waiting), text]),
    action
  })
  if (pause?.why === 'user') return line(copy.work.batchPaused(batch), { kind: 'resume-batch', receipt })
  if (pause !== null) return line(copy.work.onHold(batch, pause.why), { kind: 'review' })
  if (graceEndsAt === null || graceEndsAt <= now || !canUndo) return null
  const isSending = sendTime(facts, groupOf(receipt.verb)) === 'now'
  return isSending ? line(copy.work.sendsIn(waitText(graceEndsAt - now)), { kind: 'undo', receipt }) : null
}

interface Moment {
  readonly facts: JobFacts
  readonly now: number
}

function sharedLine(group: Group, batches: readonly BatchReceipt[], { facts, now }: Moment): PendingLine[] {
  const waiting = batches.reduce((sum, receipt) => sum + receipt.waiting, 0)
  if (waiting === 0) return []
  const { status } = facts
  const said = saidOf(facts, group)
  const numbers = { waiting: 0, sending: progressOf(batches), now }
  const sentence = group === 'images' ? stateSentence : projectsSentence
  const state = status.isPaused ? pausedSentence(0) : sentence(said, status[group], numbers)
  return [
    {
      key: group,
      text: inOneRow([copy.counted.changes(waiting), state, ...timeLeftOf(batches, facts, now)]),
      action: status.isPaused ? { kind: 'resume' } : stateAction(said, group)
    }
  ]
}

const RETRYABLE: ReadonlySet<Said> = new Set<Said>([
  'offline',
  'unreachable',
  'not-responding',
  'key-locked',
  'key-denied',
  'key-silent',
  'stopped'
])
const NEEDS_KEY: ReadonlySet<Said> = new Set<Said>([
  'key-absent',
  'key-unreadable',
  'signed-out',
  'no-access',
  'other-account'
])

function stateAction(said: Said, group: Group): PendingAction | null {
  if (NEEDS_KEY.has(said)) return { kind: 'enter-key', group }
  return RETRYABLE.has(said) ? { kind: 'try-now' } : null
}
