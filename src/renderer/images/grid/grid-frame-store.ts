/** What the keys need to know of the grid as it is laid out now. Written by the grid. */
import { create } from 'zustand'

interface GridFrameState {
  readonly columns: number
  readonly rowsPerScreen: number
}

export const useGridFrame = create<GridFrameState>()(() => ({ columns: 1, rowsPerScreen: 1 }))
