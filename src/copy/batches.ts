/** Words about batches: what was asked, how far it is, what became of it, and how it ends. */
import type { BatchId, BatchReceipt, BatchVerb, OutcomeWord } from '../shared/batch.ts'
import { REFUSALS_ALIKE } from '../shared/limits.ts'
import { formatCount, plural } from './format.ts'
import { countChanges, countImages, leftAsTheyAre } from './counted.ts'
import { firstUpdateCopy, harmText } from './first-updates.ts'
import { newResultsHeadline } from './frame.ts'
import { needYouSentence } from './status.ts'
import { clockText, waitText } from './time.ts'

export function batchName(receipt: BatchReceipt): string {
  return batchNumber(receipt.batch)
}

export function batchNumber(batch: BatchId): string {
  return `Batch ${formatCount(batch)}`
}

export function batchesName(count: number): string {
  return plural(count, { one: '1 batch', other: `${formatCount(count)} batches` })
}

/** Name of a batch that an earlier run of the program began. */
export function pickedUpName(startedAt: number, now: number): string {
  return `Resuming batch from ${clockText(startedAt, now)}`
}

const quoted = (subject: string | null, count: number): string =>
  subject === null ? countImages(count) : `“${subject}”`

type BatchTexts = Readonly<Record<BatchVerb, (count: number, subject: string | null) => string>>

const jobTitles: BatchTexts = {
  favorite: (count) => `Adding ${formatCount(count)} to Favorites`,
  unfavorite: (count) => `Removing ${formatCount(count)} from Favorites`,
  rename: (count, subject) => `Renaming ${quoted(subject, count)}`,
  delete: (count, subject) => `Deleting ${quoted(subject, count)}`,
  create: (count, subject) => `Creating ${quoted(subject, count)}`,
  'delete-project': (_count, subject) => `Deleting the project ${quoted(subject, 1)}`,
  undo: (count) => `Undoing ${countChanges(count)}`
}

/** "Adding 894 to Favorites", the title of the job card. `subject`: the name of its record, when there is one only. */
export function jobTitle({ verb, subject }: Pick<BatchReceipt, 'verb' | 'subject'>, total: number): string {
  return jobTitles[verb](total, subject)
}

const askedTexts: BatchTexts = {
  favorite: (count, subject) => `Add ${quoted(subject, count)} to Favorites`,
  unfavorite: (count, subject) => `Remove ${quoted(subject, count)} from Favorites`,
  rename: (count, subject) => `Rename ${quoted(subject, count)}`,
  delete: (count, subject) => `Delete ${quoted(subject, count)}`,
  create: (count, subject) => `Create ${quoted(subject, count)}`,
  'delete-project': (_count, subject) => `Delete the project ${quoted(subject, 1)}`,
  undo: (count) => `Undo ${countChanges(count)}`
}

/** "Add 894 images to Favorites": what was asked for, in lists of batches. */
export function batchAsked({
  verb,
  subject,
  size,
  undoes
}: Pick<BatchReceipt, 'verb' | 'subject' | 'size' | 'undoes'>): string {
  const asked = askedTexts[verb](size, subject)
  return undoes === null ? asked : `${asked} from batch ${formatCount(undoes)}`
}

export function startedAtText(startedAt: number, now: number): string {
  return `Started ${clockText(startedAt, now)}`
}

/** A count with its outcome word: the seven words of a receipt. */
const outcomeTexts: Readonly<Record<OutcomeWord, (count: number) => string>> = {
  waiting: (count) => `${formatCount(count)} pending`,
  sending: (count) => `${formatCount(count)} sending`,
  checking: (count) => `${formatCount(count)} checking`,
  done: (count) => `${formatCount(count)} done`,
  alreadySo: (count) => `${formatCount(count)} unchanged`,
  needsYou: needYouSentence,
  takenBack: (count) => `${formatCount(count)} canceled`
}

export function outcomeText(word: OutcomeWord, count: number): string {
  return outcomeTexts[word](count)
}

/** The outcome words alone, for the rows of the job card. */
export const outcomeLabel: Readonly<Record<OutcomeWord, string>> = {
  waiting: 'Pending',
  sending: 'Sending',
  checking: 'Checking',
  done: 'Done',
  alreadySo: 'Unchanged',
  needsYou: 'Needs attention',
  takenBack: 'Canceled'
}

/** "1,204 total", at the end of a receipt. */
export function inAllText(size: number): string {
  return `${formatCount(size)} total`
}

/** How many of a batch there was anything to do for. */
export function receiptTotal({ size, alreadySo }: Pick<BatchReceipt, 'size' | 'alreadySo'>): number {
  return size - alreadySo
}

