/** What the middle of the status bar says of the batches that run. Pure. */
import { OUTCOME_WORDS } from '../../shared/batch.ts'
import type { BatchReceipt, BatchVerb, OutcomeWord } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { batchesName, batchName, outcomeText, pickedUpName } from '../copy/batches.ts'
import { statusCopy } from '../copy/status.ts'
import { timeLeft } from '../copy/time.ts'

/** An estimate is shown only when there is something to base it on. */
const ESTIMATE_AFTER_MS = 10_000
const ESTIMATE_AFTER_ANSWERS = 50

/** Words whose counts are told apart from the others: together they are the whole batch. */
export type ReceiptWord = Exclude<OutcomeWord, 'sending' | 'checking'>
const RECEIPT_WORDS = OUTCOME_WORDS.filter((word): word is ReceiptWord => word !== 'sending' && word !== 'checking')

export interface ReceiptRow {
  readonly word: ReceiptWord
  readonly count: number
}

/** Rows of a receipt; their counts always add up to its size. */
export function receiptRows(receipt: BatchReceipt): readonly ReceiptRow[] {
  return RECEIPT_WORDS.map((word) => ({ word, count: receipt[word] }))
}

export interface JobLine {
  /** Share that needs no more sending, 0 to 1. */
  readonly share: number
  readonly name: string
  /** "212 done", "669 waiting", ... and the time left where it is known. */
  readonly parts: readonly string[]
}

/** The line for everything that runs, as one sum; null when nothing does. `now` in ms since epoch. */
export function jobLine(status: SyncStatus, now: number): JobLine | null {
  const { running } = status
  const [first] = running
  if (first === undefined) return null
  const sum = running.reduce(addReceipts)
  const wanted = sum.size - sum.alreadySo
  return {
    share: wanted === 0 ? 1 : (wanted - sum.waiting) / wanted,
    name: running.length > 1 ? batchesName(running.length) : nameOf(first, status, now),
    parts: [...wordParts(sum), ...(running.every(isHeld) ? [statusCopy.pausedWord] : timePart(status, sum, now))]
  }
}

const isHeld = ({ hold }: BatchReceipt): boolean => hold !== null

/** Verbs whose done items can be written back: what was created or deleted at the service stays so. */
const WRITES_BACK: ReadonlySet<BatchVerb> = new Set(['favorite', 'unfavorite', 'rename', 'undo'])

/** Whether stopping can also undo what is done. */
export function canWriteBack({ verb, done, canUndo }: BatchReceipt): boolean {
  return done > 0 && canUndo && WRITES_BACK.has(verb)
}

/** Quarters of a batch that are behind it, 0 to 4: progress is read out at these alone. */
export function quartersDone(share: number): number {
  return Math.floor(share * 4)
}

/** The time left of one batch, where it is known: none or one text. */
export function batchTimeLeft(receipt: BatchReceipt, status: SyncStatus, now: number): readonly string[] {
  return receipt.hold === null ? timePart(status, receipt, now) : []
}

function nameOf(receipt: BatchReceipt, { pickedUp }: SyncStatus, now: number): string {
  return pickedUp?.startedAt === receipt.startedAt ? pickedUpName(receipt.startedAt, now) : batchName(receipt)
}

/** Done and waiting always; the rest only when there is any. */
function wordParts(sum: BatchReceipt): readonly string[] {
  const shown: readonly OutcomeWord[] = ['done', 'waiting', 'checking', 'needsYou', 'takenBack']
  return shown
    .filter((word) => word === 'done' || word === 'waiting' || sum[word] > 0)
    .map((word) => outcomeText(word, sum[word]))
}

function timePart({ isPaused, images }: SyncStatus, sum: BatchReceipt, now: number): readonly string[] {
  const isMoving = !isPaused && (images.state === 'sending' || images.state === 'held')
  const isFit = now - sum.startedAt >= ESTIMATE_AFTER_MS && sum.done >= ESTIMATE_AFTER_ANSWERS
  return isMoving && isFit && sum.remainingMs !== null ? [timeLeft(sum.remainingMs, now)] : []
}

/** The sum of two receipts, in the order of sending: the earlier start, and the time left of the later, which waits for both. */
function addReceipts(a: BatchReceipt, b: BatchReceipt): BatchReceipt {
  return {
    ...a,
    size: a.size + b.size,
    done: a.done + b.done,
    alreadySo: a.alreadySo + b.alreadySo,
    waiting: a.waiting + b.waiting,
    sending: a.sending + b.sending,
    checking: a.checking + b.checking,
    needsYou: a.needsYou + b.needsYou,
    takenBack: a.takenBack + b.takenBack,
    startedAt: Math.min(a.startedAt, b.startedAt),
    finishedAt: null,
    remainingMs: b.remainingMs
  }
}
