/**
 * Builds the native menu of each platform as data. Roles provide what their items do and their shortcuts, but their
 * labels are English on every system, so each has one of the catalogue; commands are sent to the window by name.
 * Shortcuts are only shown here; the page handles them, because it knows the focus. Pure.
 */
import type { MenuItemConstructorOptions } from 'electron'
import { copy } from '../copy/language.ts'
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
    windowMenu(isMac)
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
  const keys = [...modifiers, capOf(printed)].join('+').replace('CmdOrCtrl', copy.commands.modifiers.mod)
  return { label: asLabel(`${label} (${keys})`, false) }
}

/** Builds the standard app menu of macOS with Settings in its usual position. */
function appMenu(item: MakeItem): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: copy.menu.about },
      SEPARATOR,
      settingsItem(item),
      SEPARATOR,
      { role: 'services', label: copy.menu.services },
      SEPARATOR,
      { role: 'hide', label: copy.menu.hide },
      { role: 'hideOthers', label: copy.menu.hideOthers },
      { role: 'unhide', label: copy.menu.showAll },
      SEPARATOR,
      { role: 'quit', label: copy.menu.quitProofsheet }
    ]
  }
}

const settingsItem = (item: MakeItem): Item => item('show-settings', copy.menu.settings, 'CmdOrCtrl+,')

function fileMenu(item: MakeItem, isMac: boolean): Item {
  return {
    label: copy.menu.file,
    submenu: [
      item('new-image', copy.menu.newImage, 'CmdOrCtrl+N'),
      SEPARATOR,
      item('sync-now', copy.menu.syncNow, isMac ? 'Cmd+R' : 'F5'),
      SEPARATOR,
      ...(isMac ? [] : [settingsItem(item), SEPARATOR]),
      isMac ? { role: 'close', label: copy.menu.close } : { role: 'quit', label: copy.menu.quit }
    ]
  }
}

function editMenu(item: MakeItem, { titles, platform }: MenuFor): Item {
  const redoKey = { darwin: 'Shift+Cmd+Z', linux: 'Ctrl+Shift+Z' }[platform as string] ?? 'Ctrl+Y'
  return {
    label: copy.menu.edit,
    submenu: [
      item('undo', titles.undo ?? copy.menu.undo, 'CmdOrCtrl+Z'),
      item('redo', titles.redo ?? copy.menu.redo, redoKey),
      SEPARATOR,
      { role: 'cut', label: copy.menu.cut },
      { role: 'copy', label: copy.menu.copy },
      { role: 'paste', label: copy.menu.paste },
      SEPARATOR,
      item('select-all', copy.menu.selectAll, 'CmdOrCtrl+A'),
      item('deselect', copy.menu.deselect, 'CmdOrCtrl+Shift+A'),
      item('reselect', copy.menu.reselect, 'CmdOrCtrl+Shift+E'),
      item('invert', copy.menu.invert, 'CmdOrCtrl+Shift+I'),
      SEPARATOR,
      item('find', copy.menu.find, 'CmdOrCtrl+F')
    ]
  }
}

function imageMenu(item: MakeItem, isMac: boolean): Item {
  return {
    label: copy.menu.image,
    submenu: [
      item('open-detail', copy.menu.open, 'Return'),
      item('review', copy.menu.review, 'R'),
      item('continue-review', copy.menu.continueReview, 'Shift+R'),
      SEPARATOR,
      item('add-favorite', copy.menu.addFavorite, 'CmdOrCtrl+L'),
      item('remove-favorite', copy.menu.removeFavorite, 'Shift+F'),
      SEPARATOR,
      item('rename', copy.menu.rename, 'F2'),
      item('copy-name', copy.menu.copyName),
      item('copy-prompt', copy.menu.copyPrompt, 'CmdOrCtrl+Shift+C'),
      item('use-settings', copy.menu.useSettings, 'CmdOrCtrl+D'),
      SEPARATOR,
      item('delete', copy.menu.delete, isMac ? 'Cmd+Backspace' : 'Delete')
    ]
  }
}

function viewMenu(item: MakeItem, hasDevTools: boolean): Item {
  const developer: Item[] = [SEPARATOR, { role: 'reload' }, { role: 'toggleDevTools' }]
  return {
    label: copy.menu.view,
    submenu: [
      item('show-images', copy.menu.images, 'CmdOrCtrl+1'),
      item('show-projects', copy.menu.projects, 'CmdOrCtrl+2'),
      item('show-activity', copy.menu.activity, 'CmdOrCtrl+Shift+Y'),
      // History has no shortcut, because macOS reserves Cmd+H for hiding the app.
      item('show-history', copy.menu.history),
      SEPARATOR,
      item('larger', copy.menu.larger, 'Plus'),
      item('smaller', copy.menu.smaller, '-'),
      item('toggle-info', copy.menu.info, 'CmdOrCtrl+I'),
      SEPARATOR,
      { role: 'resetZoom', label: copy.menu.actualSize },
      { role: 'zoomIn', label: copy.menu.zoomIn },
      { role: 'zoomOut', label: copy.menu.zoomOut },
      SEPARATOR,
      { role: 'togglefullscreen', label: copy.menu.fullScreen },
      ...(hasDevTools ? developer : [])
    ]
  }
}

/** Builds the standard window menu, whose items the role alone would name in English. */
function windowMenu(isMac: boolean): Item {
  const last: Item[] = isMac
    ? [SEPARATOR, { role: 'front', label: copy.menu.toFront }]
    : [{ role: 'close', label: copy.menu.close }]
  return {
    role: 'windowMenu',
    label: copy.menu.window,
    submenu: [
      { role: 'minimize', label: copy.menu.minimize },
      ...(isMac ? [{ role: 'zoom', label: copy.menu.zoom } satisfies Item] : []),
      ...last
    ]
  }
}

/** Escapes ampersands, which underline the next letter on Windows and Linux. */
function asLabel(text: string, isMac: boolean): string {
  return isMac ? text : text.replaceAll('&', '&&')
}
