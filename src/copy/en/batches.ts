/** Batches: what was asked, how far it is, what became of it, and how it is stopped. */
import type { BatchVerb, ItemStatus } from '../../shared/batch.ts'
import { formatCount, plural } from '../format.ts'
import { counted, names } from './counted.ts'

/** `subject`: name of the only item; `null` for several. */
type BatchTexts = Readonly<Record<BatchVerb, (count: number, subject: string | null) => string>>

const what = (subject: string | null, count: number): string =>
  subject === null ? counted.images(count) : names.quoted(subject)

const whatProject = (subject: string | null, count: number): string =>
  subject === null ? counted.projects(count) : `project ${names.quoted(subject)}`

const withCount = (text: string) => (count: number) => `${formatCount(count)} ${text}`

export const batches = {
  name: (batch: number) => `Batch ${batch}`,
  several: (count: number) => plural(count, { one: '1 batch', other: '# batches' }),
  resuming: (time: string) => `Resuming batch from ${time}`,
  started: (time: string) => `Started ${time}`,
  /** Titles while a batch runs. */
  running: {
    favorite: (count) => `Adding ${formatCount(count)} to Favorites`,
    unfavorite: (count) => `Removing ${formatCount(count)} from Favorites`,
    rename: (count, subject) => `Renaming ${what(subject, count)}`,
    delete: (count, subject) => `Deleting ${what(subject, count)}`,
    create: (count, subject) => `Creating ${what(subject, count)}`,
    'delete-project': (count, subject) => `Deleting ${whatProject(subject, count)}`,
    undo: (count) => `Undoing ${counted.changes(count)}`
  } satisfies BatchTexts,
  /** What was asked for, in lists of batches. */
  asked: {
    favorite: (count, subject) => `Add ${what(subject, count)} to Favorites`,
    unfavorite: (count, subject) => `Remove ${what(subject, count)} from Favorites`,
    rename: (count, subject) => `Rename ${what(subject, count)}`,
    delete: (count, subject) => `Delete ${what(subject, count)}`,
    create: (count, subject) => `Create ${what(subject, count)}`,
    'delete-project': (count, subject) => `Delete ${whatProject(subject, count)}`,
    undo: (count) => `Undo ${counted.changes(count)}`
  } satisfies BatchTexts,
  fromBatch: (asked: string, batch: number) => `${asked} from batch ${batch}`,
  finished: {
    favorite: (count) => plural(count, { one: '1 image is now a favorite', other: '# images are now favorites' }),
    unfavorite: (count) =>
      plural(count, { one: '1 image is no longer a favorite', other: '# images are no longer favorites' }),
    rename: (count, subject) => `${what(subject, count)} renamed`,
    delete: (count, subject) => `${what(subject, count)} deleted`,
    create: (count, subject) => `${what(subject, count)} created`,
    'delete-project': (count, subject) =>
      subject === null ? `${counted.projects(count)} deleted` : `Project ${names.quoted(subject)} deleted`,
    undo: (count) => plural(count, { one: '1 change undone', other: '# changes undone' })
  } satisfies BatchTexts,
  partlyFinished: (done: number, total: number, needsAttention: number) =>
    `${formatCount(done)} of ${formatCount(total)} done. ${counted.needAttention(needsAttention)}.`,
  /** A count with its outcome. */
  outcomes: {
    waiting: withCount('pending'),
    sending: withCount('sending'),
    checking: withCount('checking'),
    done: withCount('done'),
    unchanged: withCount('unchanged'),
    needsAttention: counted.needAttention,
    canceled: withCount('canceled')
  } satisfies Record<ItemStatus, (count: number) => string>,
  outcomeNames: {
    waiting: 'Pending',
    sending: 'Sending',
    checking: 'Checking',
    done: 'Done',
    unchanged: 'Unchanged',
    needsAttention: 'Needs attention',
    canceled: 'Canceled'
  } satisfies Record<ItemStatus, string>,
  total: withCount('total'),
  fromLastTime: (left: number, checking: number) =>
    `${formatCount(left)} left from last time.${checking === 0 ? '' : ` Checking ${formatCount(checking)} that may already have been sent.`}`,
  youPaused: 'You paused this batch.',
  onHold: (why: string) => `${why}. This batch is on hold until you decide.`,
  rejectedInARow: (count: number) => `The service rejected ${formatCount(count)} changes in a row`,
  sendsIn: (wait: string) => `Sending in ${wait}. You can still undo.`,
  /** Read aloud at each quarter. */
  progress: (name: string, percent: number) => `${name}, ${formatCount(percent)} percent`
}

type Kind = 'adding' | 'removing' | 'other'
type Counting = (count: number) => string
const ofDone: Readonly<Record<Kind, Counting>> = {
  adding: (count) =>
    plural(count, { one: '1 is done and stays in Favorites.', other: '# are done and stay in Favorites.' }),
  removing: (count) =>
    plural(count, { one: '1 is done and stays out of Favorites.', other: '# are done and stay out of Favorites.' }),
  other: (count) => plural(count, { one: '1 is done.', other: '# are done.' })
}
const ofNotSent: Readonly<Record<Kind, Counting>> = {
  adding: (count) => `${formatCount(count)} won’t be sent and won’t be in Favorites.`,
  removing: (count) =>
    plural(count, {
      one: '1 won’t be sent. It stays in Favorites.',
      other: '# won’t be sent. They stay in Favorites.'
    }),
  other: (count) => `${formatCount(count)} won’t be sent.`
}

export const stopping = {
  title: 'Stop this batch?',
  stop: 'Stop batch',
  keepGoing: 'Keep sending',
  inFlight: 'Changes being sent right now may still go through.',
  done: ofDone,
  notSent: ofNotSent,
  stopped: (restored: number) =>
    restored === 0 ? 'Stopped.' : plural(restored, { one: '1 change canceled.', other: '# changes canceled.' }),
  stopAndUndo: (done: number) => `Stop and undo ${formatCount(done)}`
}

/** What one of the first updates on a connection changed besides, and what the service does not show. */
export const firstUpdates = {
  changedMore: 'The service also changed other fields',
  changeMade: (changes: string) => `Your change was made. ${changes}`.trim(),
  writtenBack: 'Previous values are being restored where the service allows it.',
  nothingMore: 'This batch is on hold until you decide.',
  notShown: 'The service isn’t showing some changes',
  writeBack: 'Restore previous values',
  empty: 'empty',
  change: (field: string, before: string, after: string) => names.ended(`${field}: ${before} → ${after}`),
  moreChanged: (count: number) => plural(count, { one: '1 more field changed.', other: '# more fields changed.' }),
  wouldChange: (left: number, fields: string) =>
    `${plural(left, {
      one: 'Sending the remaining change may also change these fields',
      other: 'Sending the remaining # may also change these fields'
    })}: ${fields}.`,
  sendAnyway: (left: number) =>
    plural(left, { one: 'Send 1 remaining change anyway', other: 'Send remaining # anyway' }),
  notShownBody: (count: number) =>
    plural(count, {
      one: 'It accepted 1 change, but the change didn’t appear within two minutes. This batch is on hold until you decide.',
      other: 'It accepted # changes, but they didn’t appear within two minutes. This batch is on hold until you decide.'
    })
}
