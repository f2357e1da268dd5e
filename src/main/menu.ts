/** Installs the native menu. */
import { Menu } from 'electron'
import type { KeyboardLayout } from '../shared/keys.ts'
import type { MenuCommand, MenuTitles } from '../shared/menu-command.ts'
import { menuTemplate, type MenuFor } from './menu-template.ts'

export interface MenuParts extends Pick<MenuFor, 'platform' | 'hasDevTools'> {
  /** Sends a command to the window. */
  readonly onCommand: (command: MenuCommand) => void
  /** Undoes or redoes typing in the focused text field; does nothing without one. */
  readonly editText: (command: 'undo' | 'redo') => void
}

export interface NativeMenu {
  readonly setTitles: (titles: MenuTitles) => void
  readonly setLayout: (layout: KeyboardLayout) => void
  /** Builds the menu again, in the language in use. */
  readonly refresh: () => void
}

/** Installs the menu and rebuilds it when titles, layout or language change, because items cannot be renamed. */
export function installMenu({ editText, onCommand, ...options }: MenuParts): NativeMenu {
  const run = (command: MenuCommand): void => {
    // Sent to both: the focused text field acts on it if there is one, otherwise the page.
    if (command === 'undo' || command === 'redo') editText(command)
    onCommand(command)
  }
  let shown: Pick<MenuFor, 'titles' | 'layout'> = { titles: { undo: null, redo: null }, layout: {} }
  const show = (change: Partial<typeof shown>): void => {
    shown = { ...shown, ...change }
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ ...options, ...shown, onCommand: run })))
  }
  show({})
  return {
    setTitles: (titles) => show({ titles }),
    setLayout: (layout) => show({ layout }),
    refresh: () => show({})
  }
}
