/** Chooses what is said of the state: in the status bar, in the foot of the sidebar, and of keys and lists. */
import type { GroupConnection } from '../shared/connection.ts'
import type { Said } from '../shared/said.ts'
import type { GroupStatus } from '../shared/sync-status.ts'
import { formatTime } from './format.ts'
import { copy } from './language.ts'
import { inOneRow } from './names.ts'
import { clockText, momentText, waitText } from './time.ts'

/** Numbers beside the group's own that the state's sentence needs. */
interface StateNumbers {
  readonly waiting: number
  /** Done and wanted over all running batches; null when none runs. */
  readonly sending: { readonly done: number; readonly total: number } | null
  /** ms since epoch. */
  readonly now: number
}

type StateSentence = (group: GroupStatus, numbers: StateNumbers) => string

const withPending = (text: string, waiting: number): string =>
  waiting === 0 ? text : inOneRow([text, copy.status.pending(waiting)])

function reading({ reading: pass }: GroupStatus): string {
  const { loading, loadingLibrary, soFar } = copy.status
  if (pass === null) return loading
  return inOneRow([
    loadingLibrary,
    pass.total === null ? soFar(pass.soFar) : copy.counted.ofAll(pass.soFar, pass.total)
  ])
}

function sending(_group: GroupStatus, { sending: progress, waiting }: StateNumbers): string {
  return progress === null ? copy.status.sendingChanges(waiting) : copy.status.sending(progress.done, progress.total)
}

/** A longer wait is shown as a time of day: nobody counts down an hour. */
const LONGEST_COUNTDOWN_MS = 15 * 60_000

const untilRetry: StateSentence = ({ retryAt }, { now }) => {
  const { rateLimited, resumesIn, resumesAt } = copy.status
  if (retryAt === null || retryAt <= now) return rateLimited
  const ms = retryAt - now
  return inOneRow([rateLimited, ms > LONGEST_COUNTDOWN_MS ? resumesAt(formatTime(retryAt)) : resumesIn(waitText(ms))])
}

const idle: StateSentence = ({ completeAsOf }, { now, waiting }) =>
  withPending(
    completeAsOf === null ? copy.status.notFullyLoaded : copy.status.completeAsOf(clockText(completeAsOf, now)),
    waiting
  )

const upToDate: StateSentence = ({ respondedAt, completeAsOf }, { now }) => {
  const at = respondedAt ?? completeAsOf
  return at === null ? copy.status.upToDate : inOneRow([copy.status.upToDate, clockText(at, now)])
}

const verifying: StateSentence = (_group, { waiting }) => withPending(copy.status.verifying, waiting)

/** Keys of the texts that are the same at any time. */
type StateKey = {
  [K in keyof typeof copy.status]: (typeof copy.status)[K] extends string ? K : never
}[keyof typeof copy.status]

/** In the foot of the sidebar and, longer or with numbers where there is more to say, in the status bar. */
interface StateText {
  readonly label: StateKey
  readonly sentence: StateSentence
}

const connected = (sentence: StateSentence): StateText => ({ label: 'connected', sentence })

/** Nothing goes on, and what is pending is not what it is about. */
const still = (label: StateKey, text = label): StateText => ({ label, sentence: () => copy.status[text] })
/** Nothing goes on, and so many changes wait for its end. */
const waits = (label: StateKey, text = label): StateText => ({
  label,
  sentence: (_group, { waiting }) => withPending(copy.status[text], waiting)
})

/** Both texts of each state side by side, so that foot and status bar never contradict each other. */
const texts: Readonly<Record<Said, StateText>> = {
  idle: connected(idle),
  connecting: { label: 'connecting', sentence: idle },
  reading: connected(reading),
  sending: connected(sending),
  checking: connected(verifying),
  'up-to-date': connected(upToDate),
  'rate-limited': connected(untilRetry),
  offline: waits('offline'),
  unreachable: waits('notReachable', 'serviceNotReachable'),
  'not-responding': waits('notResponding', 'serviceNotResponding'),
  'key-absent': still('keyNeeded'),
  'key-locked': still('keychainLocked'),
  'key-denied': still('keychainDenied'),
  'key-silent': still('keychainSilent'),
  'key-unreadable': still('keyNotReadable'),
  'signed-out': still('keyNotAccepted'),
  'no-access': still('noAccess', 'noAccessWithKey'),
  'other-account': still('othersKey', 'keyOfOther'),
  'owner-unclear': still('needsAnswer'),
  stopped: waits('stopped')
}

/** What is said of a group in the status bar, with an icon beside it on screen. */
export function stateSentence(said: Said, group: GroupStatus, numbers: StateNumbers): string {
  return texts[said].sentence(group, numbers)
}

/** Shown when images are calm and only projects have trouble. */
export function projectsSentence(said: Said, group: GroupStatus, numbers: StateNumbers): string {
  return copy.connection.projectsLine(stateSentence(said, group, { ...numbers, waiting: 0 }))
}

/** The state in the foot of the sidebar. "Connected" only after the service has answered. */
export function connectionLabel(said: Said): string {
  return copy.status[texts[said].label]
}

export const pausedSentence = (waiting: number): string => withPending(copy.status.pausedByYou, waiting)

/** From a half on, something else than deletions is likely: another account, another address. */
export function removalsBody({ count, of }: NonNullable<GroupStatus['removals']>): string {
  const { removalsAll, removalsHalf, removalsSome } = copy.banners
  if (count >= of) return removalsAll
  return count * 2 >= of ? removalsHalf : removalsSome
}

/** "Saved today at 10:42", and where it is not to be had. `now` in ms since epoch. */
export function keyText({ key, keySavedAt }: GroupConnection, now: number): string {
  const { noKey, untilQuit, saved, notAvailable } = copy.settings
  const time = keySavedAt === null ? null : momentText(keySavedAt, now)
  if (key === 'absent') return noKey
  if (key === 'session') return untilQuit(time)
  return key === 'stored' ? saved(time) : notAvailable(saved(time))
}

/** Under the title of the projects: how many. Times in ms since epoch; `completeAsOf` null = never proved. */
export function projectsSubtitle(
  { matching, total }: { readonly matching: number; readonly total: number },
  completeAsOf: number | null,
  now: number
): string {
  if (matching !== total) return copy.projects.matching(matching, total)
  if (total === 0) return ''
  return completeAsOf === null
    ? copy.counted.projects(total)
    : copy.projects.completeAsOf(total, clockText(completeAsOf, now))
}
