/** The menus that a single role stands for, and the words of the standard items, as Electron has them on Linux. */
import type { MenuItemConstructorOptions } from 'electron'

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

const SUBMENUS: Readonly<Record<string, readonly MenuItemConstructorOptions[]>> = {
  filemenu: [{ role: 'quit' }],
  editmenu: [
    { role: 'undo' },
    { role: 'redo' },
    SEPARATOR,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    SEPARATOR,
    { role: 'selectAll' }
  ],
  viewmenu: [
    { role: 'reload' },
    { role: 'forceReload' },
    { role: 'toggleDevTools' },
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'togglefullscreen' }
  ],
  windowmenu: [{ role: 'minimize' }, { role: 'zoom' }, { role: 'close' }],
  appmenu: [{ role: 'quit' }]
}

const LABELS: Readonly<Record<string, string>> = {
  filemenu: 'File',
  editmenu: 'Edit',
  viewmenu: 'View',
  windowmenu: 'Window',
  help: 'Help',
  quit: 'Quit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectall: 'Select All',
  reload: 'Reload',
  forcereload: 'Force Reload',
  toggledevtools: 'Toggle Developer Tools',
  resetzoom: 'Actual Size',
  zoomin: 'Zoom In',
  zoomout: 'Zoom Out',
  togglefullscreen: 'Toggle Full Screen',
  minimize: 'Minimize',
  zoom: 'Zoom',
  close: 'Close'
}

/** undefined: the role is no menu. */
export function roleSubmenu(role: string): MenuItemConstructorOptions[] | undefined {
  const items = SUBMENUS[role.toLowerCase()]
  return items && [...items]
}

export function roleLabel(role: string): string {
  return LABELS[role.toLowerCase()] ?? role
}
