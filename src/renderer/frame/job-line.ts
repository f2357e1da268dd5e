/** The summary of running batches in the middle of the status bar. */
import { type BatchId, type BatchReceipt, type BatchVerb, ITEM_STATUSES, type ItemStatus } from '../../shared/batch.ts'
import { type Facts, saidOf, sendTime } from '../../shared/said.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { pickedUpName } from '../../copy/batches.ts'
import { copy } from '../../copy/language.ts'
import { timeLeft } from '../../copy/time.ts'
import { useConnection, useSync } from '../stores/sync-store.ts'

/** A batch that starts with less time left than this ends before the text can be read. */
const MIN_TIME_LEFT_MS = 10_000

/** Statuses with separate counts; together they are the whole batch. */
type ReceiptStatus = Exclude<ItemStatus, 'sending' | 'checking'>
const RECEIPT_STATUSES = ITEM_STATUSES.filter(
  (status): status is ReceiptStatus => status !== 'sending' && status !== 'checking'
)

interface ReceiptRow {
  readonly status: ReceiptStatus
  readonly count: number
}

/** Returns the rows of a receipt; their counts always add up to its size. */
export function receiptRows(receipt: BatchReceipt): readonly ReceiptRow[] {
  return RECEIPT_STATUSES.map((status) => ({ status, count: receipt[status] }))
}

/** The known facts about running batches. `ends`: when each is expected to end, ms since epoch. */
export interface JobFacts extends Facts {
  readonly status: SyncStatus
  readonly ends: ReadonlyMap<BatchId, number>
}

export interface JobLine {
  /** Share that needs no more sending, 0 to 1. */
  readonly share: number
  readonly name: string
  /** “212 done”, “669 pending”, ..., most important first, because a narrow bar leaves out the last ones. */
  readonly parts: readonly string[]
}

/** Returns the line for the sum of all running batches; `null` if none runs. `now` in ms since epoch. */
export function jobLine(facts: JobFacts, now: number): JobLine | null {
  const { status } = facts
  const { running } = status
  const [first] = running
  if (first === undefined) return null
  const sum = running.reduce(addReceipts)
  const total = sum.size - sum.unchanged
  return {
    share: total === 0 ? 1 : (total - sum.waiting) / total,
    name: running.length > 1 ? copy.batches.several(running.length) : nameOf(first, status, now),
    parts: [...countParts(sum, running), ...timeLeftOf(running, facts, now)]
  }
}

const isBatchPaused = ({ pause }: BatchReceipt): boolean => pause !== null

/** Verbs whose done items can be written back; creates and deletions at the service cannot. */
const WRITES_BACK: ReadonlySet<BatchVerb> = new Set(['favorite', 'unfavorite', 'rename', 'undo'])

/** Returns whether stopping can also undo what is done. */
export function canWriteBack({ verb, done, canUndo }: BatchReceipt): boolean {
  return done > 0 && canUndo && WRITES_BACK.has(verb)
}

/** Returns the completed quarters of a batch, 0 to 4, because progress is announced only at these. */
export function quartersDone(share: number): number {
  return Math.floor(share * 4)
}

/**
 * Returns the time until the last of these batches ends, if all ends are known and they are being sent; else nothing.
 */
export function timeLeftOf(batches: readonly BatchReceipt[], facts: JobFacts, now: number): readonly string[] {
  const running = batches.filter((receipt) => !isBatchPaused(receipt))
  const ends = running.map(({ batch }) => facts.ends.get(batch) ?? Infinity)
  const left = Math.max(...ends) - now
  const isBrief = left < MIN_TIME_LEFT_MS && running.every(({ startedAt }) => now - startedAt < MIN_TIME_LEFT_MS)
  return isSending(facts) && Number.isFinite(left) && left > 0 && !isBrief ? timeLeft(left, now) : []
}

/** A wait that the service requested counts as part of the time left. */
const isSending = (facts: JobFacts): boolean =>
  sendTime(facts, 'images') === 'now' || (!facts.status.isPaused && saidOf(facts, 'images') === 'rate-limited')

function nameOf(receipt: BatchReceipt, { pickedUp }: SyncStatus, now: number): string {
  return pickedUp?.startedAt === receipt.startedAt
    ? pickedUpName(receipt.startedAt, now)
    : copy.batches.name(receipt.batch)
}

/** Returns the counts, those of done and pending items even if zero, and the pause. */
function countParts(sum: BatchReceipt, running: readonly BatchReceipt[]): readonly string[] {
  const { done, waiting, ...others } = copy.batches.outcomes
  const rare: readonly (keyof typeof others)[] = ['checking', 'needsAttention', 'canceled']
  const words = [done(sum.done), waiting(sum.waiting)]
  for (const status of rare) if (sum[status] > 0) words.push(others[status](sum[status]))
  if (!running.every(isBatchPaused)) return words
  const isOnHold = running.some(({ pause }) => pause?.why !== 'user')
  return [...words, isOnHold ? copy.status.onHoldWord : copy.status.pausedText]
}

/** Returns the sum of two receipts, with the earlier start. */
function addReceipts(a: BatchReceipt, b: BatchReceipt): BatchReceipt {
  return {
    ...a,
    size: a.size + b.size,
    done: a.done + b.done,
    unchanged: a.unchanged + b.unchanged,
    waiting: a.waiting + b.waiting,
    sending: a.sending + b.sending,
    checking: a.checking + b.checking,
    needsAttention: a.needsAttention + b.needsAttention,
    canceled: a.canceled + b.canceled,
    startedAt: Math.min(a.startedAt, b.startedAt),
    finishedAt: null
  }
}

/** Returns the facts of running batches; `null` before main has reported a state. */
export function useJobFacts(): JobFacts | null {
  const { status, ends } = useSync()
  const connection = useConnection((state) => state.connection)
  return status && { status, connection, ends }
}
