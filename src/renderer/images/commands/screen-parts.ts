/** Parts of the screen that commands act on. Each part registers itself while it is mounted. */
import { create } from 'zustand'

interface Parts {
  search: HTMLInputElement | null
  grid: HTMLElement | null
  /** The picture of the full view, while it covers the grid. */
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
    /** Focuses the element that handles the keys of images. Never scrolls, because the grid keeps its position. */
    focusGrid: (): void => (parts.stage ?? parts.grid)?.focus({ preventScroll: true }),
    isGrid: (target: Element | null): boolean => target !== null && target === parts.grid,
    toggleInfo: (): void => parts.toggleInfo?.(),
    /** Opens the menu of the focused tile, as with the secondary mouse button. */
    openMenu: (): void => parts.openMenu?.(),
    /** Returns the element that `focusGrid` focuses. */
    keysPlace: (): HTMLElement | null => parts.stage ?? parts.grid,
    /** Returns the mounted tile of a record. */
    tile: (record: number): Element | null =>
      parts.grid?.querySelector(`[role="gridcell"][data-record="${record}"]`) ?? null
  }
}

// What keys need to know of the current grid layout. Written by the grid.

interface GridFrameState {
  readonly columns: number
  /** px of the scroller. */
  readonly width: number
  readonly rowsPerScreen: number
}

export const useGridFrame = create<GridFrameState>()(() => ({ columns: 1, width: 0, rowsPerScreen: 1 }))
