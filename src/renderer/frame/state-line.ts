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

/** The line for a status; `now` in ms since epoch. A pause stands before all, trouble before what needs the person. */
export function stateLine(status: SyncStatus, now: number): StateLine {
  const { images, projects, needsYou, waiting } = status
  if (status.isPaused) return { icon: 'pause', tone: 'plain', text: pausedSentence(waiting) }
  const numbers = { waiting, sending: progressOf(status.running), now }
  if (!CALM.has(images.state)) return { ...lookOf(images), text: stateSentence(images, numbers) }
  if (needsYou > 0) return { icon: 'triangle', tone: 'warning', text: needYouSentence(needsYou) }
  if (TROUBLED.has(projects.state)) return { ...lookOf(projects), text: projectsSentence(projects, numbers) }
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
