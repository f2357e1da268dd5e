/** Menus as plain trees: nothing is drawn, `click` does what a click on the item would do. */
import type * as Electron from 'electron'
import type { HostApp } from './app.ts'
import type { HostBrowserWindow } from './browser-window.ts'

type Template = Electron.MenuItemConstructorOptions

interface HostMenuItem {
  readonly id: string | undefined
  readonly label: string | undefined
  readonly type: string | undefined
  readonly accelerator: string | undefined
  readonly role: string | undefined
  readonly submenu: HostMenu | undefined
  readonly isClickable: boolean
  readonly click: () => void
}

export type HostMenu = readonly HostMenuItem[]

/** What the standard items act on: the app, and the window in front. */
export interface MenuTarget {
  readonly app: HostApp
  readonly window: HostBrowserWindow | undefined
}

const ZOOM_LEVEL = 0.5

const zoom =
  (levels: number) =>
  ({ window }: MenuTarget) =>
    window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + levels)

const ROLES: Readonly<Record<string, (target: MenuTarget) => void>> = {
  quit: ({ app }) => app.quit(),
  close: ({ window }) => window?.close(),
  togglefullscreen: ({ window }) => window?.setFullScreen(!window.isFullScreen()),
  reload: ({ window }) => window?.webContents.reload(),
  // The debugging port is there for them.
  toggleDevTools: () => {},
  cut: ({ window }) => window?.webContents.edit('cut'),
  copy: ({ window }) => window?.webContents.edit('copy'),
  paste: ({ window }) => window?.webContents.edit('paste'),
  resetZoom: ({ window }) => window?.webContents.setZoomLevel(0),
  zoomIn: zoom(ZOOM_LEVEL),
  zoomOut: zoom(-ZOOM_LEVEL)
}

export const buildMenu = (template: readonly Template[], target: () => MenuTarget): HostMenu =>
  template.map((options) => buildItem(options, target))

function buildItem({ role, click, submenu, ...options }: Template, target: () => MenuTarget): HostMenuItem {
  const { id, label, type, accelerator, enabled = true, visible = true } = options
  return {
    id,
    label,
    type,
    accelerator,
    role,
    submenu: Array.isArray(submenu) ? buildMenu(submenu, target) : undefined,
    isClickable: enabled && visible,
    click: () => {
      // Electron hands over its own item, window and event; no item of the app looks at them.
      if (click) Reflect.apply(click, undefined, [])
      else if (role !== undefined) runRole(role, target())
    }
  }
}

/** Throws for a role the host does not have, rather than doing nothing. */
function runRole(role: string, target: MenuTarget): void {
  const run = ROLES[role]
  if (run === undefined) throw new Error(`The host has no menu role ${role}`)
  run(target)
}

/** Labels, or roles or ids, from the bar down. Throws when the item is missing, hidden or disabled. */
export function clickMenu(menu: HostMenu, path: readonly string[]): void {
  const item = path.reduce<HostMenuItem | undefined>((parent, name, depth) => {
    const items = depth === 0 ? menu : parent?.submenu
    return items?.find((one) => one.label === name || one.role === name || one.id === name)
  }, undefined)
  if (item === undefined) throw new Error(`No menu item: ${path.join(' > ')}`)
  if (!item.isClickable) throw new Error(`The menu item cannot be clicked: ${path.join(' > ')}`)
  item.click()
}

/** The tree without functions, for tests in other processes. */
export const describeMenu = (menu: HostMenu): unknown =>
  menu.map(({ submenu, click: _click, ...rest }) => ({ ...rest, submenu: submenu && describeMenu(submenu) }))
