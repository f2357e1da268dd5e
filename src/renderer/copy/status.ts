/** Words of the status bar: the state at its start, the running batch in its middle. */
import type { BatchReceipt, BatchVerb, OutcomeWord } from '../../shared/batch.ts'
import type { GroupState, GroupStatus } from '../../shared/sync-status.ts'
import { formatCount, formatTime, plural } from '../format.ts'
import { waitText } from './time.ts'

/** Numbers beside the group's own that the state's sentence needs. */
export interface StateNumbers {
  readonly waiting: number
  /** Done and wanted over all running batches; null when none runs. */
  readonly sending: { readonly done: number; readonly total: number } | null
  /** ms since epoch. */
  readonly now: number
}

type StateSentence = (group: GroupStatus, numbers: StateNumbers) => string

const withWaiting = (text: string, { waiting }: StateNumbers): string =>
  waiting === 0 ? text : `${text}, ${formatCount(waiting)} waiting`

function reading({ reading: pass }: GroupStatus): string {
  if (pass === null) return 'Reading your library…'
  return pass.total === null
    ? `Reading your library… ${formatCount(pass.soFar)} so far`
    : `Reading your library: ${formatCount(pass.soFar)} of ${formatCount(pass.total)}`
}

function sending(_group: GroupStatus, { sending: progress, waiting }: StateNumbers): string {
  if (progress !== null) return `Sending ${formatCount(progress.done)} of ${formatCount(progress.total)}`
  return plural(waiting, { one: 'Sending 1 change', other: `Sending ${formatCount(waiting)} changes` })
}

/** A longer wait is told by the clock: nobody counts down an hour. */
const LONGEST_COUNTDOWN_MS = 15 * 60_000

function holdText(heldUntil: number | null, now: number): string {
  if (heldUntil === null || heldUntil <= now) return ''
  const ms = heldUntil - now
  return ms > LONGEST_COUNTDOWN_MS ? ` until ${formatTime(heldUntil)}` : ` ${waitText(ms)}`
}

const sentences: Readonly<Record<GroupState, StateSentence>> = {
  idle: ({ completeAsOf }, numbers) =>
    withWaiting(
      completeAsOf === null ? 'Not read to the end yet' : `Complete as of ${formatTime(completeAsOf)}`,
      numbers
    ),
  reading,
  sending,
  'up-to-date': ({ answeredAt, completeAsOf }) => {
    const at = answeredAt ?? completeAsOf
    return at === null ? 'Up to date' : `Up to date, ${formatTime(at)}`
  },
  offline: (_group, numbers) => withWaiting('Offline', numbers),
  'not-answering': (_group, numbers) => withWaiting('Service not answering', numbers),
  held: ({ heldUntil }, { now }) => `Waiting${holdText(heldUntil, now)}: the service asked us to slow down`,
  'signed-out': (group) => (isWithoutKey(group) ? 'Waiting for your key' : 'Key not accepted'),
  'no-access': () => 'No access with this key',
  stopped: (_group, numbers) => withWaiting('Stopped', numbers)
}

/** No key is at hand: never entered, or the key store has not answered yet. The service has refused nothing. */
export const isWithoutKey = ({ failure }: GroupStatus): boolean => failure?.code === 'key-missing'

/** The state of the images group, with an icon beside it on screen. */
export function stateSentence(group: GroupStatus, numbers: StateNumbers): string {
  return sentences[group.state](group, numbers)
}

/** Shown when images are calm and only projects have trouble. */
export function projectsSentence(group: GroupStatus, numbers: StateNumbers): string {
  return `Projects: ${stateSentence(group, { ...numbers, waiting: 0 })}`
}

/** One word for the foot of the sidebar. */
export const connectionWord: Readonly<Record<GroupState, string>> = {
  idle: 'Connected',
  reading: 'Connected',
  sending: 'Connected',
  'up-to-date': 'Connected',
  offline: 'Offline',
  'not-answering': 'Not answering',
  held: 'Connected',
  'signed-out': 'Key not accepted',
  'no-access': 'No access',
  stopped: 'Stopped'
}

