/** What is selected, which record has the focus, and where the grid was asked to go. */
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import { NO_SELECTION } from './selection.ts'
import type { Selection } from './selection.ts'

interface Reveal {
  readonly record: RecordNumber
  /** The view stays where it is, and the focus too, unless the record is seen there. */
  readonly focusesIfSeen?: true
}

interface SelectionState {
  readonly selection: Selection
  /** The record with the focus ring; it drives the inspector, and commands act on it when nothing is selected. */
  readonly active: RecordNumber | null
  /** Asks the grid to scroll until the record is wholly seen. A new object is a new wish. */
  readonly reveal: Reveal | null
  readonly change: (next: (from: Selection) => Selection) => void
  readonly focus: (record: RecordNumber | null) => void
}

export const useSelection = create<SelectionState>()((set) => ({
  selection: NO_SELECTION,
  active: null,
  reveal: null,
  change: (next) => set((state) => ({ selection: next(state.selection) })),
  focus: (active) => set({ active })
}))
