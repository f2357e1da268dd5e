/** What the activity screen shows: its tab, and the batch in focus. Other screens lead there by `showActivity`. */
import { create } from 'zustand'
import type { BatchId } from '../../shared/batch.ts'
import { usePreferences } from './preferences-store.ts'

export const ACTIVITY_TABS = ['waiting', 'needs-you', 'done', 'history', 'log'] as const
export type ActivityTab = (typeof ACTIVITY_TABS)[number]

interface ActivityState {
  readonly tab: ActivityTab
  /** The batch whose items the history shows; null = none. */
  readonly batch: BatchId | null
}

export const useActivity = create<ActivityState>()(() => ({ tab: 'waiting', batch: null }))

/**
 * Brings the activity screen into the window at a tab, or changes the tab when it is there already. `batch` is opened
 * in the `history`; the other tabs show all batches.
 */
export function showActivity(tab: ActivityTab, { batch = null }: { readonly batch?: BatchId | null } = {}): void {
  useActivity.setState({ tab, batch })
  usePreferences.getState().setPreferences({ screen: 'activity' })
}
