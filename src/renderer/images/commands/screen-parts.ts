/** Parts of the screen that commands reach into. Each part registers itself while it is mounted. */
import { create } from 'zustand'

interface Parts {
  search: HTMLInputElement | null
  grid: HTMLElement | null
  /** The picture of the full view, while it lies over the grid. */
  stage: HTMLElement | null
  toggleInfo: (() => void) | null
  openMenu: (() => void) | null
}

export type ScreenParts = ReturnType<typeof createScreenParts>

export function createScreenParts() {
  const parts: Parts = { search: null, grid: null, stage: null, toggleInfo: null, openMenu: null }
  return {
    register: <Name extends keyof Parts>(name: Name, part: Parts[Name]): void => {
      parts[name] = part
    },
    focusSearch: (): void => {
      parts.search?.focus()
      parts.search?.select()
    },
    /** Puts the focus where the keys of images are. Never scrolls: the grid's place is its own. */
    focusGrid: (): void => (parts.stage ?? parts.grid)?.focus({ preventScroll: true }),
    isGrid: (target: Element | null): boolean => target !== null && target === parts.grid,
    toggleInfo: (): void => parts.toggleInfo?.(),
    /** The menu of what has the focus, as if it were pressed with the other mouse button. */
    openMenu: (): void => parts.openMenu?.(),
    /** What `focusGrid` puts the focus on. */
    keysPlace: (): HTMLElement | null => parts.stage ?? parts.grid,
    /** The mounted tile of a record. */
    tile: (record: number): Element | null =>
      parts.grid?.querySelector(`[role="gridcell"][data-record="${record}"]`) ?? null
  }
}

// What the keys need to know of the grid as it is laid out now. Written by the grid.

interface GridFrameState {
  readonly columns: number
  /** px of the scroller. */
  readonly width: number
  readonly rowsPerScreen: number
}

export const useGridFrame = create<GridFrameState>()(() => ({ columns: 1, width: 0, rowsPerScreen: 1 }))
