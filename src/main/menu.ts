/** Puts the native menu up. */
import { Menu } from 'electron'
import type { KeyboardLayout } from '../shared/keys.ts'
import type { MenuCommand, MenuTitles } from '../shared/menu-command.ts'
import { menuTemplate, type MenuFor } from './menu-template.ts'

export interface MenuParts extends Pick<MenuFor, 'platform' | 'hasDevTools'> {
  /** Hands a command to the window. */
  readonly onCommand: (command: MenuCommand) => void
  /** Takes back, or does again, what was typed into the field that has the focus; nothing without one. */
  readonly editText: (command: 'undo' | 'redo') => void
}

export interface NativeMenu {
  readonly setTitles: (titles: MenuTitles) => void
  readonly setLayout: (layout: KeyboardLayout) => void
}

/** The menu with its first titles; it is built again when they or the keys change, since items cannot be renamed. */
export function installMenu({ editText, onCommand, ...wanted }: MenuParts): NativeMenu {
  const run = (command: MenuCommand): void => {
    // Both hear of it: the text field in focus, if there is one, else the page.
    if (command === 'undo' || command === 'redo') editText(command)
    onCommand(command)
  }
  let shown: Pick<MenuFor, 'titles' | 'layout'> = { titles: { undo: null, redo: null }, layout: {} }
  const show = (change: Partial<typeof shown>): void => {
    shown = { ...shown, ...change }
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ ...wanted, ...shown, onCommand: run })))
  }
  show({})
  return { setTitles: (titles) => show({ titles }), setLayout: (layout) => show({ layout }) }
}
