/**
 * Banners for questions and news about the library and its pending changes: deletions, refusals, removals, old work.
 * Pure.
 */
import type { BatchPause, BatchId, BatchReceipt } from '../../shared/batch.ts'
import { DELETION_OF } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { DELETE_GRACE_PERIOD_MS, REFUSALS_ALIKE } from '../../shared/limits.ts'
import { type Facts, sendTime } from '../../shared/said.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import { changesText, harmText } from '../../copy/batches.ts'
import { refusalsBody } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { waitText } from '../../copy/time.ts'
import { removalsBody } from '../../copy/status.ts'
import type { ActivityTab } from '../stores/window-store.ts'
import type { IconName } from '../ui/icon.tsx'

// An action that a banner offers.

export type BannerAction = { readonly label: string } & (
  | { readonly kind: 'try-now' }
  | { readonly kind: 'enter-key'; readonly group: Group }
  | { readonly kind: 'open-page'; readonly group: Group }
  /** `proposed`: the target of a redirect; `null` if there is none. */
  | { readonly kind: 'edit-address'; readonly group: Group; readonly proposed: string | null }
  | { readonly kind: 'show'; readonly tab: ActivityTab }
  | { readonly kind: 'go-on' | 'stop'; readonly batch: BatchId }
  /** Sends the saved values of the record of this entry. */
  | { readonly kind: 'write-back'; readonly entry: number }
  /** Whether the new key of the group belongs to the same owner. */
  | { readonly kind: 'answer-owner'; readonly group: Group; readonly isSame: boolean }
  | { readonly kind: 'dismiss' }
)

export interface BannerChoice {
  /** Equal while it is the same banner, so that new numbers neither flash nor announce it again. */
  readonly id: string
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly icon: IconName
  readonly headline: string
  readonly body: string
  /** The most common one first. */
  readonly actions: readonly BannerAction[]
  /** A passing problem is shown only after it has lasted. */
  readonly isPassing?: true
  /** The failure behind it, for details; absent if nothing more is known. */
  readonly failure?: Failure
}

/** The questions about changes on hold. */
const QUESTION = { tone: 'warning', icon: 'triangle' } as const
const dismiss = () => ({ kind: 'dismiss', label: copy.banners.dismiss }) as const
const DAY_MS = 24 * 60 * 60_000
/** Steps of the countdown in ms, because each change is announced. */
const COUNTDOWN_STEP_MS = 10_000
/** Tolerance for the clock and the commit on top of a deletion’s first grace period. */
const SLACK_MS = 2_000

/** Returns the banner for earlier deletions that are sent in seconds, because their toast is gone. */
export function deletionsBanner(
  facts: Facts & { readonly status: SyncStatus },
  group: Group,
  now: number
): BannerChoice | null {
  const { deletions } = facts.status[group]
  const batches = facts.status.running.filter(({ verb }) => verb === DELETION_OF[group])
  // If nothing is about to be sent, the obstacle has its own banner.
  if (deletions === null || !batches.some(isDelayedAgain) || sendTime(facts, group) !== 'now') return null
  const steps = Math.max(1, Math.ceil((deletions.at - now) / COUNTDOWN_STEP_MS))
  return {
    id: `deletions-${group}`,
    tone: 'warning',
    icon: 'trash',
    headline: copy.banners.deletions(deletions.count, waitText(steps * COUNTDOWN_STEP_MS)),
    body: copy.banners.deletionsBody,
    actions: [{ kind: 'show', tab: 'waiting', label: copy.banners.review }]
  }
}

/** Returns whether the deletions wait longer than the first grace period, as after being offline or a restart. */
function isDelayedAgain({ graceEndsAt, startedAt }: BatchReceipt): boolean {
  return graceEndsAt !== null && graceEndsAt - startedAt > DELETE_GRACE_PERIOD_MS + SLACK_MS
}

/** Returns the question about images that changed since the user deleted them. */
export function newResultsBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isPausedFor('new-results'))
  if (receipt === undefined) return null
  const { batch, pause, waiting } = receipt
  return {
    id: `new-results-${batch}`,
    ...QUESTION,
    headline: copy.banners.newResults(pause.count),
    body: copy.banners.newResultsBody(batch),
    actions: [
      { kind: 'stop', batch, label: copy.banners.stop },
      { kind: 'go-on', batch, label: copy.banners.deleteAll(waiting) },
      { kind: 'show', tab: 'waiting', label: copy.banners.review }
    ]
  }
}

