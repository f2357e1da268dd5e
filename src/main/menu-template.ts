/**
 * Builds the native menu of each platform as data. Roles provide the system's own labels and shortcuts; commands are
 * sent to the window by name. Shortcuts are only shown here; the page handles them, because it knows the focus. Pure.
 */
import type { MenuItemConstructorOptions } from 'electron'
import { capOf, printedKey } from '../shared/keys.ts'
import type { KeyboardLayout } from '../shared/keys.ts'
import type { MenuCommand, MenuTitles } from '../shared/menu-command.ts'

export interface MenuFor {
  readonly platform: NodeJS.Platform
  readonly hasDevTools: boolean
  readonly titles: MenuTitles
  readonly layout: KeyboardLayout
  readonly onCommand: (command: MenuCommand) => void
}

type Item = MenuItemConstructorOptions
type MakeItem = (command: MenuCommand, label: string, accelerator?: string) => Item

const SEPARATOR: Item = { type: 'separator' }

/** Builds the menu with the standard items and every command that does not belong to a form. */
export function menuTemplate(options: MenuFor): Item[] {
  const { platform, hasDevTools } = options
  const isMac = platform === 'darwin'
  const item = itemMaker(options)
  return [
    ...(isMac ? [appMenu(item)] : []),
    fileMenu(item, isMac),
    editMenu(item, options),
    imageMenu(item, isMac),
    viewMenu(item, hasDevTools),
    { role: 'windowMenu' }
  ]
}

function itemMaker({ onCommand, platform, layout }: MenuFor): MakeItem {
  // macOS ignores `registerAccelerator`, so a shortcut without Cmd would be taken from every field and button.
  const isShown = (key: string | undefined): key is string =>
    key !== undefined && (platform !== 'darwin' || /Cmd/.test(key))
  return (command, label, accelerator) => ({
    id: command,
    label: asLabel(label, platform === 'darwin'),
    // Shown only, because the same key may have another meaning in a text field, which only the page can tell.
    ...(isShown(accelerator) ? shortcutOf(accelerator, { label, platform, layout }) : {}),
    click: () => onCommand(command)
  })
}

/**
 * Returns the shortcut of an item. Electron reads accelerators by the characters of a US keyboard, so the key of
 * another layout is appended to the label. macOS localizes its menus.
 */
function shortcutOf(
  accelerator: string,
  { label, platform, layout }: Pick<MenuFor, 'platform' | 'layout'> & { readonly label: string }
): Pick<Item, 'accelerator' | 'registerAccelerator' | 'label'> {
  const modifiers = accelerator.split('+')
  const key = modifiers.pop() ?? ''
  const printed = printedKey(key, layout)
  if (platform === 'darwin' || printed === key) return { accelerator, registerAccelerator: false }
  const keys = [...modifiers, capOf(printed)].join('+').replace('CmdOrCtrl', 'Ctrl')
  return { label: asLabel(`${label} (${keys})`, false) }
}

/** Builds the standard app menu of macOS with Settings in its usual position. */
function appMenu(item: MakeItem): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      settingsItem(item),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' }
    ]
  }
}

const settingsItem = (item: MakeItem): Item => item('show-settings', 'Settings…', 'CmdOrCtrl+,')

function fileMenu(item: MakeItem, isMac: boolean): Item {
  return {
    label: 'File',
    submenu: [
      item('new-image', 'New Image…', 'CmdOrCtrl+N'),
      SEPARATOR,
      item('sync-now', 'Sync Now', isMac ? 'Cmd+R' : 'F5'),
      SEPARATOR,
      ...(isMac ? [] : [settingsItem(item), SEPARATOR]),
      { role: isMac ? 'close' : 'quit' }
    ]
  }
}

function editMenu(item: MakeItem, { titles, platform }: MenuFor): Item {
  const redoKey = { darwin: 'Shift+Cmd+Z', linux: 'Ctrl+Shift+Z' }[platform as string] ?? 'Ctrl+Y'
  return {
    label: 'Edit',
    submenu: [
      item('undo', titles.undo ?? 'Undo', 'CmdOrCtrl+Z'),
      item('redo', titles.redo ?? 'Redo', redoKey),
      SEPARATOR,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      SEPARATOR,
      item('select-all', 'Select All', 'CmdOrCtrl+A'),
      item('deselect', 'Deselect', 'CmdOrCtrl+Shift+A'),
      item('reselect', 'Reselect', 'CmdOrCtrl+Shift+E'),
      item('invert', 'Invert Selection', 'CmdOrCtrl+Shift+I'),
      SEPARATOR,
      item('find', 'Find', 'CmdOrCtrl+F')
    ]
  }
}

function imageMenu(item: MakeItem, isMac: boolean): Item {
  return {
    label: 'Image',
    submenu: [
      item('open-detail', 'Open', 'Return'),
      SEPARATOR,
      item('add-favorite', 'Add to Favorites', 'CmdOrCtrl+L'),
      item('remove-favorite', 'Remove from Favorites', 'Shift+F'),
      SEPARATOR,
      item('rename', 'Rename…', 'F2'),
      item('copy-name', 'Copy Name'),
      item('copy-prompt', 'Copy Prompt', 'CmdOrCtrl+Shift+C'),
      item('use-settings', 'Use These Settings…', 'CmdOrCtrl+D'),
      SEPARATOR,
      item('delete', 'Delete…', isMac ? 'Cmd+Backspace' : 'Delete')
    ]
  }
}

function viewMenu(item: MakeItem, hasDevTools: boolean): Item {
  const developer: Item[] = [SEPARATOR, { role: 'reload' }, { role: 'toggleDevTools' }]
  return {
    label: 'View',
    submenu: [
      item('show-images', 'Images', 'CmdOrCtrl+1'),
      item('show-projects', 'Projects', 'CmdOrCtrl+2'),
      item('show-activity', 'Activity', 'CmdOrCtrl+Shift+Y'),
      // History has no shortcut, because macOS reserves Cmd+H for hiding the app.
      item('show-history', 'History'),
      SEPARATOR,
      item('larger', 'Larger Thumbnails', 'Plus'),
      item('smaller', 'Smaller Thumbnails', '-'),
      item('toggle-info', 'Info', 'CmdOrCtrl+I'),
      SEPARATOR,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      SEPARATOR,
      { role: 'togglefullscreen' },
      ...(hasDevTools ? developer : [])
    ]
  }
}

/** Escapes ampersands, which underline the next letter on Windows and Linux. */
function asLabel(text: string, isMac: boolean): string {
  return isMac ? text : text.replaceAll('&', '&&')
}
