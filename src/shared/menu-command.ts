/** Commands that the native menu hands to the window. A closed list: main can ask the page for nothing else. */
export const MENU_COMMANDS = [
  'new-image',
  'undo',
  'redo',
  'open-detail',
  'rename',
  'delete',
  'copy-name',
  'copy-prompt',
  'use-settings',
  'add-favorite',
  'remove-favorite',
  'select-all',
  'deselect',
  'reselect',
  'invert',
  'find',
  'larger',
  'smaller',
  'toggle-info',
  'show-images',
  'show-projects',
  'show-activity',
  'show-history',
  'show-settings',
  'sync-now'
] as const

export type MenuCommand = (typeof MENU_COMMANDS)[number]

/** What Undo and Redo of the Edit menu would do now, as they are called there; null = nothing to do. */
export interface MenuTitles {
  readonly undo: string | null
  readonly redo: string | null
}

/** Characters of one menu title. */
export const MAX_MENU_TITLE_LENGTH = 120
