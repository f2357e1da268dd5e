/** The state at the start of the status bar: one icon, one sentence. Pure. */
import type { BatchReceipt } from '../../shared/batch.ts'
import { groupOf } from '../../shared/change.ts'
import { type Facts, type Said, saidOf } from '../../shared/said.ts'
import type { GroupStatus, SyncStatus } from '../../shared/sync-status.ts'
import { copy } from '../../copy/language.ts'
import { pausedSentence, projectsSentence, stateSentence } from '../../copy/status.ts'
import type { IconName } from '../ui/icon.tsx'

interface StateLine {
  readonly icon: IconName
  readonly tone: 'plain' | 'good' | 'warning' | 'danger'
  readonly text: string
}

const KEY = { icon: 'key', tone: 'plain' } as const
const LOCK = { icon: 'lock', tone: 'warning' } as const

const appearance: Readonly<Record<Said, Omit<StateLine, 'text'>>> = {
  idle: { icon: 'cloud', tone: 'plain' },
  connecting: { icon: 'cloud', tone: 'plain' },
  reading: { icon: 'sync', tone: 'plain' },
  sending: { icon: 'sync', tone: 'plain' },
  checking: { icon: 'clock', tone: 'plain' },
  'up-to-date': { icon: 'check', tone: 'good' },
  offline: { icon: 'cloud-off', tone: 'plain' },
  unreachable: { icon: 'cloud-off', tone: 'plain' },
  'not-responding': { icon: 'cloud-off', tone: 'warning' },
  'rate-limited': { icon: 'clock', tone: 'plain' },
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

/** States without activity or problem, after which the other group’s state may be shown. */
const CALM: ReadonlySet<Said> = new Set<Said>(['idle', 'connecting', 'up-to-date'])
/** States of projects that are shown only while changes of projects are blocked. */
const QUIET: ReadonlySet<Said> = new Set<Said>([
  ...CALM,
  'reading',
  'sending',
  'checking',
  'rate-limited',
  'offline',
  'unreachable'
])

/** Returns whether a pending deletion of a project is blocked. */
const isBlocked = (projects: Said, running: SyncStatus['running']): boolean =>
  !CALM.has(projects) && running.some(({ verb, waiting }) => groupOf(verb) === 'projects' && waiting > 0)

/** Returns whether nothing may be sent yet, because every pending batch is on hold or in its grace period. */
const isDelayed = ({ running }: SyncStatus, now: number): boolean => {
  const left = running.filter(({ waiting }) => waiting > 0)
  return left.length > 0 && left.every((batch) => !isInFlight(batch) && isBatchDelayed(batch, now))
}

const isInFlight = ({ sending, checking }: BatchReceipt): boolean => sending + checking > 0

const isBatchDelayed = ({ pause, graceEndsAt }: BatchReceipt, now: number): boolean =>
  pause !== null || (graceEndsAt !== null && graceEndsAt > now)

/** Returns the group’s state without sendable changes: neither sending nor, with pending changes, up to date. */
function withoutSending(group: GroupStatus): GroupStatus {
  if (group.state === 'sending' && group.reading !== null) return { ...group, state: 'reading' }
  return group.state === 'sending' || group.state === 'up-to-date' ? { ...group, state: 'idle' } : group
}

/**
 * Returns the line for the facts; `now` in ms since epoch. A pause comes first, then problems, then what needs
 * attention.
 */
export function stateLine({ status, connection }: Facts & { readonly status: SyncStatus }, now: number): StateLine {
  const { needsAttention, waiting, running } = status
  if (status.isPaused) return { icon: 'pause', tone: 'plain', text: pausedSentence(waiting) }
  const shown = isDelayed(status, now)
    ? { ...status, images: withoutSending(status.images), projects: withoutSending(status.projects) }
    : status
  const [images, projects] = [
    saidOf({ status: shown, connection }, 'images'),
    saidOf({ status: shown, connection }, 'projects')
  ]
  const numbers = { waiting, sending: progressOf(running), now }
  const ofImages = { ...appearance[images], text: stateSentence(images, shown.images, numbers) }
  if (!CALM.has(images)) return ofImages
  if (needsAttention > 0) return { icon: 'triangle', tone: 'warning', text: copy.counted.needAttention(needsAttention) }
  if (!QUIET.has(projects) || isBlocked(projects, running))
    return { ...appearance[projects], text: projectsSentence(projects, shown.projects, numbers) }
  return ofImages
}

/** Returns the done and requested changes of several batches without unchanged ones; `null` without batches. */
export function progressOf(running: readonly BatchReceipt[]): { readonly done: number; readonly total: number } | null {
  if (running.length === 0) return null
  return running.reduce(
    (sum, { size, done, unchanged, canceled }) => ({
      done: sum.done + done,
      total: sum.total + size - unchanged - canceled
    }),
    { done: 0, total: 0 }
  )
}

const ANSWERING: ReadonlySet<Said> = new Set<Said>([
  'idle',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'rate-limited'
])

/** Returns the icon of a connection: a check while the service responds, else that of its problem. */
export function connectionIcon(said: Said): IconName {
  return ANSWERING.has(said) ? 'check' : appearance[said].icon
}
