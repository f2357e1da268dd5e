/** Bars for questions and news about the library and what is on its way: deletions, refusals, removals, old work. Pure. */
import type { BatchReceipt } from '../../shared/batch.ts'
import { DELETION_OF } from '../../shared/change.ts'
import { DELETE_HOLD_MS } from '../../shared/limits.ts'
import { sendTime } from '../../shared/said.ts'
import type { Facts } from '../../shared/said.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import {
  bannerCopy,
  deletionsHeadline,
  incompleteHeadline,
  incompleteText,
  deleteAllLabel,
  newResultsHeadline,
  refusalsBody,
  refusalsHeadline,
  reminderBody,
  reminderHeadline,
  removalsBody,
  removalsHeadline,
  sendOthersLabel
} from '../copy/frame.ts'
import type { BannerChoice } from './banner.ts'

const DISMISS = { kind: 'dismiss', label: bannerCopy.dismiss } as const
const DAY_MS = 24 * 60 * 60_000
/** The countdown goes by steps, in ms: it is read out each time it changes. */
const COUNTDOWN_STEP_MS = 10_000
/** What a clock and a commit may add to the hold that a deletion starts with. */
const SLACK_MS = 2_000

/** Deletions from before, about to go out: their own toast is long gone. */
export function deletionsBanner(
  facts: Facts & { readonly status: SyncStatus },
  group: Group,
  now: number
): BannerChoice | null {
  const { deletions } = facts.status[group]
  const own = facts.status.running.filter(({ verb }) => verb === DELETION_OF[group])
  // Where nothing goes out in seconds, what can be mended is what to say.
  if (deletions === null || !own.some(isHeldAnew) || sendTime(facts, group) !== 'now') return null
  const steps = Math.max(1, Math.ceil((deletions.at - now) / COUNTDOWN_STEP_MS))
  return {
    id: `deletions-${group}`,
    tone: 'warning',
    icon: 'trash',
    headline: deletionsHeadline(deletions.count, steps * COUNTDOWN_STEP_MS),
    body: bannerCopy.deletionsBody,
    actions: [{ kind: 'show', tab: 'waiting', label: bannerCopy.review }],
    isPassing: false
  }
}

/** Its deletions wait longer than at first: the program was offline, or was started again. */
function isHeldAnew({ holdUntil, startedAt }: BatchReceipt): boolean {
  return holdUntil !== null && holdUntil - startedAt > DELETE_HOLD_MS + SLACK_MS
}

/** The question about images that are no longer what the person saw when they deleted them. */
export function newResultsBanner({ running }: SyncStatus): BannerChoice | null {
  for (const { batch, hold, waiting } of running) {
    if (hold?.why !== 'new-results') continue
    return {
      id: `new-results-${batch}`,
      tone: 'warning',
      icon: 'triangle',
      headline: newResultsHeadline(hold.count),
      body: bannerCopy.newResultsBody,
      actions: [
        { kind: 'stop', batch, label: bannerCopy.stop },
        { kind: 'go-on', batch, label: deleteAllLabel(waiting) },
        { kind: 'show', tab: 'waiting', label: bannerCopy.review }
      ],
      isPassing: false
    }
  }
  return null
}

/** The question after many equal refusals. */
export function refusalsBanner({ running }: SyncStatus): BannerChoice | null {
  for (const { batch, hold, waiting } of running) {
    if (hold?.why !== 'refusals') continue
    return {
      id: `refusals-${batch}`,
      tone: 'warning',
      icon: 'triangle',
      headline: refusalsHeadline(batch),
      body: refusalsBody(hold.failure),
      actions: [
        { kind: 'stop', batch, label: bannerCopy.stop },
        { kind: 'go-on', batch, label: sendOthersLabel(waiting) },
        { kind: 'show', tab: 'needs-you', label: bannerCopy.review }
      ],
      isPassing: false
    }
  }
  return null
}

/** Too many records seem gone to remove them without a word. */
export function removalsBanner(status: SyncStatus, group: Group): BannerChoice | null {
  const { removals } = status[group]
  if (removals === null) return null
  return {
    id: `removals-${group}`,
    tone: 'warning',
    icon: 'triangle',
    headline: removalsHeadline(group, removals.count),
    body: removalsBody(removals),
    actions: [{ kind: 'show', tab: 'needs-you', label: bannerCopy.review }],
    isPassing: false
  }
}

/** Work that has waited for a day, and that nothing is being done about. */
export function reminderBanner({ running, images, waiting }: SyncStatus, now: number): BannerChoice | null {
  const oldest = running.find((receipt) => receipt.waiting > 0)
  if (oldest === undefined || images.state === 'sending' || now - oldest.startedAt < DAY_MS) return null
  return {
    id: 'reminder',
    tone: 'plain',
    icon: 'clock',
    headline: reminderHeadline(waiting),
    body: reminderBody(oldest.startedAt),
    actions: [{ kind: 'show', tab: 'waiting', label: bannerCopy.review }, DISMISS],
    isPassing: false
  }
}

/** The library is known to lack something, and why. */
export function incompleteBanner(status: SyncStatus, group: Group): BannerChoice | null {
  const { incomplete } = status[group]
  if (incomplete === null) return null
  return {
    id: `incomplete-${group}-${incomplete.why}`,
    tone: 'plain',
    icon: 'info',
    headline: incompleteHeadline(group),
    body: incompleteText(incomplete),
    actions: [DISMISS],
    isPassing: false
  }
}
