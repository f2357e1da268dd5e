/** Words of the status bar: the state at its start, and the buttons of the job in its middle. */
import type { Said } from '../shared/said.ts'
import type { GroupStatus } from '../shared/sync-status.ts'
import { formatCount, formatTime, plural } from './format.ts'
import { countChanges } from './counted.ts'
import { clockText, waitText } from './time.ts'

/** Numbers beside the group's own that the state's sentence needs. */
interface StateNumbers {
  readonly waiting: number
  /** Done and wanted over all running batches; null when none runs. */
  readonly sending: { readonly done: number; readonly total: number } | null
  /** ms since epoch. */
  readonly now: number
}

type StateSentence = (group: GroupStatus, numbers: StateNumbers) => string

const SEPARATOR = ' · '
const withWaiting = (text: string, { waiting }: StateNumbers): string =>
  waiting === 0 ? text : `${text}${SEPARATOR}${formatCount(waiting)} pending`

function reading({ reading: pass }: GroupStatus): string {
  if (pass === null) return 'Loading library…'
  const soFar = formatCount(pass.soFar)
  return `Loading library${SEPARATOR}${pass.total === null ? `${soFar} so far` : `${soFar} of ${formatCount(pass.total)}`}`
}

function sending(_group: GroupStatus, { sending: progress, waiting }: StateNumbers): string {
  if (progress !== null) return `Sending ${formatCount(progress.done)} of ${formatCount(progress.total)}`
  return `Sending ${countChanges(waiting)}`
}

/** A longer wait is shown as a time of day: nobody counts down an hour. */
const LONGEST_COUNTDOWN_MS = 15 * 60_000

const held: StateSentence = ({ heldUntil }, { now }) => {
  if (heldUntil === null || heldUntil <= now) return 'Rate limited'
  const ms = heldUntil - now
  const resumes = ms > LONGEST_COUNTDOWN_MS ? `at ${formatTime(heldUntil)}` : `in ${waitText(ms)}`
  return `Rate limited${SEPARATOR}resumes ${resumes}`
}

const idle: StateSentence = ({ completeAsOf }, numbers) =>
  withWaiting(
    completeAsOf === null ? 'Library not fully loaded' : `Complete as of ${clockText(completeAsOf, numbers.now)}`,
    numbers
  )

const upToDate: StateSentence = ({ answeredAt, completeAsOf }, { now }) => {
  const at = answeredAt ?? completeAsOf
  return at === null ? 'Up to date' : `Up to date${SEPARATOR}${clockText(at, now)}`
}

/** In the foot of the sidebar and, longer or with numbers where there is more to say, in the status bar. */
interface StateText {
  readonly word: string
  readonly sentence: StateSentence
}

const connected = (sentence: StateSentence): StateText => ({ word: 'Connected', sentence })

/** Nothing goes on, and what waits is not what it is about. */
const still = (word: string, text = word): StateText => ({ word, sentence: () => text })
/** Nothing goes on, and so many changes wait for its end. */
const waits = (word: string, text = word): StateText => ({
  word,
  sentence: (_group, numbers) => withWaiting(text, numbers)
})

/** Both texts of each state side by side, so that foot and status bar never contradict each other. */
const texts: Readonly<Record<Said, StateText>> = {
  idle: connected(idle),
  connecting: { word: 'Connecting…', sentence: idle },
  reading: connected(reading),
  sending: connected(sending),
  checking: connected((_group, numbers) => withWaiting('Verifying the first changes', numbers)),
  'up-to-date': connected(upToDate),
  held: connected(held),
  offline: waits('Offline'),
  unreachable: waits('Not reachable', 'Service not reachable'),
  'not-answering': waits('Not responding', 'Service not responding'),
  'key-absent': still('API key needed'),
  'key-locked': still('Keychain locked'),
  'key-denied': still('Keychain access denied'),
  'key-silent': still('Keychain not responding'),
  'key-unreadable': still('Key not readable'),
  'signed-out': still('Key not accepted'),
  'no-access': still('No access', 'No access with this key'),
  'other-account': still('Other account’s key', 'Key belongs to another account'),
  'owner-unclear': still('Needs your answer'),
  stopped: waits('Sync stopped')
}

/** What is said of a group in the status bar, with an icon beside it on screen. */
export function stateSentence(said: Said, group: GroupStatus, numbers: StateNumbers): string {
  return texts[said].sentence(group, numbers)
}

/** Shown when images are calm and only projects have trouble. */
export function projectsSentence(said: Said, group: GroupStatus, numbers: StateNumbers): string {
  return `Projects: ${stateSentence(said, group, { ...numbers, waiting: 0 })}`
}

/** The state in the foot of the sidebar. "Connected" only after the service has answered. */
export function connectionWord(said: Said): string {
  return texts[said].word
}

/** The foot of the narrow sidebar, read out and on hover. */
export function footLabel(name: string, word: string): string {
  return `${name}: ${word}`
}

export const statusCopy = {
  starting: 'Opening your library…',
  pausedByYou: 'Paused',
  pausedWord: 'paused',
  undo: 'Undo',
  pause: 'Pause',
  resume: 'Resume',
  review: 'Review',
  dismiss: 'Dismiss',
  stop: 'Stop',
  sendFirst: 'Send first',
  isFirst: 'First in queue',
  showActivity: 'Show activity',
  details: 'Sending details'
} as const

export function pausedSentence(waiting: number): string {
  return waiting === 0 ? statusCopy.pausedByYou : `${statusCopy.pausedByYou}${SEPARATOR}${formatCount(waiting)} pending`
}

export function needYouSentence(count: number): string {
  return plural(count, { one: '1 needs attention', other: `${formatCount(count)} need attention` })
}