/** The word for a group's state; a key that is not here yet is not one that was refused. */
export function connectionText(group: GroupStatus): string {
  return isWithoutKey(group) ? 'No key yet' : connectionWord[group.state]
}

/** The foot of the narrow sidebar, read out and on hover. */
export function footLabel(name: string, word: string): string {
  return `${name}: ${word}`
}

export const statusCopy = {
  starting: 'Opening your library…',
  notContacted: 'Connecting…',
  pausedByYou: 'Paused by you',
  pause: 'Pause',
  resume: 'Resume',
  review: 'Review',
  dismiss: 'Dismiss',
  details: 'Details of what is being sent'
} as const

export function pausedSentence(waiting: number): string {
  return waiting === 0 ? statusCopy.pausedByYou : `${statusCopy.pausedByYou}, ${formatCount(waiting)} waiting`
}

export function needYouSentence(count: number): string {
  return plural(count, { one: '1 needs you', other: `${formatCount(count)} need you` })
}

export function batchName(receipt: BatchReceipt): string {
  return `Batch ${formatCount(receipt.batch)}`
}

export function batchesName(count: number): string {
  return plural(count, { one: '1 batch', other: `${formatCount(count)} batches` })
}

/** Name of a batch that an earlier run of the program began. */
export function pickedUpName(startedAt: number): string {
  return `Picking up batch of ${formatTime(startedAt)}`
}

/** "Starring 894", the title of the job card. */
export function jobTitle(verb: BatchVerb, total: number): string {
  const count = formatCount(total)
  return verb === 'favorite' ? `Adding ${count} to Favorites` : `Removing ${count} from Favorites`
}

export function startedAtText(startedAt: number): string {
  return `Started ${formatTime(startedAt)}`
}

/** A count with its outcome word: the seven words of a receipt. */
const outcomeTexts: Readonly<Record<OutcomeWord, (count: number) => string>> = {
  waiting: (count) => `${formatCount(count)} waiting`,
  sending: (count) => `${formatCount(count)} sending`,
  checking: (count) => `${formatCount(count)} checking`,
  done: (count) => `${formatCount(count)} done`,
  alreadySo: (count) => `${formatCount(count)} already so`,
  needsYou: needYouSentence,
  takenBack: (count) => `${formatCount(count)} taken back`
}

export function outcomeText(word: OutcomeWord, count: number): string {
  return outcomeTexts[word](count)
}

/** The outcome words alone, for the rows of the job card. */
export const outcomeLabel: Readonly<Record<OutcomeWord, string>> = {
  waiting: 'Waiting',
  sending: 'Sending now',
  checking: 'Checking',
  done: 'Done',
  alreadySo: 'Already so',
  needsYou: 'Needs you',
  takenBack: 'Taken back'
}

export const totalLabel = 'Together'

/** "894 done" with a check, for a few seconds. */
export function finishedText(verb: BatchVerb, done: number): string {
  const count = formatCount(done)
  return verb === 'favorite'
    ? plural(done, { one: '1 image is now a favorite', other: `${count} images are now favorites` })
    : plural(done, { one: '1 image is no longer a favorite', other: `${count} images are no longer favorites` })
}

/** "881 of 894 done. 13 need you." stays until it is looked at. */
export function partlyFinishedText(done: number, total: number, needsYou: number): string {
  return `${formatCount(done)} of ${formatCount(total)} done. ${needYouSentence(needsYou)}.`
}

export function pickedUpText(left: number, checking: number): string {
  const rest = plural(left, { one: '1 left', other: `${formatCount(left)} left` })
  return checking === 0
    ? `${rest} from before.`
    : `${rest} from before, checking ${formatCount(checking)} that were in flight.`
}
