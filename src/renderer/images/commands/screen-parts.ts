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

export interface ScreenParts {
  readonly register: <Name extends keyof Parts>(name: Name, part: Parts[Name]) => void
  readonly focusSearch: () => void
  /** Puts the focus where the keys of images are. Never scrolls: the grid's place is its own. */
  readonly focusGrid: () => void
  readonly isGrid: (target: Element | null) => boolean
  readonly toggleInfo: () => void
  /** The menu of what has the focus, as if it were pressed with the other mouse button. */
  readonly openMenu: () => void
  /** What `focusGrid` puts the focus on. */
  readonly keysPlace: () => HTMLElement | null
  /** The mounted tile of a record. */
  readonly tile: (record: number) => Element | null
}

export function createScreenParts(): ScreenParts {
  const parts: Parts = { search: null, grid: null, stage: null, toggleInfo: null, openMenu: null }
  return {
    register: (name, part) => {
      parts[name] = part
    },
    focusSearch: () => {
      parts.search?.focus()
      parts.search?.select()
    },
    focusGrid: () => (parts.stage ?? parts.grid)?.focus({ preventScroll: true }),
    isGrid: (target) => target !== null && target === parts.grid,
    toggleInfo: () => parts.toggleInfo?.(),
    openMenu: () => parts.openMenu?.(),
    keysPlace: () => parts.stage ?? parts.grid,
    tile: (record) => parts.grid?.querySelector(`[role="gridcell"][data-record="${record}"]`) ?? null
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
