/** Which question about a group's address or key is open in the window: bars and the foot of the sidebar ask it. */
import { create } from 'zustand'
import type { Group } from '../../shared/sync-status.ts'

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