/** Returns the question after many equal refusals. */
export function refusalsBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isPausedFor('refusals'))
  if (receipt === undefined) return null
  const { batch, pause, waiting } = receipt
  return {
    id: `refusals-${batch}`,
    ...QUESTION,
    headline: copy.banners.rejectedInARow(REFUSALS_ALIKE, batch),
    body: refusalsBody(pause.failure),
    actions: [
      { kind: 'stop', batch, label: copy.banners.stop },
      { kind: 'go-on', batch, label: copy.banners.sendOthers(waiting) },
      { kind: 'show', tab: 'needs-attention', label: copy.banners.review }
    ]
  }
}

/** Returns the question before too many missing records are removed. */
export function removalsBanner(status: SyncStatus, group: Group): BannerChoice | null {
  const { removals } = status[group]
  if (removals === null) return null
  return {
    id: `removals-${group}`,
    ...QUESTION,
    headline: copy.banners.removals[group](removals.count),
    body: removalsBody(removals),
    actions: [{ kind: 'show', tab: 'needs-attention', label: copy.banners.review }]
  }
}

/** Returns the reminder of changes that have been pending for a day without activity. */
export function reminderBanner({ running, images, waiting }: SyncStatus, now: number): BannerChoice | null {
  const oldest = running.find((receipt) => receipt.waiting > 0)
  if (oldest === undefined || images.state === 'sending' || now - oldest.startedAt < DAY_MS) return null
  return {
    id: 'reminder',
    tone: 'plain',
    icon: 'clock',
    headline: copy.banners.reminder(waiting),
    body: copy.banners.reminderBody(oldest.startedAt, waiting),
    actions: [{ kind: 'show', tab: 'waiting', label: copy.banners.review }, dismiss()]
  }
}

/** Returns the news that the library lacks something, and why. */
export function incompleteBanner(status: SyncStatus, group: Group): BannerChoice | null {
  const { incomplete } = status[group]
  if (incomplete === null) return null
  return {
    id: `incomplete-${group}-${incomplete.why}`,
    tone: 'plain',
    icon: 'info',
    headline: copy.banners.incomplete[group],
    body: copy.banners.incompleteWhy(incomplete),
    actions: [dismiss()]
  }
}

// Banners about the first updates on a connection: a record that changed in more than requested, or not at all. Pure.

type OnHold<W extends BatchPause['why']> = BatchReceipt & { readonly pause: Extract<BatchPause, { readonly why: W }> }

const isPausedFor =
  <W extends BatchPause['why']>(why: W) =>
  (receipt: BatchReceipt): receipt is OnHold<W> =>
    receipt.pause?.why === why

const answers = ({ batch, waiting }: BatchReceipt): readonly BannerAction[] => [
  { kind: 'go-on', batch, label: copy.firstUpdates.sendAnyway(waiting) },
  { kind: 'stop', batch, label: copy.banners.stop }
]

/** After the saved values are sent, the remaining changes still need a decision. */
export function changedMoreBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isPausedFor('changed-more'))
  if (receipt === undefined) return null
  const { batch, pause } = receipt
  const { entry, failure } = pause
  const writeBack: BannerAction[] =
    entry === null ? [] : [{ kind: 'write-back', entry, label: copy.firstUpdates.writeBack }]
  const changes = failure.changes ?? []
  const said = entry === null ? copy.firstUpdates.writtenBack : changesText(changes)
  return {
    id: `changed-more-${batch}`,
    tone: 'danger',
    icon: 'triangle',
    headline: copy.firstUpdates.changedMore,
    body: `${said} ${copy.firstUpdates.nothingMore} ${harmText(receipt.waiting, changes)}`.trim(),
    actions: [...writeBack, ...answers(receipt)]
  }
}

/** Returns the question about favorites on a service that accepts changes without applying them. */
export function notShownBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isPausedFor('not-shown'))
  if (receipt === undefined) return null
  return {
    id: `not-shown-${receipt.batch}`,
    ...QUESTION,
    headline: copy.firstUpdates.notShown,
    body: copy.firstUpdates.notShownBody(receipt.pause.count),
    actions: [...answers(receipt), { kind: 'show', tab: 'needs-attention', label: copy.banners.review }]
  }
}
