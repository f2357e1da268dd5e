/** What a bar under the toolbar says and offers. */
import type { BatchId } from '../../shared/batch.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import type { ActivityTab } from '../stores/activity-store.ts'
import type { IconName } from '../ui/icon-shapes.tsx'

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
  readonly isPassing: boolean
  /** What stands behind it, for those who look for the cause; absent where nothing more is known. */
  readonly failure?: Failure
}
