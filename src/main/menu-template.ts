/**
 * The native menu as data, for each platform. Roles bring the system's own words and shortcuts; commands of the window
 * are handed to it by name. Keys of commands are shown here and heard in the page, which knows what has the focus. Pure.
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

/** Every command of the window that has no place in a form, and the standard items. */
export function menuTemplate(wanted: MenuFor): Item[] {
  const { platform, hasDevTools } = wanted
  const isMac = platform === 'darwin'
  const item = itemMaker(wanted)
  return [
    ...(isMac ? [appMenu(item)] : []),
    fileMenu(item, isMac),
    editMenu(item, wanted),
    imageMenu(item, isMac),
    viewMenu(item, hasDevTools),
    { role: 'windowMenu' }
  ]
}

function itemMaker({ onCommand, platform, layout }: MenuFor): MakeItem {
  // macOS ignores `registerAccelerator`, so the menu would take a key without Cmd from every field and button.
  const isShown = (key: string | undefined): key is string =>
    key !== undefined && (platform !== 'darwin' || /Cmd/.test(key))
  return (command, label, accelerator) => ({
    id: command,
    label: asLabel(label, platform === 'darwin'),
    // Shown only: pressed in a text field the same key may mean something else, and the page is who can tell.
    ...(isShown(accelerator) ? shownKeys(accelerator, { label, platform, layout }) : {}),
    click: () => onCommand(command)
  })
}

/**
 * The keys of an item. Electron reads an accelerator by the characters of a US keyboard, so what another one has printed
 * there stands in the label. macOS localizes its menus itself.
 */
function shownKeys(
  accelerator: string,
  { label, platform, layout }: Pick<MenuFor, 'platform' | 'layout'> & { readonly label: string }
): Pick<Item, 'accelerator' | 'registerAccelerator' | 'label'> {
  const held = accelerator.split('+')
  const key = held.pop() ?? ''
  const printed = printedKey(key, layout)
  if (platform === 'darwin' || printed === key) return { accelerator, registerAccelerator: false }
  const keys = [...held, capOf(printed)].join('+').replace('CmdOrCtrl', 'Ctrl')
  return { label: asLabel(`${label} (${keys})`, false) }
}

/** As the system makes it, with the settings where people look for them there. */
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
      // On macOS this key hides the app and belongs to the system.
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

/** On Windows and Linux an ampersand would underline the letter behind it. */
function asLabel(text: string, isMac: boolean): string {
  return isMac ? text : text.replaceAll('&', '&&')
}
