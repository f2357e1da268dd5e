/** Parts of the screen that commands reach into. Each part registers itself while it is mounted. */

interface Parts {
  search: HTMLInputElement | null
  grid: HTMLElement | null
  toggleInfo: (() => void) | null
}

export interface ScreenParts {
  readonly register: <Name extends keyof Parts>(name: Name, part: Parts[Name]) => void
  readonly focusSearch: () => void
  /** Never scrolls: the grid's place is its own. */
  readonly focusGrid: () => void
  readonly isGrid: (target: Element | null) => boolean
  readonly toggleInfo: () => void
}

export function createScreenParts(): ScreenParts {
  const parts: Parts = { search: null, grid: null, toggleInfo: null }
  return {
    register: (name, part) => {
      parts[name] = part
    },
    focusSearch: () => {
      parts.search?.focus()
      parts.search?.select()
    },
    focusGrid: () => parts.grid?.focus({ preventScroll: true }),
    isGrid: (target) => target !== null && target === parts.grid,
    toggleInfo: () => parts.toggleInfo?.()
  }
}
