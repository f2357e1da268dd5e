/** Commands that the native menu sends to the window. Main cannot send any other command. */
export const MENU_COMMANDS = [
  'new-image',
  'undo',
  'redo',
  'open-detail',
  'review',
  'continue-review',
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

/** Titles of Undo and Redo in the Edit menu; `null` if there is nothing to undo or redo. */
export interface MenuTitles {
  readonly undo: string | null
  readonly redo: string | null
}

/** Characters of a menu title. */
export const MAX_MENU_TITLE_LENGTH = 120
