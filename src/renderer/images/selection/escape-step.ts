/** What one press of Esc does, when no menu or panel took it first: one step down the ladder. */
import type { Selection } from './selection.ts'

export type EscapeStep = 'clear-selection' | 'end-sticky' | 'leave-search' | 'nothing'

/** The next step down: selection, sticky mode, search. */
export function escapeStep(selection: Selection, isSearching: boolean): EscapeStep {
  if (selection.members.size > 0) return 'clear-selection'
  if (selection.mode === 'sticky') return 'end-sticky'
  return isSearching ? 'leave-search' : 'nothing'
}
