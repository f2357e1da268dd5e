/** Which state the start of the status bar tells: one icon, one sentence. Pure. */
import type { BatchReceipt } from '../../shared/batch.ts'
import { groupOf } from '../../shared/change.ts'
import { type Facts, type Said, saidOf } from '../../shared/said.ts'
import type { GroupStatus, SyncStatus } from '../../shared/sync-status.ts'
import { needYouSentence, pausedSentence, projectsSentence, stateSentence } from '../copy/status.ts'
import type { IconName } from '../ui/icon.tsx'

interface StateLine {
  readonly icon: IconName
  readonly tone: 'plain' | 'good' | 'warning' | 'danger'
  readonly text: string
}

const KEY = { icon: 'key', tone: 'plain' } as const
const LOCK = { icon: 'lock', tone: 'warning' } as const

const looks: Readonly<Record<Said, Omit<StateLine, 'text'>>> = {
  idle: { icon: 'cloud', tone: 'plain' },
  connecting: { icon: 'cloud', tone: 'plain' },
  reading: { icon: 'sync', tone: 'plain' },
  sending: { icon: 'sync', tone: 'plain' },
  checking: { icon: 'clock', tone: 'plain' },
  'up-to-date': { icon: 'check', tone: 'good' },
  offline: { icon: 'cloud-off', tone: 'plain' },
  unreachable: { icon: 'cloud-off', tone: 'plain' },
  'not-answering': { icon: 'cloud-off', tone: 'warning' },
  held: { icon: 'clock', tone: 'plain' },
  'key-absent': KEY,
  'key-locked': LOCK,
  'key-denied': LOCK,
  'key-silent': LOCK,
  'key-unreadable': { icon: 'key', tone: 'warning' },
  'signed-out': { icon: 'key', tone: 'danger' },
  'no-access': { icon: 'lock', tone: 'danger' },
  'other-account': { icon: 'lock', tone: 'danger' },
  'owner-unclear': { icon: 'lock', tone: 'danger' },
  stopped: { icon: 'triangle', tone: 'warning' }
}

/** Said where nothing goes on and nothing is wrong: what the other group has to say may be heard. */
const CALM: ReadonlySet<Said> = new Set<Said>(['idle', 'connecting', 'up-to-date'])
/** Said of projects only where something of theirs is kept waiting. */
const QUIET: ReadonlySet<Said> = new Set<Said>([
  ...CALM,
  'reading',
  'sending',
  'checking',
  'held',
  'offline',
  'unreachable'
])

/** A project that waits to be deleted is all that is left to do, and it cannot be done now. */
const isKeptWaiting = (projects: Said, running: SyncStatus['running']): boolean =>
  !CALM.has(projects) && running.some(({ verb, waiting }) => groupOf(verb) === 'projects' && waiting > 0)

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

/** The line for the facts; `now` in ms since epoch. A pause stands before all, trouble before what needs attention. */
export function stateLine({ status, connection }: Facts & { readonly status: SyncStatus }, now: number): StateLine {
  const { needsYou, waiting, running } = status
  if (status.isPaused) return { icon: 'pause', tone: 'plain', text: pausedSentence(waiting) }
  const shown = isHeldBack(status, now)
    ? { ...status, images: resting(status.images), projects: resting(status.projects) }
    : status
  const [images, projects] = [
    saidOf({ status: shown, connection }, 'images'),
    saidOf({ status: shown, connection }, 'projects')
  ]
  const numbers = { waiting, sending: progressOf(running), now }
  const ofImages = { ...looks[images], text: stateSentence(images, shown.images, numbers) }
  if (!CALM.has(images)) return ofImages
  if (needsYou > 0) return { icon: 'triangle', tone: 'warning', text: needYouSentence(needsYou) }
  if (!QUIET.has(projects) || isKeptWaiting(projects, running))
    return { ...looks[projects], text: projectsSentence(projects, shown.projects, numbers) }
  return ofImages
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

const ANSWERING: ReadonlySet<Said> = new Set<Said>(['idle', 'reading', 'sending', 'checking', 'up-to-date', 'held'])

/** The icon beside the word for a connection: a check while the service answers, else that of its trouble. */
export function connectionIcon(said: Said): IconName {
  return ANSWERING.has(said) ? 'check' : looks[said].icon
}
