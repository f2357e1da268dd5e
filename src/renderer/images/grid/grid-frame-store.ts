/** What the keys need to know of the grid as it is laid out now. Written by the grid. */
import { create } from 'zustand'

interface GridFrameState {
  readonly columns: number
  /** px of the scroller. */
  readonly width: number
  readonly rowsPerScreen: number
}

export const useGridFrame = create<GridFrameState>()(() => ({ columns: 1, width: 0, rowsPerScreen: 1 }))
