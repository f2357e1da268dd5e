/** Bars for questions and news about the library and what is on its way: deletions, refusals, removals, old work. Pure. */
import type { BatchHold, BatchId, BatchReceipt } from '../../shared/batch.ts'
import { DELETION_OF } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { DELETE_HOLD_MS } from '../../shared/limits.ts'
import { type Facts, sendTime } from '../../shared/said.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import { changesText, firstUpdateCopy, harmText, notShownBody, sendAnywayLabel } from '../copy/first-updates.ts'
import {
  bannerCopy,
  deleteAllLabel,
  deletionsHeadline,
  incompleteHeadline,
  incompleteText,
  newResultsHeadline,
  refusalsBody,
  refusalsHeadline,
  reminderBody,
  reminderHeadline,
  removalsBody,
  removalsHeadline,
  sendOthersLabel
} from '../copy/frame.ts'
import type { ActivityTab } from '../stores/window-store.ts'
import type { IconName } from '../ui/icon.tsx'

// What a bar under the toolbar says and offers.

export type BannerAction = { readonly label: string } & (
  | { readonly kind: 'try-now' }
  | { readonly kind: 'enter-key'; readonly group: Group }
  | { readonly kind: 'open-page'; readonly group: Group }
  /** `proposed`: where a redirect led; null = nowhere. */
  | { readonly kind: 'edit-address'; readonly group: Group; readonly proposed: string | null }
  | { readonly kind: 'show'; readonly tab: ActivityTab }
  | { readonly kind: 'go-on' | 'stop'; readonly batch: BatchId }
  /** Sends the saved values of the record of this entry. */
  | { readonly kind: 'write-back'; readonly entry: number }
  /** Whose the new key of the group is. */
  | { readonly kind: 'answer-owner'; readonly group: Group; readonly isSame: boolean }
  | { readonly kind: 'dismiss' }
)

export interface BannerChoice {
  /** Stays equal while it is the same bar, so that a change of numbers neither flashes nor announces it again. */
  readonly id: string
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly icon: IconName
  readonly headline: string
  readonly body: string
  /** The usual one first. */
  readonly actions: readonly BannerAction[]
  /** Passing troubles are shown only after they have lasted. */
  readonly isPassing?: true
  /** What stands behind it, for those who look for the cause; absent where nothing more is known. */
  readonly failure?: Failure
}

/** The questions about changes on hold. */
const QUESTION = { tone: 'warning', icon: 'triangle' } as const
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
    actions: [{ kind: 'show', tab: 'waiting', label: bannerCopy.review }]
  }
}

/** Its deletions wait longer than at first: the program was offline, or was started again. */
function isHeldAnew({ holdUntil, startedAt }: BatchReceipt): boolean {
  return holdUntil !== null && holdUntil - startedAt > DELETE_HOLD_MS + SLACK_MS
}

/** The question about images that are no longer what the person saw when they deleted them. */
export function newResultsBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isHeldFor('new-results'))
  if (receipt === undefined) return null
  const { batch, hold, waiting } = receipt
  return {
    id: `new-results-${batch}`,
    ...QUESTION,
    headline: newResultsHeadline(hold.count),
    body: bannerCopy.newResultsBody,
    actions: [
      { kind: 'stop', batch, label: bannerCopy.stop },
      { kind: 'go-on', batch, label: deleteAllLabel(waiting) },
      { kind: 'show', tab: 'waiting', label: bannerCopy.review }
    ]
  }
}

/** The question after many equal refusals. */
export function refusalsBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isHeldFor('refusals'))
  if (receipt === undefined) return null
  const { batch, hold, waiting } = receipt
  return {
    id: `refusals-${batch}`,
    ...QUESTION,
    headline: refusalsHeadline(batch),
    body: refusalsBody(hold.failure),
    actions: [
      { kind: 'stop', batch, label: bannerCopy.stop },
      { kind: 'go-on', batch, label: sendOthersLabel(waiting) },
      { kind: 'show', tab: 'needs-you', label: bannerCopy.review }
    ]
  }
}

/** Too many records seem gone to remove them without a word. */
export function removalsBanner(status: SyncStatus, group: Group): BannerChoice | null {
  const { removals } = status[group]
  if (removals === null) return null
  return {
    id: `removals-${group}`,
    ...QUESTION,
    headline: removalsHeadline(group, removals.count),
    body: removalsBody(removals),
    actions: [{ kind: 'show', tab: 'needs-you', label: bannerCopy.review }]
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
    actions: [{ kind: 'show', tab: 'waiting', label: bannerCopy.review }, DISMISS]
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
    actions: [DISMISS]
  }
}

// Bars about the first updates on a connection: a record that was changed beyond what was asked, or not at all. Pure.

type Held<W extends BatchHold['why']> = BatchReceipt & { readonly hold: Extract<BatchHold, { readonly why: W }> }

const isHeldFor =
  <W extends BatchHold['why']>(why: W) =>
  (receipt: BatchReceipt): receipt is Held<W> =>
    receipt.hold?.why === why

const answers = ({ batch, waiting }: BatchReceipt): readonly BannerAction[] => [
  { kind: 'go-on', batch, label: sendAnywayLabel(waiting) },
  { kind: 'stop', batch, label: bannerCopy.stop }
]

/** Once the saved values are on their way the rest is still to be decided. */
export function changedMoreBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isHeldFor('changed-more'))
  if (receipt === undefined) return null
  const { batch, hold } = receipt
  const { entry, failure } = hold
  const writeBack: BannerAction[] =
    entry === null ? [] : [{ kind: 'write-back', entry, label: firstUpdateCopy.writeBack }]
  const changes = failure.changes ?? []
  const said = entry === null ? firstUpdateCopy.writtenBack : changesText(changes)
  return {
    id: `changed-more-${batch}`,
    tone: 'danger',
    icon: 'triangle',
    headline: firstUpdateCopy.changedMore,
    body: `${said} ${firstUpdateCopy.nothingMore} ${harmText(receipt.waiting, changes)}`.trim(),
    actions: [...writeBack, ...answers(receipt)]
  }
}

/** Nobody's favorites are done on a service that only pretends. */
export function notShownBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isHeldFor('not-shown'))
  if (receipt === undefined) return null
  return {
    id: `not-shown-${receipt.batch}`,
    ...QUESTION,
    headline: firstUpdateCopy.notShown,
    body: notShownBody(receipt.hold.count),
    actions: [...answers(receipt), { kind: 'show', tab: 'needs-you', label: bannerCopy.review }]
  }
}
