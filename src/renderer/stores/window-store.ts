/** What the window shows besides its data: a tab, a record, the settings, a question, a failed command. */
import { create } from 'zustand'
import type { BatchId } from '../../shared/batch.ts'
import type { Failure } from '../../shared/failure.ts'
import type { RecordNumber } from '../../shared/image.ts'
import type { Group } from '../../shared/sync-status.ts'
import { setPreferences } from './preferences-store.ts'

// What Activity shows: its tab, and the expanded batch. Other screens open it by `showActivity`.

export const ACTIVITY_TABS = ['waiting', 'needs-attention', 'done', 'history', 'log'] as const
export type ActivityTab = (typeof ACTIVITY_TABS)[number]

interface ActivityState {
  readonly tab: ActivityTab
  /** The batch whose items the history shows; `null` if none. */
  readonly batch: BatchId | null
}

export const useActivity = create<ActivityState>()(() => ({ tab: 'waiting', batch: null }))

/**
 * Opens Activity at a tab, or changes the tab if it is open. `batch` is expanded in `history`; the other tabs show all
 * batches.
 */
export function showActivity(tab: ActivityTab, { batch = null }: { readonly batch?: BatchId | null } = {}): void {
  useActivity.setState({ tab, batch })
  setPreferences({ screen: 'activity' })
}

// A record that one screen requests another one to show. The screen that shows it clears the request.

/** The image to show alone; `null` if none is requested. */
export const useShownRecord = create<{ readonly record: RecordNumber | null }>()(() => ({ record: null }))

/** Opens the record’s screen, and an image alone on it. */
export function showRecord({ record, group }: { readonly record: RecordNumber; readonly group: Group }): void {
  useShownRecord.setState({ record: group === 'images' ? record : null })
  setPreferences({ screen: group })
}

/** Returns the requested image, once. */
export function takeShownRecord(): RecordNumber | null {
  const { record } = useShownRecord.getState()
  if (record !== null) useShownRecord.setState({ record: null })
  return record
}

// Whether Settings are open: the bottom of the sidebar, a key and the native menu open them.

export const useSettings = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export const openSettings = (): void => useSettings.setState({ isOpen: true })
export const closeSettings = (): void => useSettings.setState({ isOpen: false })

// The open question about a group’s address or key, shown from banners and the bottom of the sidebar.

export type ConnectionQuestion =
  | { readonly kind: 'enter-key'; readonly group: Group }
  | { readonly kind: 'remove-key'; readonly group: Group }
  /** `proposed`: the address in a redirect of the service; `null` for the current one. */
  | { readonly kind: 'edit-address'; readonly group: Group; readonly proposed: string | null }

interface QuestionState {
  readonly question: ConnectionQuestion | null
}

export const useConnectionQuestion = create<QuestionState>()(() => ({ question: null }))

export const openConnectionQuestion = (question: ConnectionQuestion): void =>
  useConnectionQuestion.setState({ question })
export const closeConnectionQuestion = (): void => useConnectionQuestion.setState({ question: null })

// The failure of the last command. Every screen shows it until it is dismissed.

/** `null` if nothing failed or it was dismissed. */
export const useCommandFailure = create<{ readonly failure: Failure | null }>()(() => ({ failure: null }))
