/** What the window shows or asks beside its data: a tab, a record, the settings, a question, a command that failed. */
import { create } from 'zustand'
import type { BatchId } from '../../shared/batch.ts'
import type { Failure } from '../../shared/failure.ts'
import type { RecordNumber } from '../../shared/image.ts'
import type { Group } from '../../shared/sync-status.ts'
import { setPreferences } from './preferences-store.ts'

// What the activity screen shows: its tab, and the batch in focus. Other screens lead there by `showActivity`.

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
  setPreferences({ screen: 'activity' })
}

// A record that one screen asks another to show. The screen that shows it takes the wish and forgets it.

/** The image to show alone; `null` if none is requested. */
export const useShownRecord = create<{ readonly record: RecordNumber | null }>()(() => ({ record: null }))

/** Brings the record's screen into the window, and an image alone on it. */
export function showRecord({ record, group }: { readonly record: RecordNumber; readonly group: Group }): void {
  useShownRecord.setState({ record: group === 'images' ? record : null })
  setPreferences({ screen: group })
}

/** The image that is asked for, once. */
export function takeShownRecord(): RecordNumber | null {
  const { record } = useShownRecord.getState()
  if (record !== null) useShownRecord.setState({ record: null })
  return record
}

// Whether the settings are open in the window: the foot of the sidebar, a key and the native menu open them.

export const useSettings = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export const openSettings = (): void => useSettings.setState({ isOpen: true })
export const closeSettings = (): void => useSettings.setState({ isOpen: false })

// Which question about a group's address or key is open in the window: bars and the foot of the sidebar ask it.

export type ConnectionQuestion =
  | { readonly kind: 'enter-key'; readonly group: Group }
  | { readonly kind: 'remove-key'; readonly group: Group }
  /** `proposed`: where the service says it is now; null = as it stands. */
  | { readonly kind: 'edit-address'; readonly group: Group; readonly proposed: string | null }

interface QuestionState {
  readonly question: ConnectionQuestion | null
}

export const useConnectionQuestion = create<QuestionState>()(() => ({ question: null }))

export const askAboutConnection = (question: ConnectionQuestion): void => useConnectionQuestion.setState({ question })
export const closeConnectionQuestion = (): void => useConnectionQuestion.setState({ question: null })

// Why the last command came to nothing. Every screen says it until it is dismissed.

/** null = nothing failed, or it was dismissed. */
export const useCommandFailure = create<{ readonly failure: Failure | null }>()(() => ({ failure: null }))