const finishedTexts: BatchTexts = {
  favorite: (count) =>
    plural(count, { one: '1 image is now a favorite', other: `${formatCount(count)} images are now favorites` }),
  unfavorite: (count) =>
    plural(count, {
      one: '1 image is no longer a favorite',
      other: `${formatCount(count)} images are no longer favorites`
    }),
  rename: (count, subject) => `${quoted(subject, count)} renamed`,
  delete: (count, subject) => `${quoted(subject, count)} deleted`,
  create: (count, subject) => `${quoted(subject, count)} created`,
  'delete-project': (_count, subject) => `Project ${quoted(subject, 1)} deleted`,
  undo: (count) => plural(count, { one: '1 change undone', other: `${formatCount(count)} changes undone` })
}

/** "894 images are now favorites" with a check, for a few seconds. */
export function finishedText({ verb, done, subject }: Pick<BatchReceipt, 'verb' | 'done' | 'subject'>): string {
  return finishedTexts[verb](done, subject)
}

/** "881 of 894 done. 13 need attention." stays until it is looked at. */
export function partlyFinishedText(done: number, total: number, needsYou: number): string {
  return `${formatCount(done)} of ${formatCount(total)} done. ${needYouSentence(needsYou)}.`
}

export function pickedUpText(left: number, checking: number): string {
  const rest = plural(left, { one: '1 left', other: `${formatCount(left)} left` })
  return checking === 0
    ? `${rest} from last time.`
    : `${rest} from last time. Checking ${formatCount(checking)} that may already have been sent.`
}

const ON_HOLD = 'This batch is on hold until you decide.'

/** Why nothing of a batch goes out; null while it may go. */
export function batchHoldText({ hold, waiting }: Pick<BatchReceipt, 'hold' | 'waiting'>): string | null {
  if (hold === null) return null
  if (hold.why === 'person') return 'You paused this batch.'
  if (hold.why === 'changed-more')
    return `${firstUpdateCopy.changedMore}. ${ON_HOLD} ${harmText(waiting, hold.failure.changes ?? [])}`.trim()
  if (hold.why === 'not-shown') return `${firstUpdateCopy.notShown}. ${ON_HOLD}`
  return hold.why === 'new-results'
    ? `${newResultsHeadline(hold.count)}. ${ON_HOLD}`
    : `The service rejected ${formatCount(REFUSALS_ALIKE)} changes in a row. ${ON_HOLD}`
}

/** "Sending in 8 seconds. You can still undo." `ms` until then. */
export function heldForText(ms: number): string {
  return `Sending in ${waitText(ms)}. You can still undo.`
}

/** Said to assistive technology at each quarter: "Batch 14, 50 percent". */
export function quarterText(name: string, quarter: number): string {
  return `${name}, ${formatCount(quarter * 25)} percent`
}

/** What a stop would do, with the numbers it is about. */
interface StopNumbers {
  readonly verb: BatchVerb
  readonly done: number
  readonly waiting: number
}

const isStar = (verb: BatchVerb): boolean => verb === 'favorite' || verb === 'unfavorite'

/** "212 are done and stay in Favorites. 682 won’t be sent and won’t be in Favorites." */
export function stopBody({ verb, done, waiting }: StopNumbers): string {
  const isAdding = verb === 'favorite'
  const stay = isStar(verb) ? (isAdding ? ' and stay in Favorites' : ' and stay out of Favorites') : ''
  const back = isStar(verb) ? (isAdding ? ' and won’t be in Favorites' : ' and stay in Favorites') : ''
  const first = plural(done, { one: `1 is done${stay}.`, other: `${formatCount(done)} are done${stay}.` })
  const rest = plural(waiting, {
    one: `1 won’t be sent${back}.`,
    other: `${formatCount(waiting)} won’t be sent${back}.`
  })
  return done === 0 ? rest : `${first} ${rest}`
}

export const stopCopy = {
  title: 'Stop this batch?',
  stop: 'Stop',
  keepGoing: 'Continue',
  inFlight: 'Changes being sent right now may still go through.'
} as const

/** "Stopped. 682 canceled. 3 have changed since and were left alone." */
export function stoppedText(restored: number, skipped: number): string {
  const stopped = restored === 0 ? 'Stopped.' : `Stopped. ${formatCount(restored)} canceled.`
  return skipped === 0 ? stopped : `${stopped} ${leftAsTheyAre(skipped)}`
}

export function stopAndUndoLabel(done: number): string {
  return `Stop and undo ${formatCount(done)}`
}
