/** Words of the status bar: the state at its start, and the buttons of the job in its middle. */
import type { Said } from '../../shared/said.ts'
import type { GroupStatus } from '../../shared/sync-status.ts'
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
  waiting === 0 ? text : `${text}, ${formatCount(waiting)} pending`

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

const idle: StateSentence = ({ completeAsOf }, numbers) =>
  withWaiting(
    completeAsOf === null ? 'Not read to the end yet' : `Complete as of ${clockText(completeAsOf, numbers.now)}`,
    numbers
  )

const plain =
  (text: string): StateSentence =>
  (_group, numbers) =>
    withWaiting(text, numbers)

const sentences: Readonly<Record<Said, StateSentence>> = {
  idle,
  connecting: idle,
  reading,
  sending,
  checking: plain('Verifying the first changes'),
  'up-to-date': ({ answeredAt, completeAsOf }, { now }) => {
    const at = answeredAt ?? completeAsOf
    return at === null ? 'Up to date' : `Up to date, ${clockText(at, now)}`
  },
  offline: plain('Offline'),
  unreachable: plain('Service not reachable'),
  'not-answering': plain('Service not answering'),
  held: ({ heldUntil }, { now }) => `Waiting${holdText(heldUntil, now)}: the service asked us to slow down`,
  'key-awaited': () => 'Waiting for your key',
  'key-absent': () => 'Waiting for your key',
  'key-locked': () => 'Key locked',
  'key-denied': () => 'No access to your key',
  'key-silent': () => 'Key store not answering',
  'key-unreadable': () => 'Key not readable',
  'signed-out': () => 'Key not accepted',
  'no-access': () => 'No access with this key',
  'other-account': () => 'Key of another account',
  'owner-unclear': () => 'Waiting for your answer',
  stopped: plain('Stopped')
}

/** What is said of a group in the status bar, with an icon beside it on screen. */
export function stateSentence(said: Said, group: GroupStatus, numbers: StateNumbers): string {
  return sentences[said](group, numbers)
}

/** Shown when images are calm and only projects have trouble. */
export function projectsSentence(said: Said, group: GroupStatus, numbers: StateNumbers): string {
  return `Projects: ${stateSentence(said, group, { ...numbers, waiting: 0 })}`
}

/** One word for the foot of the sidebar. "Connected" only after the service has answered. */
export const connectionWord: Readonly<Record<Said, string>> = {
  connecting: 'Connecting…',
  idle: 'Connected',
  reading: 'Connected',
  sending: 'Connected',
  checking: 'Connected',
  'up-to-date': 'Connected',
  held: 'Connected',
  offline: 'Offline',
  unreachable: 'Not reachable',
  'not-answering': 'Not answering',
  'key-awaited': 'Connecting…',
  'key-absent': 'No key yet',
  'key-locked': 'Key locked',
  'key-denied': 'No access to your key',
  'key-silent': 'Key store not answering',
  'key-unreadable': 'Key not readable',
  'signed-out': 'Key not accepted',
  'no-access': 'No access',
  'other-account': 'Key of another account',
  'owner-unclear': 'Waiting for you',
  stopped: 'Stopped'
}

/** The foot of the narrow sidebar, read out and on hover. */
export function footLabel(name: string, word: string): string {
  return `${name}: ${word}`
}

export const statusCopy = {
  starting: 'Opening your library…',
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
  return waiting === 0 ? statusCopy.pausedByYou : `${statusCopy.pausedByYou}, ${formatCount(waiting)} pending`
}

export function needYouSentence(count: number): string {
  return plural(count, { one: '1 needs attention', other: `${formatCount(count)} need attention` })
}
