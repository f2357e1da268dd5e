/** Words of the status bar: the state at its start, and the buttons of the job in its middle. */
import type { FailureCode } from '../../shared/failure.ts'
import type { GroupState, GroupStatus } from '../../shared/sync-status.ts'
import { formatCount, formatTime, plural } from '../format.ts'
import { countChanges } from './counted.ts'
import { clockText, waitText } from './time.ts'

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
  return `Sending ${countChanges(waiting)}`
}

/** A longer wait is told by the clock: nobody counts down an hour. */
const LONGEST_COUNTDOWN_MS = 15 * 60_000

function holdText(heldUntil: number | null, now: number): string {
  if (heldUntil === null || heldUntil <= now) return ''
  const ms = heldUntil - now
  return ms > LONGEST_COUNTDOWN_MS ? ` until ${formatTime(heldUntil)}` : ` ${waitText(ms)}`
}

/** The key reads well: it is whose it is that keeps the group. */
const accountTexts: Readonly<Partial<Record<FailureCode, string>>> = {
  'no-key-of-owner': 'Key of another account',
  'owner-unclear': 'Waiting for your answer'
}

const sentences: Readonly<Record<GroupState, StateSentence>> = {
  idle: ({ completeAsOf }, numbers) =>
    withWaiting(
      completeAsOf === null ? 'Not read to the end yet' : `Complete as of ${clockText(completeAsOf, numbers.now)}`,
      numbers
    ),
  reading,
  sending,
  checking: (_group, numbers) => withWaiting('Verifying the first changes', numbers),
  'up-to-date': ({ answeredAt, completeAsOf }, { now }) => {
    const at = answeredAt ?? completeAsOf
    return at === null ? 'Up to date' : `Up to date, ${clockText(at, now)}`
  },
  offline: (_group, numbers) => withWaiting('Offline', numbers),
  'not-answering': (_group, numbers) => withWaiting('Service not answering', numbers),
  held: ({ heldUntil }, { now }) => `Waiting${holdText(heldUntil, now)}: the service asked us to slow down`,
  'signed-out': (group) => (isWithoutKey(group) ? 'Waiting for your key' : 'Key not accepted'),
  'no-access': ({ failure }) => accountTexts[failure?.code ?? 'forbidden'] ?? 'No access with this key',
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
  checking: 'Connected',
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
  if (isWithoutKey(group)) return 'No key yet'
  return group.failure?.code === 'owner-unclear' ? 'Waiting for you' : connectionWord[group.state]
}

/** The foot of the narrow sidebar, read out and on hover. */
export function footLabel(name: string, word: string): string {
  return `${name}: ${word}`
}

export const statusCopy = {
  starting: 'Opening your library…',
  notContacted: 'Connecting…',
  pausedByYou: 'Paused by you',
  pausedWord: 'paused',
  undo: 'Undo',
  pause: 'Pause',
  resume: 'Resume',
  review: 'Review',
  dismiss: 'Dismiss',
  stop: 'Stop',
  sendFirst: 'Send this first',
  isFirst: 'Goes first',
  showActivity: 'Show activity',
  details: 'Details of what is being sent'
} as const

export function pausedSentence(waiting: number): string {
  return waiting === 0 ? statusCopy.pausedByYou : `${statusCopy.pausedByYou}, ${formatCount(waiting)} waiting`
}

export function needYouSentence(count: number): string {
  return plural(count, { one: '1 needs you', other: `${formatCount(count)} need you` })
}
