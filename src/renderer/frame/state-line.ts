/** Which state the start of the status bar tells: one icon, one sentence. Pure. */
import type { BatchReceipt } from '../../shared/batch.ts'
import type { GroupState, GroupStatus, SyncStatus } from '../../shared/sync-status.ts'
import { isWithoutKey, needYouSentence, pausedSentence, projectsSentence, stateSentence } from '../copy/status.ts'
import type { IconName } from '../ui/icon-shapes.tsx'

export interface StateLine {
  readonly icon: IconName
  readonly tone: 'plain' | 'good' | 'warning' | 'danger'
  readonly text: string
}

const looks: Readonly<Record<GroupState, Omit<StateLine, 'text'>>> = {
  idle: { icon: 'cloud', tone: 'plain' },
  reading: { icon: 'sync', tone: 'plain' },
  sending: { icon: 'sync', tone: 'plain' },
  checking: { icon: 'clock', tone: 'plain' },
  'up-to-date': { icon: 'check', tone: 'good' },
  offline: { icon: 'cloud-off', tone: 'plain' },
  'not-answering': { icon: 'cloud-off', tone: 'warning' },
  held: { icon: 'clock', tone: 'plain' },
  'signed-out': { icon: 'key', tone: 'danger' },
  'no-access': { icon: 'lock', tone: 'danger' },
  stopped: { icon: 'triangle', tone: 'warning' }
}

/** At each start the key store is still being asked: no alarm. */
const lookOf = (group: GroupStatus): Omit<StateLine, 'text'> =>
  isWithoutKey(group) ? { icon: 'key', tone: 'plain' } : looks[group.state]

/** States in which nothing goes on and nothing is wrong: what the other group has to say may be heard. */
const CALM: ReadonlySet<GroupState> = new Set(['idle', 'up-to-date'])
const TROUBLED: ReadonlySet<GroupState> = new Set(['signed-out', 'no-access', 'stopped', 'not-answering'])

/** A project that waits to be deleted is all that is left to do, and it cannot be done now. */
const isKeptWaiting = (projects: GroupStatus, running: SyncStatus['running']): boolean =>
  !CALM.has(projects.state) && running.some(({ verb, waiting }) => verb === 'delete-project' && waiting > 0)

/** Nothing may go out yet: each batch with something left is held, or waits so that it can be taken back. */
const isHeldBack = ({ running }: SyncStatus, now: number): boolean => {
  const left = running.filter(({ waiting }) => waiting > 0)
  return left.length > 0 && left.every((batch) => !isUnderWay(batch) && isKeptBack(batch, now))
}

const isUnderWay = ({ sending, checking }: BatchReceipt): boolean => sending + checking > 0

const isKeptBack = ({ hold, holdUntil }: BatchReceipt, now: number): boolean =>
  hold !== null || (holdUntil !== null && holdUntil > now)

/** A group none of whose changes may go: it is not sending, and with changes left it is not up to date. */
function resting(group: GroupStatus): GroupStatus {
  if (group.state === 'sending' && group.reading !== null) return { ...group, state: 'reading' }
  return group.state === 'sending' || group.state === 'up-to-date' ? { ...group, state: 'idle' } : group
}

/** The line for a status; `now` in ms since epoch. A pause stands before all, trouble before what needs the person. */
export function stateLine(status: SyncStatus, now: number): StateLine {
  const { needsYou, waiting } = status
  const [images, projects] = isHeldBack(status, now)
    ? [resting(status.images), resting(status.projects)]
    : [status.images, status.projects]
  if (status.isPaused) return { icon: 'pause', tone: 'plain', text: pausedSentence(waiting) }
  const numbers = { waiting, sending: progressOf(status.running), now }
  if (!CALM.has(images.state)) return { ...lookOf(images), text: stateSentence(images, numbers) }
  if (needsYou > 0) return { icon: 'triangle', tone: 'warning', text: needYouSentence(needsYou) }
  if (TROUBLED.has(projects.state) || isKeptWaiting(projects, status.running))
    return { ...lookOf(projects), text: projectsSentence(projects, numbers) }
  return { ...lookOf(images), text: stateSentence(images, numbers) }
}

/** What is done of what was wanted over several batches, leaving out what was so already; null without batches. */
export function progressOf(running: readonly BatchReceipt[]): { readonly done: number; readonly total: number } | null {
  if (running.length === 0) return null
  return running.reduce(
    (sum, { size, done, alreadySo, takenBack }) => ({
      done: sum.done + done,
      total: sum.total + size - alreadySo - takenBack
    }),
    { done: 0, total: 0 }
  )
}
